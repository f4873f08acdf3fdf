"""Vetoes a limit, a need, a cause or a use of data that the sentence states and the text does not."""

from __future__ import annotations

import re
from typing import NamedTuple

from rag.answering.support_words import TextWords, stem, text_words, words
from rag.answering.vetoes.claim import Claim, Veto
from rag.sentences import sentences

_SCOPE = 5
_LEAST_SHARED = 0.5
_NO_LONGER = re.compile(
    r"\b(?:not|isn't|aren't|never) (?:\w+ )?(?:limited|restricted|confined) to\b", re.IGNORECASE
)


class _Relation(NamedTuple):
    """What a sentence states by `said`, and how a text may say so.

    With `is_near`, a single sentence of the text must say so of what follows in the sentence.
    """

    said: re.Pattern[str]
    known: re.Pattern[str]
    is_near: bool


def _relation(said: str, known: str, *, is_near: bool) -> _Relation:
    return _Relation(
        re.compile(rf"\b(?:{said})\b", re.IGNORECASE), re.compile(rf"\b(?:{known})\b", re.IGNORECASE), is_near
    )


_RELATIONS = (
    _relation(
        r"(?:limited|restricted|confined) to",
        r"limit\w*|restrict\w*|confin\w*|only|sole\w*|exclusiv\w*|just|merely|unless|except|alone|at most"
        r"|up to|specific to",
        is_near=True,
    ),
    _relation(
        # "Needs no", "only needs" and "does not need" say the contrary, or little.
        r"(?<!not )(?<!n't )(?<!no )(?<!only )(?<!without )(?<!never )"
        r"(?:requires?|needs?|demands?|necessitates?)\b(?!.{0,40}\b(?:no|only|not|fewer|less|little|neither))",
        r"requir\w*|need\w*|demand\w*|necess\w*|must|ha(?:s|ve) to|prerequisit\w*|hing\w*|depend\w*"
        r"|rel(?:y|ies|iance|ying)|essential\w*|crucial\w*|critical\w*|vital|suffic\w*|enough|only|without"
        r"|condition\w*|unless|at least|provided|costs?|costly|expensive|takes?|us(?:es?|ed|ing)|with"
        r"|assum\w*",
        is_near=True,
    ),
    _relation(
        r"depends? (?:\w+ly |only )?(?:up)?on|hinges? (?:up)?on",
        r"depend\w*|rel(?:y|ies|iance|ying)|hing\w*|determin\w*|govern\w*|function of|scal\w+ \w+"
        r"|var(?:y|ies|ied)"
        r"|affect\w*|influenc\w*|driv\w*|control\w*|relat\w*|associat\w*|correlat\w*|requir\w*|need\w*"
        r"|impact\w*|by",
        is_near=True,
    ),
    _relation(
        r"the (?:key|crux|secret)|(?:the|a) (?:main|primary|root|sole) (?:reason|cause|driver|factor)"
        r"|key (?:to|reason|factor|cause)|(?:essential|crucial|critical|vital|indispensable) (?:to|for|in)",
        r"key|crux|root|main\w*|primar\w*|essential\w*|crucial\w*|critical\w*|vital\w*|indispensab\w*"
        r"|importan\w*|necess\w*|central|core|fundamental\w*|caus\w+|driv\w+|due to|reason|because|heart"
        r"|bottleneck\w*|major|requir\w*|need\w*|pivotal|imperative|depend\w*|contribut\w*",
        is_near=True,
    ),
    _relation(
        r"(?:is|are|was|were) the (?:cost|price)s?",
        r"cost\w*|pric\w*|expens\w*|overhead\w*|penalt\w*|trad\w*|pay\w*",
        is_near=False,
    ),
    _relation(
        r"limitations?|drawbacks?|shortcomings?|disadvantages?|weakness(?:es)?",
        r"limit\w*|drawback\w*|shortcoming\w*|disadvantag\w*|weak\w*|challeng\w*|problem\w*|issue\w*|however"
        r"|suffer\w*|fail\w*|cannot|not|difficult\w*|bottleneck\w*|inadequa\w*|lack\w*|hamper\w*|hinder\w*"
        r"|prohibit\w*|only|hard\w*|impractical|unable|sensitive|poor\w*|degrad\w*|but|although|yet|expensive"
        r"|inefficien\w*|compromis\w*",
        is_near=False,
    ),
    _relation(
        r"(?:pre-?)?train(?:s|ed|ing)? (?:on|with|using|from)|(?:to|for) (?:pre-?)?train(?:ing)?"
        r"|training (?:data|set|sets|corpus)",
        r"\w*-?train\w*|learn\w*|fit\w*|fine-?tun\w*|taught|teach\w*|distill?\w*|tun(?:e|ed|ing)|optimi\w+",
        is_near=False,
    ),
    _relation(
        r"simulat(?:ed|ion|ions|or|ors)",
        r"simulat\w*|synthe\w*|virtual\w*|numerical\w*|artificial\w*|emulat\w*|render\w*|toy|monte carlo"
        r"|generated|in silico|model\w*",
        is_near=False,
    ),
)
# In "vision-language models" the second word alone means another thing.
_COMPOUND = re.compile(r"(?<![\w-])([^\W\d_]{3,})-([^\W\d_]{3,})[\s-]+([^\W\d_]{3,})")
_INTENSIFIES = frozenset(
    "well highly large pre post high low full fully newly widely commonly so then".split()
)


