"""Question answering over conference papers, with a checked citation behind every sentence."""

import os
from importlib.metadata import version

# Read when onnxruntime is imported: without it, onnxruntime writes a device id into the user's
# cache folder and reports to its maker.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
# Read when numpy is imported. The products of a search take a millisecond; threads that wait for
# each other, and spin meanwhile, take ten and slow the models down.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = version("askpapers")
