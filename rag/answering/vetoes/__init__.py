"""Vetoes: what speaks against a sentence although its subject is that of the cited text, a rule a file."""
