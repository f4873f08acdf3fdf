"""Opens the chat page: `python app.py`, or `make chat`. Takes the options of `rag serve`."""

import sys

from rag.cli import main

if __name__ == "__main__":
    raise SystemExit(main(["serve", *sys.argv[1:]]))
