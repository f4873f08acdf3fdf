"""Evals: one command that says whether answers got better (`python -m eval --help`)."""
