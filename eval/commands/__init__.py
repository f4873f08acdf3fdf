"""The commands: each registers its options and runs."""
