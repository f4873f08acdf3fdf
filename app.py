"""Opens the chat page: `python app.py`, or `make chat`."""

from rag.cli import main

if __name__ == "__main__":
    raise SystemExit(main(["serve"]))
