"""Question answering over conference papers, with a checked citation behind every sentence."""

from importlib.metadata import version

__version__ = version("askpapers")
