"""Understands a question by rules: what is wanted, of which papers, and about what."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, replace
from functools import reduce
from itertools import chain
from typing import Any

from rag.index.facets import Facets
from rag.index.tokenizer import question_terms, terms
from rag.paper import Paper
from rag.retrieval.filters import PaperFilter
from rag.retrieval.rules.author_counts import author_counts
from rag.retrieval.rules.authors_of import PaperNamed, authors_of_paper, paper_not_known
from rag.retrieval.rules.groups import collections, keywords
from rag.retrieval.rules.intents import Fact, Intent, Wanted, is_pasted_text, wanted
from rag.retrieval.rules.kinds import kinds_of_paper
from rag.retrieval.rules.mentions import mentions
from rag.retrieval.rules.name_alone import name_alone
from rag.retrieval.rules.negation import negations
from rag.retrieval.rules.order import Order, without_order
from rag.retrieval.rules.persons import asked_authors
from rag.retrieval.rules.recognised import PAPERS, Recognised
from rag.retrieval.rules.relative_years import relative_years
from rag.retrieval.rules.sessions import sessions
from rag.retrieval.rules.tallies import Tally
from rag.retrieval.rules.turned import turned
from rag.retrieval.rules.venues import venues
from rag.retrieval.rules.years import is_topic, years
from rag.retrieval.spelling import Correction
from rag.text import fold

_LOOSE_WORD = r"(?:and|or|but|by|from|in|at|of|published|that (?:were|are)|which (?:were|are))"
_LOOSE_END = re.compile(rf"[\s,;:]*(?:\b{_LOOSE_WORD}\b[\s,;:]*)*(?P<end>[?.!]*)\s*$", re.IGNORECASE)
LONGEST_READ = 400
_PAPERS_FIRST = re.compile(rf"{PAPERS}\b", re.IGNORECASE)
# "What did ... publish on kites", when the author is taken out.
_PUBLISHED_ON = re.compile(
    rf"^(?:what|which(?:\s+{PAPERS})?|{PAPERS})\s+(?:(?:did|has|have|does|do)\s+)?(?:ever\s+)?"
    r"(?:publish(?:ed)?|write|wrote|written|present(?:ed)?|contribute[ds]?|do|done|say|said|work(?:ed)?|got|have)"
    r"(?:\s+here)?\s+(?=(?:on|about)\b)",
    re.IGNORECASE,
)
_LOOKED_UP = ("mention", "title")
# Words about publishing: they ask for papers, but not for a topic.
_ABOUT_PUBLISHING = frozenset(
    terms(
        "author authors authored co-authored coauthored publish published present presented conference year"
        " accepted among here write written wrote appear exist library index follow interesting see got"
        " anything everything something both only contributions together jointly joint"
        " collaborate collaboration ever working first last else other more also same"
        " abstract preprint manuscript know hold contain add"
    )
)


@dataclass(frozen=True, slots=True)
class Understanding:
    """What a question is understood to mean.

    `topic` is what is searched: the question without the phrases that were recognised, or empty if
    nothing is left to search by. `filters` are the conditions that stand in it, which decide which
    papers are searched. `facts` are what is wanted of one paper, for that intent. `most` is how many
    papers are wanted, where the question says so, and `order` by which end of the years they come first.
    `tally` is which numbers are wanted, for that intent.
    `notes` are what the user must know besides, and `corrections` the slips of the pen that `question`
    is without.
    """

    question: str
    topic: str
    intent: Intent = "find"
    filters: tuple[Recognised, ...] = ()
    facts: tuple[Fact, ...] = ()
    most: int | None = None
    order: Order | None = None
    tally: Tally | None = None
    notes: tuple[str, ...] = ()
    corrections: tuple[Correction, ...] = ()

    @property
    def searched(self) -> str:
        """What the retrievers get: the topic or, without one, papers and the words of the conditions."""
        wanted = [item for item in self.filters if item.kind not in ("not", "without")]
        return self.topic or " ".join(["papers", *map(_as_topic, wanted or self.filters)])

    @property
    def of_author(self) -> bool:
        """Whether papers by somebody are asked for."""
        return any(item.kind == "author" for item in self.filters)

    @property
    def remark(self) -> str:
        """What the user must know of the reading, such as an author who is not in the library."""
        remarks = (item.remark for item in self.filters if item.remark)
        return "; ".join((*map(str, self.corrections), *self.notes, *remarks))

    @property
    def condition(self) -> PaperFilter:
        """The filter of all conditions: of several years any, and so for venues and authors."""
        conditions = [item.condition for item in self.filters]
        return PaperFilter(
            years=[year for c in conditions for year in c.years],
            venues=[venue for c in conditions for venue in c.venues],
            authors=[author for c in conditions for author in c.authors],
            author_counts=[count for c in conditions for count in c.author_counts],
            collections=[name for c in conditions for name in c.collections],
            keywords=[keyword for c in conditions for keyword in c.keywords],
            without=[term for c in conditions for term in c.without],
            mentioning=[word for c in conditions for word in c.mentioning],
            titled=[word for c in conditions for word in c.titled],
            title_starts=[word for c in conditions for word in c.title_starts],
            first_authors=[author for c in conditions for author in c.first_authors],
            last_authors=[author for c in conditions for author in c.last_authors],
            papers=[paper_id for c in conditions for paper_id in c.papers],
            none_of=tuple(other for c in conditions for other in c.none_of),
            also=tuple(other for c in conditions for other in c.also),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return JSON values."""
        return {
            "intent": self.intent,
            "topic": self.topic,
            "filters": [item.to_dict() for item in self.filters],
            "corrections": [item.to_dict() for item in self.corrections],
            "remark": self.remark,
            "most": self.most,
            "order": self.order,
            "tally": None if self.tally is None else asdict(self.tally),
        }


