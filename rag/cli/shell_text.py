"""How results look in a shell."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator

from rag.answering.answer import Answer, Source
from rag.ingestion.report import IngestReport
from rag.paper import Paper
from rag.retrieval.results import Hit, SearchResult
from rag.retrieval.understanding import Understanding
from rag.short_text import short_authors, spent_texts, venue_and_year

_MOST_NOTES = 20


def answer_text(answer: Answer) -> str:
    """Return an answer and the sources it cites."""
    parts = [*_understood(answer.understood), *map(_wrap, answer.answer.split("\n\n"))]
    struck = [sentence for sentence in answer.sentences if sentence.verdict == "unsupported"]
    if struck:
        rows = [_wrap(f"✗ {sentence.text} ({sentence.reason})", "  ") for sentence in struck]
        parts.append("\n".join(["Not supported, and no part of the answer", *rows]))
    if note := answer.understood.remark if answer.abstained else answer.reason:
        parts.append(_wrap(f"Note: {note}."))
    if answer.sources:
        parts.append("\n".join(["Sources", *(_source(source) for source in answer.sources)]))
    if answer.nearest:
        parts.append("\n".join(["Nearest papers", *(_facts(paper) for paper in answer.nearest)]))
    parts.append(_summary(answer))
    return "\n\n".join(parts)


def search_text(result: SearchResult, explain: bool = False) -> str:
    """Return the hits of a search, numbered; with `explain`, where each score comes from."""
    parts = _understood(result.understood)
    if result.understood.remark:
        parts.append(_wrap(f"Note: {result.understood.remark}."))
    if result.reason:
        parts.append(_wrap(f"Nothing to search: {result.reason}."))
    elif not result.hits and result.totals is None:
        parts.append("No paper shares a word or a meaning with this question.")
    if result.totals is not None:
        parts.append(_wrap(str(result.totals)))
    elif result.listing is not None:
        parts.append(f"{str(result.listing).capitalize()}.")
    if result.subject is not None:
        parts += [f"Nearest to “{result.subject.label}”:"] * (result.understood.intent == "similar")
    return "\n\n".join([*parts, *(_hit(rank, hit, explain) for rank, hit in enumerate(result.hits, start=1))])


def _understood(understood: Understanding) -> list[str]:
    """Return the line that says which words of the question were taken for filters, if any were."""
    if not understood.filters:
        return []
    shown = ", ".join(f"{item.kind} {item.value}" for item in understood.filters)
    return [_wrap(f"Understood: {shown} (search every paper with --no-understanding)")]


def _hit(rank: int, hit: Hit, explain: bool) -> str:
    lines = [f"{rank:>2}. {_facts(hit.paper, indent='    ').lstrip()}"]
    kind = " (from a digest)" if hit.paper.text_kind == "digest" else ""
    lines[0] += "\n    borderline: it may be about something else" * hit.borderline
    for pair in hit.pairs:
        lines.append(_wrap(f"“{pair.sentence.text}”{kind} is like “{pair.like}”", indent="    "))
    for passage in () if hit.pairs else hit.passages if explain else hit.passages[:1]:
        score = f" [{passage.score:.2f}]" if explain else ""
        lines.append(_wrap(f"“{passage.text}”{kind}{score}", indent="    "))
    if explain:
        relevance = "not read" if hit.relevance is None else f"{hit.relevance:.2f}"
        notes = [f"score {hit.score:.3f}: BM25 {hit.lexical:.2f}", f"cosine {hit.dense:.3f}"]
        notes += [f"late interaction {hit.late:.3f}"] if hit.late is not None else []
        notes += [f"cross-encoder {relevance}"]
        notes += ["by an author you named"] * hit.named_author
        notes += [f"holds {', '.join(hit.names)}"] * bool(hit.names)
        lines.append("    " + ", ".join(notes))
    return "\n".join(lines)


def paper_text(paper: Paper) -> str:
    """Return everything about one paper."""
    kind = "digest by AskPapers, not the published abstract" if paper.text_kind == "digest" else "abstract"
    rows = [
        ("id", paper.paper_id, ""),
        ("title", paper.title or "(not known)", "title"),
        ("authors", ", ".join(paper.authors) or "(not known)", "authors"),
        ("published", venue_and_year(paper) or "(not known)", "venue"),
        ("link", paper.url or "(none)", "url"),
        ("keywords", ", ".join(paper.keywords), "keywords"),
        ("text", kind, "text"),
        ("read from", paper.origin, ""),
    ]
    elsewhere = dict(paper.field_origins)
    facts = "\n".join(
        f"{name:<10} {value}" + (f"  (from {elsewhere[field]})" if field in elsewhere else "")
        for name, value, field in rows
        if value
    )
    return f"{facts}\n\n{_wrap(paper.text)}"


def report_text(report: IngestReport) -> str:
    """Return what an ingest run did, with the first notes in full."""
    lines = [
        f"{report.added} added, {report.updated} updated, {report.unchanged} unchanged,"
        f" {len(report.skipped)} skipped; {report.linked} linked by a catalogue."
        f" The index holds {report.papers} papers. ({report.seconds:.1f} s)"
    ]
    if report.unlinked:
        lines.append(f"{report.unlinked} papers have no link; name a file that has them with --catalog")
    lines += _first_notes([f"skipped {s.where}: {s.reason}" for s in report.skipped])
    lines += _first_notes([f"warning {w.where}: {w.message}" for w in report.warnings])
    return "\n".join(lines)


def _first_notes(notes: list[str]) -> Iterator[str]:
    yield from notes[:_MOST_NOTES]
    if len(notes) > _MOST_NOTES:
        yield f"... and {len(notes) - _MOST_NOTES} more; see them all with --json"


def _summary(answer: Answer) -> str:
    count = len(answer.dropped)
    dropped = f", {count} sentence{'' if count == 1 else 's'} dropped" if count else ""
    seconds = answer.timings_ms.get("total", 0) / 1000
    spent = "".join(f", {part}" for part in spent_texts(answer))
    return f"({answer.searched:,} abstracts searched, {answer.mode} answer{dropped}{spent}, {seconds:.1f} s)"


def _source(source: Source) -> str:
    kind = (
        "\n    quoted from a digest by AskPapers, not from the abstract"
        if source.paper.text_kind == "digest"
        else ""
    )
    return f"[{source.n}] {_facts(source.paper).lstrip()}{kind}"


def _facts(paper: Paper, indent: str = "    ") -> str:
    by = " · ".join(part for part in (short_authors(paper.authors), venue_and_year(paper)) if part)
    lines = [paper.label, by, paper.url or "no link"]
    return "\n".join(indent + line for line in lines if line)


def _wrap(text: str, indent: str = "") -> str:
    width = min(100, shutil.get_terminal_size().columns)
    return textwrap.fill(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
