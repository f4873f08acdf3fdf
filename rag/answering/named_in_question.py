"""Says which of the papers found a question names, by a method or by the title."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.answering.support_words import weight
from rag.retrieval.names import CAPITALISED, without_possessive
from rag.retrieval.results import Hit
from rag.text import fold

# "Chain of Code: Reasoning with ..." is called by what stands before the colon.
_SHORT_TITLE = re.compile(r"^([^:]{3,40}?)\s*:\s")
_MOST_TITLE_WORDS = 4
# Everyone's words, which call no paper.
EVERYONES_NAMES = frozenset(
    "gpu gpus cpu cpus tpu tpus ai ml llm llms nlp icml arxiv github sota phd doi pdf neurips iclr".split()
)
_FEW = 2


def called_names(question: str, hit: Hit) -> list[str]:
    """Return by which names of `hit` the question calls it, as they stand there, in their order."""
    found = [*(name for name in hit.names if name in question), *_rare_words(question, hit)]
    title = _SHORT_TITLE.match(hit.paper.title)
    if title and len(title[1].split()) <= _MOST_TITLE_WORDS:
        stands = re.search(rf"(?<![\w-]){re.escape(title[1])}(?![\w-])", question)
        # A word that every question could hold names no paper.
        if stands and (stands.start() > 0 or " " in title[1] or hit.named) and title[1][0].isupper():
            found.append(stands.group())
    if len(hit.paper.title.split()) > 1 and (whole := re.search(re.escape(hit.paper.title), question, re.I)):
        found.append(whole.group())
    names = dict.fromkeys(name for name in found if name.casefold() not in EVERYONES_NAMES)
    return sorted(names, key=question.find)


def papers_called(question: str, hits: Sequence[Hit]) -> list[tuple[Hit, list[str]]]:
    """Return the hits that the question calls by name, with the names, in the order of `hits`.

    A name that many of them hold calls none, and of those that hold it the one that has it in its
    title is meant.
    """
    called = [(hit, called_names(question, hit)) for hit in hits]
    titled = {name for hit, names in called for name in names if is_named_in(name, hit.paper.title)}
    result = []
    for hit, names in called:
        meant = [n for n in names if n not in titled or is_named_in(n, hit.paper.title)]
        few = [n for n in meant if sum(n in other for _, other in called) <= _FEW or n in titled]
        if few:
            result.append((hit, few))
    return result


def title_is_called(title: str, question: str) -> bool:
    """Whether `question` holds the title, or what stands before its colon, in any case."""
    short = _SHORT_TITLE.match(title)
    return is_named_in(title, question) or bool(short and is_named_in(short[1], question))


def is_named_in(name: str, text: str) -> bool:
    """Whether `name` stands in `text` as words of its own, in any case."""
    return re.search(rf"(?<!\w){re.escape(fold(name))}(?!\w)", fold(text)) is not None


def _rare_words(question: str, hit: Hit) -> list[str]:
    """Return capitalised words inside the question that are in no dictionary and stand in the paper."""
    text = set(re.findall(r"[\w-]+", fold(f"{hit.paper.title} {hit.paper.text}")))
    return [
        name
        for found in CAPITALISED.finditer(question)
        if found.start() > 0
        and weight(found.group()) == 1.0
        and fold(name := without_possessive(found.group())) in text
    ]
