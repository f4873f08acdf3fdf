"""The `rag` command."""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rag import __version__
from rag.errors import RagError, UsageError
from rag.export import FORMATS, export
from rag.library import Library
from rag.paper import Paper
from rag.progress import progress_bar
from rag.retrieval.filters import PaperFilter
from rag.settings import load_settings
from rag.shell_text import answer_text, paper_text, report_text, search_text

_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    0: done. 1: done, with something refused under --strict. 2: bad use or bad input. 3: a service
    that is needed is not there.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    options = _parser().parse_args(arguments)
    try:
        settings = load_settings(index=options.index)
        with Library(settings) as library:
            code: int = options.run(library, options)
            return code
    except RagError as error:
        return _fail(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _fail("stopped; what was finished is kept, run the same command again to go on", _INTERRUPTED)
    except BrokenPipeError:
        # The reader of our output has gone, as with `rag papers | head`.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (OSError, sqlite3.OperationalError) as error:
        return _fail(
            f"{error}; check that the disk is not full and the folder can be written", RagError.exit_code
        )


def _fail(message: str, code: int) -> int:
    print(f"rag: {message}", file=sys.stderr)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rag",
        description="Ask questions across a conference's papers; every sentence of an answer is cited.",
    )
    parser.add_argument("--version", action="version", version=f"rag {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    ingest = _command(commands, "ingest", _ingest, "read abstracts into the index")
    ingest.add_argument("paths", nargs="+", metavar="PATH", help="file or folder, or - for standard input")
    ingest.add_argument(
        "--catalog",
        action="append",
        default=[],
        metavar="PATH",
        help="file with titles and links for untitled abstracts",
    )
    ingest.add_argument("--strict", action="store_true", help="exit with 1 if anything was skipped")
    _json_option(ingest)

    search = _command(commands, "search", _search, "find papers")
    _question_arguments(search)
    search.add_argument("--k", type=int, default=10, help="how many papers (10)")
    search.add_argument(
        "--year", action="append", default=[], type=_years, metavar="YEAR", help="such as 2024 or 2020-2024"
    )
    search.add_argument("--venue", action="append", default=[], help="such as ICML; several are alternatives")
    search.add_argument(
        "--author", action="append", default=[], help="a name or a part of it; several are alternatives"
    )

    ask = _command(commands, "ask", _ask, "answer a question")
    _question_arguments(ask)
    ask.add_argument(
        "--mode", choices=["quoted", "written"], help="quote the abstracts, or let a language model write"
    )

    papers = _command(commands, "papers", _papers, "list the papers of the index")
    _json_option(papers)
    show = _command(commands, "show", _show, "show one paper")
    show.add_argument("paper_id", metavar="ID")
    _json_option(show)
    exporting = _command(commands, "export", _export, "print papers as BibTeX, RIS, Markdown or CSV")
    exporting.add_argument("paper_ids", nargs="+", metavar="ID")
    exporting.add_argument(
        "--format", choices=FORMATS, default="bibtex", help="bibtex unless you say otherwise"
    )
    status = _command(commands, "status", _status, "say what the index holds and what built it")
    _json_option(status)

    serve = _command(commands, "serve", _serve, "open the chat page")
    serve.add_argument("--host", help="address to listen on (127.0.0.1)")
    serve.add_argument("--port", type=int, help="port to listen on (7860)")
    return parser


def _command(commands: Any, name: str, run: Callable[..., int], summary: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=summary, description=summary.capitalize() + "."
    )
    parser.add_argument("--index", type=Path, metavar="DIR", help="folder of the index (RAG_INDEX)")
    parser.set_defaults(run=run)
    return parser


def _json_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON value")


def _question_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", nargs="?", metavar="QUESTION")
    parser.add_argument(
        "--batch", type=Path, metavar="FILE", help='JSONL of {"id", "question"}; one result a line'
    )
    _json_option(parser)


def _years(text: str) -> range:
    first, _, last = text.partition("-")
    if not first.isdigit() or (last and not last.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is no year; give such as 2024 or 2020-2024")
    return range(int(first), int(last or first) + 1)


def _ingest(library: Library, options: argparse.Namespace) -> int:
    report = library.ingest(options.paths, options.catalog)
    _print_json(report.to_dict()) if options.json else print(report_text(report))
    if report.added + report.updated + report.unchanged == 0:
        raise UsageError(f"no abstracts found in {', '.join(options.paths)}")
    return 1 if options.strict and report.skipped else 0


def _search(library: Library, options: argparse.Namespace) -> int:
    years = [year for span in options.year for year in span]
    allowed = PaperFilter(years, options.venue, options.author)
    return _answer_questions(
        library, options, lambda question: library.search(question, options.k, allowed), search_text
    )


def _ask(library: Library, options: argparse.Namespace) -> int:
    return _answer_questions(
        library, options, lambda question: library.ask(question, options.mode), answer_text
    )


def _answer_questions(
    library: Library, options: argparse.Namespace, run: Callable[[str], Any], as_text: Callable[[Any], str]
) -> int:
    if (options.question is None) == (options.batch is None):
        raise UsageError("give either a question or --batch FILE")
    _say_if_sample(library)
    if options.batch is not None:
        return _run_batch(options.batch, run)
    result = run(options.question)
    _print_json(result.to_dict()) if options.json else print(as_text(result))
    return 0


def _run_batch(path: Path, run: Callable[[str], Any]) -> int:
    """Print a result for every line of `path`; a line that cannot be used gets an error instead."""
    failed = 0
    questions = list(_batch_lines(path))
    with progress_bar("Questions", "questions", total=len(questions)) as bar:
        for number, row in questions:
            given = row if isinstance(row, dict) else {}
            try:
                if not isinstance(given.get("question"), str):
                    raise UsageError('is not an object with "id" and "question"')
                value = run(given["question"]).to_dict()
            except UsageError as error:
                failed += 1
                value = {"error": str(error)}
                bar.write(f"rag: {path}:{number}: {error}", file=sys.stderr)
            _print_json({"id": given.get("id", number)} | value)
            bar.update(1)
    return UsageError.exit_code if failed else 0


def _batch_lines(path: Path) -> Iterator[tuple[int, Any]]:
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except json.JSONDecodeError:
                yield number, None


def _papers(library: Library, options: argparse.Namespace) -> int:
    _say_if_sample(library)
    if options.json:
        _print_json([paper.to_dict() for paper in library.papers()])
        return 0
    for paper in library.papers():
        print(f"{paper.paper_id}\t{paper.label}")
    return 0


def _show(library: Library, options: argparse.Namespace) -> int:
    paper = _known_paper(library, options.paper_id)
    _print_json(paper.to_dict()) if options.json else print(paper_text(paper))
    return 0


def _export(library: Library, options: argparse.Namespace) -> int:
    print(export([_known_paper(library, i) for i in options.paper_ids], options.format), end="")
    return 0


def _known_paper(library: Library, paper_id: str) -> Paper:
    paper = library.paper(paper_id)
    if paper is None:
        raise UsageError(f"no paper {paper_id!r} in {library.index.folder}; list them with: rag papers")
    return paper


def _status(library: Library, options: argparse.Namespace) -> int:
    status = library.status()
    if options.json:
        _print_json(status)
        return 0
    built = status["built_by"]
    print(f"index     {status['index']}" + ("  (the sample library)" if status["sample"] else ""))
    print(f"papers    {status['papers']:,} in {status['chunks']:,} chunks, {status['bytes'] / 1e6:.1f} MB")
    print(f"embedder  {built['embedding']['name']}")
    print(f"built by  askpapers {built['askpapers']} with chromadb {built['chromadb']}")
    print(f"answers   {status['mode']}")
    return 0


def _serve(library: Library, options: argparse.Namespace) -> int:
    # Gradio takes seconds to import, and no other command needs it.
    from rag.ui.page import serve

    serve(library, host=options.host, port=options.port)
    return 0


def _say_if_sample(library: Library) -> None:
    if library.is_sample:
        print(
            f"rag: no index of yours yet; this is the sample library ({len(library)} papers of ICML 2024,"
            " as digests). Add yours with: rag ingest PATH",
            file=sys.stderr,
        )


def _print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, allow_nan=False))