def relation_vetoes(claim: Claim) -> list[Veto]:
    """Return a veto for a relation that no sentence of the text states, or a thing cut out of a compound."""
    said = _NO_LONGER.sub(lambda found: " " * len(found.group()), claim.sentence)
    for relation in _RELATIONS:
        found = relation.said.search(said)
        if found and not _is_stated(relation, found, claim):
            return [Veto("strength", f"it says {found.group()!r}, which the text does not")]
    return _cut_compound(claim)


def _is_stated(relation: _Relation, found: re.Match[str], claim: Claim) -> bool:
    if not relation.is_near:
        return relation.known.search(claim.text) is not None
    scope = [w for w in claim.words if w.start >= found.end() and w.is_content][:_SCOPE]
    for start, end in sentences(claim.text):
        text = claim.text[start:end]
        if relation.known.search(_NO_LONGER.sub("", text)):
            known = text_words(text)
            if sum(known.has(w.stem) for w in scope) >= _LEAST_SHARED * len(scope):
                return True
    return False


def _cut_compound(claim: Claim) -> list[Veto]:
    """Look for two neighbouring words that the nearest sentences have in one compound alone."""
    text = " ".join(claim.nearest)
    pairs = {(a.stem, b.stem) for a, b in zip(claim.words, claim.words[1:], strict=False)}
    said = TextWords(claim.words)
    # "Real-valued functions" beside "vector-valued functions" has its own first word.
    pairs -= {
        (w[1].stem, w[2].stem)
        for own in _COMPOUND.finditer(claim.sentence)
        if own.group().casefold() in text.casefold() and (w := words(own.group()))
    }
    for found in _COMPOUND.finditer(text):
        first, second, third = words(found.group())[:3]
        if first.text.casefold() in _INTENSIFIES or not first.is_content or said.has(first.stem):
            continue
        if said.has(stem(first.text + second.text)):
            continue
        if (second.stem, third.stem) not in pairs or _stands_alone(second.text, third.text, text):
            continue
        reason = f"it says '{second.text} {third.text}' where the text says {found.group()!r}"
        return [Veto("word", reason)]
    return []


def _stands_alone(second: str, third: str, text: str) -> bool:
    return (
        re.search(rf"(?<![\w-]){re.escape(second)}[\s-]+{re.escape(third[:4])}", text, re.IGNORECASE)
        is not None
    )
