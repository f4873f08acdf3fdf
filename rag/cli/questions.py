"""rag search, rag ask."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rag.cli.common import add_command, add_json_option, print_json, say_if_sample
from rag.cli.shell_text import answer_text, search_text
from rag.errors import UsageError
from rag.progress import progress_bar
from rag.retrieval.filters import PaperFilter, parse_years
from rag.retrieval.reading import Reading

if TYPE_CHECKING:
    from rag.library import Library


def add_commands(commands: Any) -> None:
    """Add the commands that take questions."""
    search = add_command(commands, "search", _search, "find papers")
    _question_arguments(search)
    search.add_argument("--k", type=int, help="how many papers (10, or all where all are asked for)")
    search.add_argument("--like", metavar="ID", help="find papers like this one, instead of a question")
    search.add_argument("--explain", action="store_true", help="show where the scores come from")

    ask = add_command(commands, "ask", _ask, "answer a question")
    _question_arguments(ask)
    ask.add_argument(
        "--mode", choices=["quoted", "written"], help="quote the abstracts, or let a language model write"
    )


def _question_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", nargs="?", metavar="QUESTION")
    parser.add_argument(
        "--batch", type=Path, metavar="FILE", help='JSONL of {"id", "question"}; one result a line'
    )
    filters = parser.add_argument_group("which papers", "each may be given several times")
    filters.add_argument(
        "--year", action="append", default=[], type=_years, metavar="YEAR", help="such as 2024 or 2020-2024"
    )
    filters.add_argument("--venue", action="append", default=[], help="such as ICML")
    filters.add_argument(
        "--author", action="append", default=[], help='a name or a part of it, or "Y. Bengio"'
    )
    filters.add_argument(
        "--collection",
        action="append",
        default=[],
        metavar="NAME",
        help="the file or page they were read from",
    )
    filters.add_argument("--keyword", action="append", default=[], help="one that the papers carry")
    filters.add_argument(
        "--not",
        action="append",
        default=[],
        dest="without",
        metavar="TERM",
        help="leave out papers with this term",
    )
    filters.add_argument(
        "--no-understanding", action="store_true", help="take no word of the question for a filter"
    )
    add_json_option(parser)


def _years(text: str) -> range:
    try:
        return parse_years(text)
    except UsageError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _search(library: Library, options: argparse.Namespace) -> int:
    allowed, reading = _allowed(options), _reading(options)
    if options.like is not None:
        if options.question is not None or options.batch is not None:
            raise UsageError("give either --like ID or a question")
        say_if_sample(library)
        found = library.similar(options.like, 10 if options.k is None else options.k, allowed)
        print_json(found.to_dict()) if options.json else print(search_text(found, options.explain))
        return 0
    return _answer_questions(
        library,
        options,
        run=lambda question: library.search(question, options.k, allowed, reading=reading),
        as_text=lambda result: search_text(result, options.explain),
    )


def _ask(library: Library, options: argparse.Namespace) -> int:
    allowed, reading = _allowed(options), _reading(options)
    return _answer_questions(
        library,
        options,
        run=lambda question: library.ask(question, options.mode, allowed=allowed, reading=reading),
        as_text=answer_text,
    )


def _allowed(options: argparse.Namespace) -> PaperFilter:
    years = [year for span in options.year for year in span]
    return PaperFilter(
        years=years,
        venues=options.venue,
        authors=options.author,
        collections=options.collection,
        keywords=options.keyword,
        without=options.without,
    )


def _reading(options: argparse.Namespace) -> Reading:
    return Reading(by_rules=not options.no_understanding)


def _answer_questions(
    library: Library, options: argparse.Namespace, run: Callable[[str], Any], as_text: Callable[[Any], str]
) -> int:
    if (options.question is None) == (options.batch is None):
        raise UsageError("give either a question or --batch FILE")
    say_if_sample(library)
    if options.batch is not None:
        return _run_batch(options.batch, run)
    result = run(options.question)
    print_json(result.to_dict()) if options.json else print(as_text(result))
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
            print_json({"id": given.get("id", number)} | value)
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
                yield number, json.loads(line, parse_constant=lambda _: None)
            except (ValueError, RecursionError):
                yield number, None
