"""Notices questions for what only the full paper can say."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.answering.named_in_question import papers_called
from rag.answering.support_words import Word, same, stem, text_words, words
from rag.answering.vetoes.numbers import numbers
from rag.index.tokenizer import question_terms, terms
from rag.retrieval.results import Hit
from rag.sentences import sentences
from rag.text import fold

# How experiments were run, which abstracts rarely tell.
_ASKED_DETAILS = re.compile(
    r"\b(?:batch sizes?|learning rates?|drop-?out(?: rates?)?|weight decay|optimi[sz]ers?|warm-?up|epochs?|"
    r"random seeds?|hyper-?parameters?|hardware|gpus?|tpus?|training time|gpu hours|early stopping|"
    r"gradient clipping|appendix|tokeni[sz]ers?|language pairs?"
    r"|(?:figure|table|theorem|lemma|section|equation) \d+"
    r"|(?<=which )(?:figure|table|section|appendix)|(?<=what )(?:figure|table|section))\b",
    re.IGNORECASE,
)
# "What learning rate does X use", "how many annotators labelled", "on which cloud was it trained".
_ASKED_THING = re.compile(
    r"\b(?:what|which|whose|how many|how much)\s+(?P<thing>(?:[\w+-]+(?:['’]s)?\s+){1,5}?)"
    r"(?:did|does|do|is|was|are|were|has|have|had|can|could|will|would|should|report\w*|use[sd]?|get\w*"
    r"|reach\w*"
    r"|obtain\w*|need\w*|label\w*|take|took)\b"
    r"|\bwhat (?:is|was|are|were) the (?P<of>(?:[\w+-]+\s+){1,4}?)(?:of|in|for|at|on|that|behind)\b",
    re.IGNORECASE,
)
# "The accuracy of X on CIFAR-10".
_ON_NAME = re.compile(r"\bon\s+(?:the\s+)?([A-Z][\w-]*[A-Z\d][\w-]*)")
_FOR_A_FACT = re.compile(
    r"\b(?:what|which|who|whose|where|how (?:many|much|long|big|large))\b", re.IGNORECASE
)
_HOW_LONG = re.compile(
    r"\bhow long (?:did|does|do|was|is)\b.*\b(?:train\w*|take|took|run|last\w*)\b", re.IGNORECASE
)
_HOW_MANY = re.compile(
    r"\b(?:how many|number of)\s+(?P<thing>(?:[\w+-]+\s+){0,4}?[\w+-]+)"
    r"(?=\s+(?:did|does|do|is|was|are|were|has|have|had|can|could|will|would|should|takes?|took|per|in|of|for|on"
    r"|used?|need\w*|contain\w*)\b|[?.]|$)",
    re.IGNORECASE,
)
_PERCENT = frozenset(map(stem, ("percent", "percentage")))
_ONE = re.compile(r"\b(?:one|single|an?|several)\b", re.IGNORECASE)
_DURATION = re.compile(r"\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|ms)\b", re.IGNORECASE)
# Words that ask about a paper as a whole, or stand for whatever the answer is.
_ASKS = frozenset(
    terms(
        "explain summarise summarize summary describe description compare comparison difference"
        " differ similar versus vs overview idea main key contribution introduce propose result"
        " finding limitation advantage benefit help mean definition define goal purpose aim detail"
        " novel new good important"
    )
)
_ANY_THING = frozenset(
    stem(word)
    for word in """kind type sort way sense factor score number size value result amount level share rate
    percentage percent proportion fraction task tasks data dataset datasets benchmark benchmarks model models
    method methods approach technique algorithm paper authors author work idea role goal purpose aim
    problem issue question assumption condition setting property properties quantity measure metric
    part parts thing things much many improvement gain advantage benefit drawback limitation
    difference main key new real world component components step steps step case cases field fields
    science area domain domains structure structures experiment experiments reason name average mean
    best different specific exact other others concept basis theory tool tools technology attack
    attacks defence input inputs output outputs loss strategy game games environment environments
    application applications baseline baselines variant variants competitor competitors signal
    source sources class group frontier existing previous hard final total overall top""".split()
)
# A single word may be missing because the text says it in another way.
_FEWEST_WORDS = 2


def missing_detail(question: str, hits: Sequence[Hit]) -> str:
    """Return what the question asks for and the papers do not mention, or an empty string.

    That is a detail of how experiments are run; or, of a paper that the question names, the thing
    it asks for, or everything but the name. Where it names papers, only those count.
    """
    tested_on = [found[1] for found in _ON_NAME.finditer(question)]
    called = [(h, n) for h, names in papers_called(question, hits) if (n := _without(names, tested_on))]
    about = [hit for hit, _ in called] or list(hits)
    texts = [set(terms(f"{hit.paper.title} {hit.paper.text}")) for hit in about]
    for found in _ASKED_DETAILS.finditer(question):
        if not any(_has_phrase(hit, found.group()) for hit in about):
            return found.group().lower()
    names = list(dict.fromkeys(name for _, found in called for name in found))
    if not names:
        return ""
    thing = _asked_thing(question, names)
    if thing and not any(_speaks_of(hit, thing) for hit in about):
        return " ".join(word.text for word in thing)
    counted = _counted(question)
    if counted and not any(_counts(hit, counted) for hit in about):
        return f"how many {counted.text}"
    for place in tested_on:
        if not any(fold(place) in fold(f"{hit.paper.title} {hit.paper.text}") for hit in about):
            return f"on {place}"
    if _HOW_LONG.search(question) and not any(_DURATION.search(hit.paper.text) for hit in about):
        return "how long"
    rest = set(question_terms(question)) - {term for name in names for term in terms(name)} - _ASKS
    if names[1:]:
        return ""
    if _FOR_A_FACT.search(question) and len(rest) >= _FEWEST_WORDS and not any(rest & text for text in texts):
        return f"what is asked about {', '.join(names)}"
    return ""


def asks_only_about(question: str, names: Sequence[str]) -> bool:
    """Whether the question asks for nothing but these names, as "EAGLE vs Medusa" does."""
    return not set(question_terms(question)) - {term for name in names for term in terms(name)} - _ASKS


def _asked_thing(question: str, names: Sequence[str]) -> list[Word]:
    """Return the telling words of what the question asks for, as in "which [activation function]"."""
    found = _ASKED_THING.search(question)
    if not found:
        return []
    own = {w.stem for name in names for w in words(name)}
    phrase = words(found["thing"] or found["of"])
    return [w for w in phrase if w.is_content and w.stem not in _ANY_THING | own and w.text.isalpha()]


def _counted(question: str) -> Word | None:
    """Return what the question asks the number of, as in "how many attention [layers]"."""
    found = _HOW_MANY.search(question)
    telling = [w for w in words(found["thing"]) if w.is_content] if found else []
    return telling[-1] if telling else None


def _counts(hit: Hit, thing: Word) -> bool:
    """Whether the title or a sentence has a number and the thing, or another word for it."""
    told = [hit.paper.title, *(hit.paper.text[start:end] for start, end in sentences(hit.paper.text))]
    if thing.stem in _PERCENT and any(
        unit == "%" for text in told for number in numbers(text) for _, unit in number.readings
    ):
        return True
    return any((numbers(text) or _ONE.search(text)) and text_words(text).has(thing.stem) for text in told)


def _without(names: Sequence[str], others: Sequence[str]) -> list[str]:
    return [name for name in names if name not in others]


def _has_phrase(hit: Hit, phrase: str) -> bool:
    """Whether a paper has these words one after the other: "learning" and "rate" alone say something else."""
    wanted = [word.stem for word in words(phrase)]
    text = [word.stem for word in words(f"{hit.paper.title} {hit.paper.text}")]
    return any(
        all(map(same, wanted, text[at : at + len(wanted)])) for at in range(len(text) - len(wanted) + 1)
    )


def _speaks_of(hit: Hit, thing: Sequence[Word]) -> bool:
    """Whether a paper has the last of the words, or another of its meaning: an "[antibody] database"."""
    return text_words(f"{hit.paper.title} {hit.paper.text}").has(thing[-1].stem)
