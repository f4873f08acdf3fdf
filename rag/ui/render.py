"""How a conversation looks: pure functions from turns and answers to HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from rag.answering.answer import Answer, Dropped, Mode, Sentence, Source
from rag.paper import Paper, safe_url
from rag.retrieval.results import NOTHING_UNDERSTOOD
from rag.short_text import short_authors, spent_texts, venue_and_year
from rag.ui.filters import in_words
from rag.ui.html_parts import (
    citation,
    counted,
    highlighted,
    kind_note,
    paper_link,
    paragraph,
    tag,
)
from rag.ui.turn import Turn

_MOST_OF_QUESTION = 1000
_KINDS = {
    "author count": "number of authors:",
    "without": "nothing on",
    "mention": "the word",
    "title": "in the title:",
    "title start": "a title that begins with",
}
_BORDERLINE = "borderline: it may be about something else"
_VERDICTS = {"partial": "partly supported", "unsupported": "not supported"}


_WELCOME = tag(
    "div",
    tag("h2", "What do the papers say?")
    + paragraph("Every sentence of an answer links to the paper that supports it."),
    css="welcome",
)


def conversation(turns: Sequence[Turn]) -> str:
    """Return all turns, oldest first; before the first one, a word of welcome."""
    return _WELCOME if not turns else "".join(_turn(turn, n) for n, turn in enumerate(turns))


def header(*notices: str) -> str:
    """Return the head of the page; the notices say what is asked and how answers are made."""
    return tag("h1", "AskPapers") + "".join(paragraph(notice) for notice in notices)


def library_notice(papers: int, is_sample: bool) -> str:
    """Return which library is asked."""
    if not is_sample:
        return f"Your library: {counted(papers, 'paper')}."
    size = counted(papers, "paper")
    return f"Sample library: {size} of ICML 2024, as digests. Add your own with: rag ingest PATH"


def mode_notice(mode: Mode, model: str) -> str:
    """Return how answers are made."""
    if mode == "quoted":
        return "Quoted answers: every sentence stands word for word in the text it cites."
    return f"Written answers: by {model or 'a language model'}, each sentence with the papers it cites."


def model_note(problem: str) -> str:
    """Return the line that says why the language model cannot write now."""
    return paragraph(f"No answers can be written now. {problem}")


def filter_toggle() -> str:
    """Return the button that shows and hides the fields of the filters."""
    return tag("button", "Filters", type="button", aria_expanded="false", aria_controls="filter-row")


def hint(text: str) -> str:
    """Return the line below the question box."""
    return paragraph(text)


def status(turn: Turn) -> str:
    """Return the line on how the turn stands, for those who do not see the page change."""
    return hint(_status(turn))


def _status(turn: Turn) -> str:
    if turn.state == "running":
        return "Searching and answering."
    if turn.state == "stopped":
        return "Stopped."
    if turn.problem or turn.answer is None:
        return f"No answer: {turn.problem}"
    if turn.answer.abstained:
        return "The abstracts do not answer this."
    return f"The answer is ready, with {counted(len(turn.answer.sources), 'source')}."


def _turn(turn: Turn, number: int) -> str:
    question = tag("h2", escape(_cut(turn.question)), css="question", dir="auto")
    if turn.answer is not None and turn.answer.asked:
        question += paragraph(f"Understood as: {_cut(turn.answer.asked)}", "remark")
    question += _conditions(turn, number)
    answer = "".join(_answer_column(turn))
    body = tag("section", answer, css="answer", aria_label="Answer")
    if turn.answer is not None and turn.answer.sources:
        cards = "".join(_card(source) for source in turn.answer.sources)
        body += tag("aside", tag("h3", "Sources") + cards, css="sources", aria_label="Sources", tabindex="0")
    return tag("article", question + tag("div", body, css="columns"), css=f"turn {turn.state}")


def _conditions(turn: Turn, number: int) -> str:
    """Return which papers were searched: by the filters, and by what the question says itself.

    Each of the latter is a button that asks again without it.
    """
    rows = []
    if turn.allowed:
        rows.append(paragraph(f"Filters: {in_words(turn.allowed)}", "remark"))
    if turn.ignored:
        rows.append(paragraph(f"Asked without: {', '.join(turn.ignored)}", "remark"))
    understood = turn.answer.understood if turn.answer is not None else NOTHING_UNDERSTOOD
    shown = [(f"{_KINDS.get(item.kind, item.kind)} {item.value}", item.words) for item in understood.filters]
    slips = [(f"“{item.meant}” instead of “{item.written}”", item.written) for item in understood.corrections]
    for lead, conditions in (("Only papers with", shown), ("Searched for", slips)):
        if conditions:
            chips = "".join(_chip(text, words, number) for text, words in conditions)
            rows.append(tag("div", tag("span", lead) + chips, css="chips"))
    return "".join(rows)


def _chip(shown: str, words: str, number: int) -> str:
    return tag(
        "button",
        escape(shown) + tag("span", "×", aria_hidden="true"),
        css="chip",
        type="button",
        data_words=words,
        data_turn=str(number),
        aria_label=f"Ask again without: {shown}",
    )


def _cut(question: str) -> str:
    return question if len(question) <= _MOST_OF_QUESTION else f"{question[:_MOST_OF_QUESTION]} …"


def _answer_column(turn: Turn) -> Iterator[str]:
    if turn.answer is not None:
        yield _summary(turn.answer)
        yield _answer(turn.answer)
    if turn.problem:
        yield paragraph(turn.problem, "problem")
    if turn.state == "running":
        yield paragraph("Searching the abstracts …" if turn.answer is None else "Reading on …", "working")
    if turn.state == "stopped":
        yield paragraph("Stopped.", "remark")


def _summary(answer: Answer) -> str:
    """Return the line above an answer: what was searched, supported and dropped."""
    parts = [f"{counted(answer.searched, 'abstract')} searched"]
    if answer.abstained:
        parts.append("no answer found")
    else:
        supported = sum(sentence.verdict == "supported" for sentence in answer.sentences)
        parts.append(f"{supported} of {counted(len(answer.sentences), 'sentence')} supported")
        if answer.complete and not answer.dropped:
            parts.append("none dropped")
    if answer.complete:
        parts += spent_texts(answer)
    if answer.complete and "total" in answer.timings_ms:
        parts.append(f"{answer.timings_ms['total'] / 1000:.1f} s")
    return paragraph(" · ".join(parts), "summary") + (_dropped(answer.dropped) if answer.dropped else "")


def _dropped(dropped: Sequence[Dropped]) -> str:
    items = (escape(item.text) + " " + tag("em", escape(item.reason)) for item in dropped)
    listed = tag("ul", "".join(tag("li", item, dir="auto") for item in items))
    summary = tag("summary", f"{counted(len(dropped), 'sentence')} dropped")
    return tag("details", summary + listed, css="dropped")


def _answer(answer: Answer) -> str:
    if answer.abstained:
        return _refusal(answer)
    body = _quoted(answer) if answer.mode == "quoted" else _written(answer)
    return body + (paragraph(f"Note: {answer.reason}", "remark") if answer.reason else "")


def _refusal(answer: Answer) -> str:
    said = f"The abstracts searched do not answer this: {answer.reason}." if answer.reason else answer.answer
    body = paragraph(said)
    if answer.nearest:
        items = "".join(tag("li", _title(paper) + _facts_line(paper)) for paper in answer.nearest)
        body += paragraph("The nearest papers, which may be about something else:") + tag("ul", items)
    return tag("div", body, css="refusal")


def _quoted(answer: Answer) -> str:
    """Return the quotations, grouped by paper."""
    lead = tag("p", _lead(answer), css="lead", dir="auto") if answer.lead else ""
    return lead + "".join(_quotations(source) for source in answer.sources)


def _lead(answer: Answer) -> str:
    """Return the first sentence of a computed answer; one about a single paper has its marker."""
    only = answer.sources[0] if len(answer.sources) == 1 else None
    return escape(answer.lead) + (f" {citation(only.n, only.paper, [])}" if only else "")


def _quotations(source: Source) -> str:
    quotes = "".join(
        tag(
            "blockquote",
            f"“{escape(item.quote)}” {citation(source.n, source.paper, [item.quote])}",
            dir="auto",
        )
        for item in source.evidence
    )
    notes = kind_note(source.paper) + (tag("span", _BORDERLINE, css="kind") if source.borderline else "")
    mark = "" if source.evidence else f" {citation(source.n, source.paper, [])}"
    return tag("div", tag("p", f"{_title(source.paper)}{mark} {notes}") + quotes, css="finding")


def _written(answer: Answer) -> str:
    sources = {source.n: source for source in answer.sources}
    sentences = " ".join(_sentence(sentence, sources) for sentence in answer.sentences)
    if not sentences:
        return paragraph(answer.answer)
    return tag("p", sentences, dir="auto")


def _sentence(sentence: Sentence, sources: dict[int, Source]) -> str:
    cited = [sources[n] for n in sentence.citations if n in sources]
    marks = "".join(citation(s.n, s.paper, [item.quote for item in s.evidence]) for s in cited)
    doubt = _VERDICTS.get(sentence.verdict, "")
    shown = escape(sentence.text) + (f" {marks}" if marks else "")
    if sentence.verdict == "unsupported":
        shown = tag("s", shown, title=sentence.reason)
    return tag("span", shown + (" " + tag("em", f"({doubt})") if doubt else ""), css=sentence.verdict)


def _card(source: Source) -> str:
    number = tag("span", str(source.n), css="number")
    head = tag("h4", number + _title(source.paper)) + _facts_line(source.paper)
    text = tag("p", highlighted(source.paper.text, source.evidence), css="text", dir="auto")
    return tag("section", head + kind_note(source.paper) + text, css="card")


def _title(paper: Paper) -> str:
    return paper_link(paper, escape(paper.label), css="title", dir="auto")


def _facts_line(paper: Paper) -> str:
    link = "" if safe_url(paper.url) else "no link known"
    facts = " · ".join(part for part in (short_authors(paper.authors), venue_and_year(paper), link) if part)
    return tag("p", escape(facts), css="facts") if facts else ""
