"""Hundreds of false sentences, made out of true ones: hardly any may pass the support check."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from rag.answering.support import SupportChecker
from rag.paper import Paper
from rag.retrieval.names import method_names
from rag.sample import sample_papers
from rag.sentences import sentences

NUMBER = re.compile(r"(?<![\w$^{.])\d+(?:\.\d+)?(?![\w^])")
NEGATIONS = {" is ": " is not ", " are ": " are not ", " can ": " cannot ", " shows that ": " denies that "}
OPPOSITES = {
    "higher": "lower",
    "better": "worse",
    "outperforms": "trails",
    "fewer": "more",
    "faster": "slower",
}
PAPERS = list(sample_papers())
NAMES = sorted({name for paper in PAPERS for name in method_names(paper.text) if len(name) > 3})


class Attack(NamedTuple):
    kind: str
    sentence: str
    cited: Paper


def true_sentences() -> list[tuple[str, Paper]]:
    chance = random.Random(11)
    chosen = []
    for paper in PAPERS:
        spans = sentences(paper.text)
        chosen += [(paper.text[s.start : s.end], paper) for s in chance.sample(spans, 2)]
    return chosen


def attacks() -> Iterator[Attack]:
    chance = random.Random(12)
    for sentence, paper in true_sentences():
        yield Attack("wrong paper", sentence, chance.choice([p for p in PAPERS if p is not paper]))
        if number := NUMBER.search(sentence):
            changed = f"{float(number.group()) * 1.7 + 3:.1f}"
            yield Attack("number", sentence[: number.start()] + changed + sentence[number.end() :], paper)
        if names := method_names(sentence):
            stranger = chance.choice([n for n in NAMES if n.casefold() not in paper.text.casefold()])
            yield Attack("name", sentence.replace(names[0], stranger), paper)
        for words, other in NEGATIONS.items():
            if words in sentence and " no" not in sentence:
                yield Attack("negation", sentence.replace(words, other, 1), paper)
                break
        for word, other in OPPOSITES.items():
            if re.search(rf"\b{word}\b", sentence):
                yield Attack("opposite", re.sub(rf"\b{word}\b", other, sentence, count=1), paper)
                break


@pytest.fixture(scope="module")
def checker(reranker) -> SupportChecker:
    return SupportChecker(lambda: reranker)


def test_true_sentences_pass(checker: SupportChecker):
    flagged = [s for s, paper in true_sentences() if checker.check(s, [paper]).verdict != "supported"]
    assert len(true_sentences()) == 2 * len(PAPERS)
    assert flagged == []


def test_hardly_any_attack_passes(checker: SupportChecker):
    tried: Counter[str] = Counter()
    passed: list[Attack] = []
    for attack in attacks():
        tried[attack.kind] += 1
        if checker.check(attack.sentence, [attack.cited]).verdict == "supported":
            passed.append(attack)
    assert tried.total() >= 200
    assert set(tried) == {"wrong paper", "number", "name", "negation", "opposite"}
    by_kind = Counter(attack.kind for attack in passed)
    assert by_kind["wrong paper"] == 0
    assert len(passed) <= 0.03 * tried.total(), (by_kind, tried, [a.sentence for a in passed])
