"""The runs: each turns questions or claims into rows of scores."""
