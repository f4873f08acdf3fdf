"""Metrics as pure functions; each names the source of its formula."""
