"""From records to papers in the index: identity, merging, what is new, and the report."""
