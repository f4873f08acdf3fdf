"""Answers that are computed from records and search results: counts, lists, totals, similar papers, facts.

Nothing in them is generated. What is not quoted is a statement about the records of the papers it
cites.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rag.answering.answer import Answer, Evidence, Sentence, Source
from rag.answering.citations import without_markers
from rag.paper import Paper
from rag.retrieval.results import Hit, SearchResult
from rag.retrieval.rules.intents import Fact

# An answer that cites more papers than this is none to read; `rag search` lists them all.
_MOST_CITED = 100
# Of papers in the order of their years, unless the question says how many.
_FEW = 10


def list_answer(result: SearchResult, searched: int) -> Answer:
    """Return how many papers there are, and each with the sentence that speaks of it most."""
    listing = result.listing
    assert listing is not None
    understood = result.understood
    asked = understood.most or (_FEW if understood.intent == "find" else None)
    shown = result.hits[: asked or _MOST_CITED]
    lead = f"There {'is' if listing.total == 1 else 'are'} {listing}."
    if asked and len(shown) < listing.total:
        lead = f"These are the first {len(shown)} of {listing}."
    elif len(shown) < listing.total:
        lead += f" The first {len(shown)} are cited; rag search lists all."
    sources = [
        Source(n, hit.paper, () if listing.exact else _evidence(hit, most=1), borderline=hit.borderline)
        for n, hit in enumerate(shown, start=1)
    ]
    return _answer(result, lead, sources, searched)


def totals_answer(result: SearchResult, searched: int) -> Answer:
    """Return numbers of papers by year, author and so on, and the papers of the one that leads alone."""
    totals = result.totals
    assert totals is not None
    led = [hit for hit in result.hits if hit.paper.paper_id in totals.leading]
    sources = [
        Source(n, hit.paper, _evidence(hit, most=1), borderline=hit.borderline)
        for n, hit in enumerate(led, start=1)
    ]
    return replace(_answer(result, str(totals), sources, searched), totals=totals)


def similar_answer(result: SearchResult, searched: int) -> Answer:
    """Return the nearest papers, each with the sentences in which it is like the one asked about."""
    if result.subject is not None:
        lead = f"These papers are nearest to “{result.subject.label}”, which is in the library itself."
    else:
        lead = "These papers are nearest to the text."
    sources = [Source(n, hit.paper, _evidence(hit, most=2)) for n, hit in enumerate(result.hits, start=1)]
    return _answer(result, lead, sources, searched)


def facts_answer(result: SearchResult, searched: int) -> Answer:
    """Return what the record of a paper says of its authors, year, venue or link, or does not say."""
    paper = result.subject
    assert paper is not None
    names = [f"“{paper.label}”"] + ["It"] * len(result.understood.facts)
    lead = " ".join(
        _fact(paper, fact, name) for fact, name in zip(result.understood.facts, names, strict=False)
    )
    return _answer(result, lead, [Source(1, paper)], searched)


def _fact(paper: Paper, fact: Fact, name: str) -> str:
    """Return the sentence for one fact, in which the paper is called `name`."""
    record = f"The record of “{paper.label}”"
    if fact == "title":
        return f"The title of the paper is {name}."
    if fact == "year":
        return f"{name} is from {paper.year}." if paper.year else f"{record} has no year."
    if fact == "venue":
        return f"{name} appeared at {paper.venue}." if paper.venue else f"{record} has no venue."
    if fact == "link":
        # No full stop, which would be taken for a part of the address.
        return f"The link to {name}: {paper.url}" if paper.url else f"{record} has no link."
    if not paper.authors:
        return f"{record} does not name its authors."
    return _authors(name, paper.authors, fact)


def _authors(name: str, authors: Sequence[str], fact: Fact) -> str:
    if fact == "first author":
        return f"The first author of {name} is {authors[0]}."
    if fact == "last author":
        return f"The last author of {name} is {authors[-1]}."
    names = ", ".join(authors[:-1]) + " and " * (len(authors) > 1) + authors[-1]
    if fact == "number of authors":
        return f"{name} has {len(authors)} author{'s' * (len(authors) > 1)}: {names}."
    return f"{name} is by {names}."


def _evidence(hit: Hit, most: int) -> tuple[Evidence, ...]:
    return tuple(Evidence(p.text, p.start, p.end) for p in hit.passages[:most])


def _answer(result: SearchResult, lead: str, sources: Sequence[Source], searched: int) -> Answer:
    lead_sentence = Sentence(lead, tuple(source.n for source in sources), support=1.0, verdict="supported")
    quoted = [
        Sentence(item.quote, (source.n,), support=1.0, verdict="supported")
        for source in sources
        for item in source.evidence
    ]
    return Answer(
        question=result.question,
        answer=_text(lead, sources),
        mode="quoted",
        lead=lead,
        sentences=(lead_sentence, *quoted),
        sources=tuple(sources),
        searched=searched,
    )


def _text(lead: str, sources: Sequence[Source]) -> str:
    """Return the first sentence, and each paper in a line that has its marker."""
    if len(sources) == 1 and not sources[0].evidence:
        return f"{without_markers(lead)} [1]"
    return "\n\n".join([without_markers(lead), *map(_line, sources)])


def _line(source: Source) -> str:
    notes = [
        note
        for note, holds in (("digest", source.paper.text_kind == "digest"), ("borderline", source.borderline))
        if holds
    ]
    kind = f" ({', '.join(notes)})" if notes else ""
    title = f"{without_markers(source.paper.label)}{kind}"
    if not source.evidence:
        return f"{title} [{source.n}]"
    return f"{title}: " + " ".join(f"“{without_markers(e.quote)}” [{source.n}]" for e in source.evidence)
