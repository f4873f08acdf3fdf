"""`python -m rag.cli` is `rag`."""

from rag.cli import main

raise SystemExit(main())
