"""The commands that bring papers in, show them and take them out."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from rag.cli.common import add_command, add_json_option, print_json, say_if_sample
from rag.cli.interrupts import repeated_interrupts
from rag.cli.shell_text import paper_text, report_text
from rag.errors import UsageError
from rag.export import FORMATS, export
from rag.paper import Paper

if TYPE_CHECKING:
    from rag.library import Library

_SOURCES = (
    "file, folder, URL, icml:2024, openreview:VENUE_ID, arxiv:QUERY, pmlr:v235, or - for standard input"
)
# Of many files that could not be read, so many are named.
_MOST_NAMED = 3


def add_commands(commands: Any) -> None:
    """Add the commands about papers."""
    ingest = add_command(commands, "ingest", _ingest, "read abstracts into the index")
    _source_arguments(ingest)
    ingest.add_argument("--strict", action="store_true", help="exit with 1 if anything was skipped")
    add_json_option(ingest)

    sync = add_command(commands, "sync", _sync, "ingest, then offer to remove the papers not in the input")
    _source_arguments(sync)
    sync.add_argument("--yes", action="store_true", help="remove them without asking")

    papers = add_command(commands, "papers", _papers, "list the papers of the index")
    add_json_option(papers)
    show = add_command(commands, "show", _show, "show one paper")
    show.add_argument("paper_id", metavar="ID")
    add_json_option(show)
    exporting = add_command(commands, "export", _export, "print papers as BibTeX, RIS, Markdown or CSV")
    exporting.add_argument("paper_ids", nargs="+", metavar="ID")
    exporting.add_argument("--format", choices=FORMATS, default="bibtex", help="bibtex by default")
    remove = add_command(commands, "remove", _remove, "remove papers from the index")
    remove.add_argument("paper_ids", nargs="+", metavar="ID")


def _source_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="PATH_OR_URL", help=_SOURCES)
    parser.add_argument(
        "--catalog",
        action="append",
        default=[],
        metavar="PATH_OR_URL",
        help="file with titles and links for untitled abstracts",
    )


def _ingest(library: Library, options: argparse.Namespace) -> int:
    with repeated_interrupts():
        report = library.ingest(options.paths, options.catalog)
    print_json(report.to_dict()) if options.json else print(report_text(report))
    if report.added + report.updated + report.unchanged == 0:
        raise UsageError(f"no abstracts found in {', '.join(options.paths)}")
    return 1 if options.strict and report.skipped else 0


def _sync(library: Library, options: argparse.Namespace) -> int:
    with repeated_interrupts():
        report, extra = library.sync(options.paths, options.catalog)
    print(report_text(report))
    if report.unread:
        some = ", ".join(report.unread[:_MOST_NAMED])
        print(f"Nothing is offered for removal, because this could not be read whole: {some}.")
        return 0
    if not extra:
        return 0
    for paper in extra:
        print(f"not in the input: {paper.paper_id}\t{paper.label}")
    if not options.yes and not _agreed(f"Remove these {len(extra)} papers?"):
        print("Nothing was removed.")
        return 0
    print(f"{library.remove([paper.paper_id for paper in extra])} removed.")
    return 0


def _agreed(question: str) -> bool:
    if not sys.stdin.isatty():
        raise UsageError("cannot ask here whether to remove them; run again with --yes to remove them")
    return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")


def _remove(library: Library, options: argparse.Namespace) -> int:
    unknown = [i for i in dict.fromkeys(options.paper_ids) if library.paper(i) is None]
    removed = library.remove(options.paper_ids)
    if removed:
        print(f"{removed} removed.")
    if unknown:
        raise UsageError(f"not in the index: {', '.join(unknown)}; list its papers with: rag papers")
    return 0


def _papers(library: Library, options: argparse.Namespace) -> int:
    say_if_sample(library)
    if options.json:
        print_json([paper.to_dict() for paper in library.papers()])
        return 0
    for paper in library.papers():
        print(f"{paper.paper_id}\t{paper.label}")
    return 0


def _show(library: Library, options: argparse.Namespace) -> int:
    paper = _known_paper(library, options.paper_id)
    print_json(paper.to_dict()) if options.json else print(paper_text(paper))
    return 0


def _export(library: Library, options: argparse.Namespace) -> int:
    print(export([_known_paper(library, i) for i in options.paper_ids], options.format), end="")
    return 0


def _known_paper(library: Library, paper_id: str) -> Paper:
    paper = library.paper(paper_id)
    if paper is None:
        raise UsageError(f"no paper {paper_id!r} in {library.index.folder}; list them with: rag papers")
    return paper
