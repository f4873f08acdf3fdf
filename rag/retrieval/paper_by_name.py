"""Finds the paper of the library that a title, a part of it, or a method's name stands for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rag.index.snapshot import Snapshot
from rag.index.tokenizer import terms
from rag.paper import Paper
from rag.retrieval.filters import PaperOf
from rag.retrieval.fusion import best_rows
from rag.retrieval.names import CAPITALISED, without_possessive
from rag.text import fold

_CANDIDATES = 50
_LEAD = re.compile(
    r"^(?:the\s+)?(?:(?:paper|article|work|abstract)\s+)?(?:called\s+|titled\s+|on\s+)?", re.IGNORECASE
)
_TAIL = re.compile(r"\s+(?:paper|article)$", re.IGNORECASE)
_QUOTES = " \"“”'‘’?.!,;:"
_PRESENTS = r"(?:introduce|propose|present|describe|develop|build|call(?:ed)?|termed|named|dubbed)"
# Of longer names, so much of a title.
_SHARE = 0.75


def paper_by_name(name: str, snapshot: Snapshot, paper: PaperOf) -> Paper | None:
    """Return the paper with this title, or the only one whose title begins with "name:" or holds it.

    A name of one word, such as KITEMAP, also stands for the only paper that introduces or holds it, but not
    for one of several that hold it because its title does.
    """
    name = _TAIL.sub("", _LEAD.sub("", name.strip(_QUOTES))).strip(_QUOTES)
    wanted = set(terms(name))
    if not wanted:
        return None
    candidates = list(_candidates(name, snapshot, paper))
    same = fold(name)
    exact = [p for p in candidates if fold(p.title).strip(_QUOTES) == same]
    begins = [p for p in candidates if fold(p.title.partition(":")[0]).strip(_QUOTES) == same]
    if found := exact or begins:
        return found[0] if len(found) == 1 else None
    if len(name.split()) == 1:
        named = [p for p in candidates if _holds(name, p)] if _is_name(name) else []
        introduced = [p for p in named if _introduces(name, p)] or named
        if len(introduced) != 1:
            return None
        # "How fast is KITEMAP?" is a title with the name of another's method.
        is_own = len(named) == 1 or introduced[0].title.startswith(name) or _presents(name, introduced[0])
        return introduced[0] if is_own else None
    near = [
        p
        for p in candidates
        if wanted <= set(terms(p.title)) and len(wanted) >= _SHARE * len(set(terms(p.title)))
    ]
    return near[0] if len(near) == 1 else None


def named_rows(question: str, names: Iterable[str], snapshot: Snapshot, paper: PaperOf) -> list[int]:
    """Return the rows of the papers that `question` names, each once.

    Those are the only paper that is called by one of `names`, which are its rare names of methods,
    and the paper whose title begins with a capitalised word of it and a colon, as "Medusa: ...".
    """
    called = [p for name in names if (p := paper_by_name(name, snapshot, paper)) and _is_called(name, p)]
    words = dict.fromkeys(map(without_possessive, CAPITALISED.findall(question)))
    titled = [p for word in words if (p := _titled(word, snapshot, paper))]
    ids = dict.fromkeys(p.paper_id for p in (*called, *titled))
    return [snapshot.paper_ids.index(paper_id) for paper_id in ids]


def _is_called(name: str, paper: Paper) -> bool:
    """Whether a paper that holds `name` is also called by it, which everyone's acronyms call none."""
    if fold(paper.title.partition(":")[0]) == fold(name):
        return True
    if name.removesuffix("s").isupper():
        return bool(re.search(rf"{_PRESENTS}\W+{_word(name)}", paper.text))
    return _introduces(name, paper)


def _titled(word: str, snapshot: Snapshot, paper: PaperOf) -> Paper | None:
    """Return the only paper whose title begins with `word` and a colon."""
    if not terms(word) or snapshot.lexical.papers_with(terms(word)[0]) > _CANDIDATES:
        return None
    begins = [p for p in _candidates(word, snapshot, paper) if p.title.startswith(f"{word}:")]
    return begins[0] if len(begins) == 1 else None


def _candidates(name: str, snapshot: Snapshot, paper: PaperOf) -> Iterator[Paper]:
    scores = snapshot.lexical.scores(name)
    for row in best_rows(scores, _CANDIDATES):
        found = paper(snapshot.paper_ids[row]) if scores[row] > 0 else None
        if found is not None:
            yield found


def _introduces(name: str, paper: Paper) -> bool:
    """Whether the title holds the name, or the text presents it."""
    return re.search(_word(name), paper.title) is not None or _presents(name, paper)


def _presents(name: str, paper: Paper) -> bool:
    """Whether the text says "we introduce NAME"."""
    return re.search(rf"{_PRESENTS}\W+(?:\w+\W+){{0,6}}{_word(name)}", paper.text) is not None


def _holds(name: str, paper: Paper) -> bool:
    return re.search(_word(name), f"{paper.title} {paper.text}") is not None


def _word(name: str) -> str:
    return rf"(?<![\w-]){re.escape(name)}(?![\w-])"


def _is_name(word: str) -> bool:
    return any(c.isupper() or c.isdigit() for c in word)
