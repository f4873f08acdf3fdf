"""Rules that recognise phrases of a question; one file a kind."""
