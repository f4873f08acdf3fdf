"""Benches: speed, scale and what a crash leaves behind."""