def _as_topic(item: Recognised) -> str:
    """Return what is searched for a condition, where there is nothing else."""
    return f"on {item.value}" if item.kind in _LOOKED_UP else item.words


def as_written(question: str) -> Understanding:
    """Return the understanding that takes every word for what is searched."""
    return Understanding(question, question)


def no_paper(name: str) -> Paper | None:
    """Return no paper, whatever it is called."""


def understand(
    question: str, facets: Facets, ignored: Collection[str] = (), named: PaperNamed = no_paper
) -> Understanding:
    """Return what `question` means in a library with these facets, where `named` gives a paper by a name.

    `ignored` are phrases of the question, as `Recognised.words` has them, that it is to be read
    without.
    A question in which nothing is recognised is its own topic, and so is one that is too long to
    be a plain request. Never raises.
    """
    if len(question) > LONGEST_READ and not is_pasted_text(question):
        return as_written(question)
    want, order = wanted(question), None
    if want.intent in ("find", "list"):
        plain, order = without_order(question)
        want = wanted(plain)
    if want.rest == question and want.intent == "similar":
        return Understanding(question, question, "similar")
    said = _apart(_conditions(question, facets, named))
    found = [item for item in said if not is_topic(question, item, facets.known_years)]
    if want.tally and want.tally.beside and not any(item.kind == "author" for item in found):
        want = wanted(question, tallied=False)
    notes = tuple(
        f"no paper here is from {item.value}, so that was searched for as words"
        for item in said
        if item not in found
    )
    notes += tuple(item.remark for item in found if not item.condition)
    unknown = paper_not_known(question)
    if unknown and not any(item.kind == "author" for item in found):
        notes = (*notes, f"no one paper here is called {unknown}, so that was searched for as words")
    if want == Wanted("find", question) and not said:
        return replace(as_written(question), notes=notes)
    if order:
        is_told = len(facets.known_years) > 1
        notes += (f"{order} first" if is_told else "the papers here are from one year, which gives no order",)
        order = order if is_told else None
    if want.tally and want.tally.group == "author":
        notes += ("authors are told apart by their names alone",)
    passed_over = {fold(words) for words in ignored}
    filters = tuple(item for item in found if item.condition and fold(item.words) not in passed_over)
    # A title may hold what looks like a condition.
    topic = want.rest if want.facts else _topic(question, want.rest, found)
    # Which papers mention a word, or are from a year, is no matter of relevance.
    is_lookup = not topic and not order and bool(found) and not any(item.kind == "author" for item in filters)
    intent = "list" if is_lookup and want.intent == "find" else want.intent
    return Understanding(question, topic, intent, filters, want.facts, want.most, order, want.tally, notes)


def as_find(understood: Understanding) -> Understanding:
    """Return the same conditions with a plain search: for a question whose paper is not known.

    "Papers related to pruning" and "where can I find papers on pruning" name a topic, no paper.
    """
    names_a_topic = understood.intent == "similar" or _PAPERS_FIRST.match(understood.topic)
    said = understood.question
    topic = understood.topic if names_a_topic else _topic(said, said, understood.filters)
    return replace(understood, topic=topic, intent="find", facts=())


def _conditions(question: str, facets: Facets, named: PaperNamed) -> list[Recognised]:
    facts = chain(
        authors_of_paper(question, named),
        mentions(question),
        kinds_of_paper(question, facets),
        author_counts(question, facets),
        keywords(question, facets),
        collections(question, facets),
        sessions(question, facets),
        name_alone(question, facets),
        asked_authors(question, facets.authors),
        venues(question, facets.venue_names),
        years(question) or relative_years(question, facets.known_years),
    )
    return [*turned(question, _apart(list(facts))), *negations(question)]


def _apart(found: Sequence[Recognised]) -> list[Recognised]:
    """Return what does not overlap with anything before it, in the order of the question."""
    kept: list[Recognised] = []
    for item in found:
        if all(item.end <= other.start or item.start >= other.end for other in kept):
            kept.append(item)
    return sorted(kept, key=lambda item: item.start)


def _topic(question: str, rest: str, filters: Sequence[Recognised]) -> str:
    """Return `rest` without the phrases of the filters; empty if no telling word is left."""
    topic = reduce(lambda text, item: _without_phrase(text, question[item.start : item.end]), filters, rest)
    topic = " ".join(re.sub(r"\(\s*\)", " ", topic).split())
    topic = re.sub(r"\s+([?.!,;:])", r"\1", topic)
    topic = _LOOSE_END.sub(lambda found: found["end"], topic)
    if any(item.kind == "author" for item in filters):
        topic = _PUBLISHED_ON.sub("papers ", topic)
    topic = re.sub(r"^(?:[\s,;:]|(?:and|or|but|on|about)\b)+", "", topic)
    return topic if set(question_terms(topic)) - _ABOUT_PUBLISHING else ""


def _without_phrase(text: str, phrase: str) -> str:
    """Return `text` without a phrase, and without the "only" before it."""
    return re.sub(
        rf"(?:(?<![\w-])(?:only|just)\s+)?{re.escape(phrase)}", " ", text, count=1, flags=re.IGNORECASE
    )
