"""Vetoes a sentence that names a method, a data set or anything else the cited text does not name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from rag.answering.support_words import stem, words
from rag.answering.vetoes.claim import Claim, Veto
from rag.text import fold

# What looks like a name: two capitals, a capital inside, letters with digits.
_NAME = re.compile(r"(?<![\w$\\])[^\W_][\w+#]*(?:[-–/.^@&][\w+#]+)*(?![\w$])")
_IS_NAME = re.compile(r"[A-Z].*[A-Z]|[a-z][A-Z]|[A-Za-z]-?\d|\d[A-Za-z]{2}")
_ORDINAL = re.compile(
    r"\d+(?:st|nd|rd|th|x|k|m|b|d|s|ms|gb|mb|hz|ghz|fold|bit|bits|way|shot|step|layer)s?", re.I
)
# What makes an adjective of a name.
_SUFFIX = re.compile(
    r"-(?:like|based|dependent|independent|induced|mediated|expressing|style|type|free|specific|positive"
    r"|negative|trained|tuned|aware|driven|level|related|associated|deficient|treated)$",
    re.IGNORECASE,
)
_GREEK = str.maketrans({"α": "a", "β": "b", "γ": "g", "δ": "d", "ε": "e", "κ": "k", "λ": "l", "μ": "m"})
_PART = re.compile(r"[A-Za-z]+|\d+(?:\.\d+)?")
# Everyone's words, whoever wrote the text; no claim stands on them.
_COMMON = frozenset(
    "ai ml llm llms nlp dnn dnns nn nns i ii iii iv v us uk eu usa arxiv icml a b c ok vs pdf url id".split()
)
# "Human Eval" is HumanEval.
_PAIR = re.compile(r"(?<![\w-])([A-Z]\w+) (?=([A-Z]\w+))")


def name_vetoes(claim: Claim) -> list[Veto]:
    """Return a veto for each name of the sentence that the papers do not have."""
    known = _known(claim.text)
    vetoes = []
    for found in _NAME.finditer(claim.sentence):
        name = found.group()
        if not _is_name(claim.sentence, found) or name.casefold() in _COMMON:
            continue
        if not _has(name, known, claim) and not _is_spelt_out(claim, found, known):
            vetoes.append(Veto("name", f"the name {name!r} is not in the cited text"))
    return vetoes


def _is_name(sentence: str, found: re.Match[str]) -> bool:
    name = found.group()
    if _ORDINAL.fullmatch(name) or name.replace(".", "").isdigit():
        return False
    if _IS_NAME.search(name):
        return True
    # A capital inside the sentence, as in "the Tactician platform".
    before = sentence[: found.start()].rstrip()
    is_first = not before or before[-1] in '.!?:"“('
    return name[0].isupper() and not is_first and len(name) > 1


@lru_cache(maxsize=64)
def _known(text: str) -> frozenset[str]:
    """Return the folded names and words of the text, with the acronyms its phrases make."""
    folded = fold(text).translate(_GREEK)
    whole = {m.group().rstrip("s") for m in _NAME.finditer(folded)} | {
        m.group() for m in _NAME.finditer(folded)
    }
    parts = {m.group() for m in _PART.finditer(folded)}
    squeezed = {re.sub(r"[\W_]", "", name) for name in whole}
    joined = {fold(pair.group(1) + pair.group(2)) for pair in _PAIR.finditer(text)}
    return frozenset(whole | parts | squeezed | joined | _acronyms(text))


def _acronyms(text: str) -> set[str]:
    """Return the initials of neighbouring telling words: "graph neural network" makes GNN."""
    found: set[str] = set()
    run: list[tuple[str, bool]] = []
    end = 0
    for word in words(text):
        gap = text[end : word.start]
        if not word.is_content or gap.strip(" -"):
            run = []
        if word.is_content:
            run.append((word.text[0].casefold(), gap != "-"))
            for n in range(2, min(5, len(run)) + 1):
                # The second half of "self-play" begins no name.
                if run[-n][1]:
                    found.add("".join(initial for initial, _ in run[-n:]))
        end = word.start + len(word.text)
    return found


def _is_spelt_out(claim: Claim, found: re.Match[str], known: frozenset[str]) -> bool:
    """Whether the sentence puts the acronym in brackets after words of the text that it stands for."""
    before, after = claim.sentence[: found.start()], claim.sentence[found.end() :]
    if not before.endswith("(") or not after.startswith(")"):
        return False
    letters = [c for c in found.group().casefold() if c.isalpha()]
    spelt = [part.group() for part in _PART.finditer(fold(before))]
    return any(
        all(part in known for part in phrase) and _abbreviates(letters, phrase)
        for n in range(1, len(letters) + 1)
        if (phrase := spelt[-n:])
    )


def _abbreviates(letters: Sequence[str], phrase: Sequence[str]) -> bool:
    """Whether the letters stand in the words in this order, the first one at the beginning."""
    rest = iter("".join(phrase))
    return bool(letters) and letters[0] == phrase[0][0] and all(letter in rest for letter in letters)


def _has(name: str, known: frozenset[str], claim: Claim) -> bool:
    name = _SUFFIX.sub("", name)
    low = fold(name).translate(_GREEK)
    forms = {low, low.rstrip("s"), low.removesuffix("'s"), re.sub(r"[\W_]", "", low)}
    if forms & known:
        return True
    parts = [part.group() for part in _PART.finditer(low)]
    if len(parts) > 1 and all(part in known or part.rstrip("s") in known for part in parts):
        return True
    # A plain word with a capital is compared as a word.
    if name[1:].islower():
        return claim.known.has(stem(name))
    if "-" in name and not _IS_NAME.search(name.replace("-", " ")):
        return all(claim.known.has(stem(p)) for p in parts)
    return False
