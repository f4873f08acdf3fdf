"""Invented papers for the tests. Names in capitals are made up, so that a hit is unambiguous."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rag.index.opening import create_index
from rag.index.paper_index import PaperIndex
from rag.ingestion.report import IngestReport
from rag.ingestion.run import Ingestion
from rag.models.embedding import OnnxEmbedding
from rag.paper import Paper, new_paper
from rag.sources import Record

KITE = (
    "Delivery kites lose time in gusts. "
    "We present KITEMAP, a planner that draws detours around forecast gusts. "
    "KITEMAP cuts delays by 18% on 40 test flights. It fails when gusts are shorter than two seconds."
)
BEE = (
    "Counting bees by eye is slow. "
    "We introduce HIVELOG, which counts bees at the hive entrance with one camera. "
    "HIVELOG is within 3 bees of a human count. The camera needs daylight."
)
BREAD = (
    "Bakers judge dough by touch. This paper studies whether a microphone hears when sourdough has risen. "
    "Our classifier CRUMBEAR is right for 91 of 100 loaves."
)
LUMEN4 = (
    "Street lamps waste power at night. "
    "We describe LUMEN-4, a controller that dims lamps when nobody walks by. "
    "LUMEN-4 saves 22% of the power on six streets."
)
LUMEN5 = (
    "Street lamps waste power at night. We describe LUMEN-5, which also listens for bicycles. "
    "LUMEN-5 saves 31% of the power on six streets and reaches an R of 0.81."
)
COMPILER = (
    "Students find template errors hard to read. We build PLAINTALK, which rewrites error messages of C++ "
    "compilers. In a study with 60 students PLAINTALK halves the time to a fix."
)
GLACIER = (
    "Glacier tongues are mapped once a year. "
    "FERNICE maps them weekly from radar images with a k-NN classifier. "
    "The outline is within 30 metres of the surveyed one."
)
BAMBOO = (
    "青竹林里的湿度变化很快。我们提出竹语模型，用三个传感器预测湿度。误差降低了百分之十二。"
    " BAMBOOTALK predicts humidity in bamboo groves with three sensors."
)

PAPERS = (
    new_paper(
        KITE,
        title="Kitemap: planning detours around gusts",
        authors=["Ada Müller", "Jérôme Garçon"],
        year=2031,
        venue="ICFT",
        url="https://example.org/papers/kite",
        origin="invented:1",
    ),
    new_paper(
        BEE,
        title="Counting bees with one camera",
        authors=["Łukasz Świątek", "Ada Müller"],
        year=2031,
        venue="BeeConf",
        openreview_id="hIvE1",
        origin="invented:2",
    ),
    new_paper(
        BREAD,
        title="Hearing sourdough rise",
        authors=["Jean-Baptiste Four"],
        year=2030,
        venue="ICFT",
        doi="10.5555/bread.1",
        origin="invented:3",
    ),
    new_paper(
        LUMEN4,
        title="Dimming street lamps",
        authors=["Nadia O'Hara"],
        year=2029,
        venue="LampCon",
        url="https://example.org/papers/lumen4",
        origin="invented:4",
    ),
    new_paper(
        LUMEN5,
        title="Street lamps that hear bicycles",
        authors=["Nadia O'Hara", "Bo Lind"],
        year=2031,
        venue="LampCon",
        url="https://example.org/papers/lumen5",
        origin="invented:5",
    ),
    new_paper(
        COMPILER,
        title="Readable template errors",
        authors=["Inês Branco"],
        year=2028,
        venue="ICFT",
        arxiv_id="2801.00007",
        origin="invented:6",
    ),
    new_paper(GLACIER, title="Weekly glacier outlines", authors=["K. Frost"], year=2030, origin="invented:7"),
    new_paper(BAMBOO, title="竹语", authors=["林 小竹"], year=2031, venue="BeeConf", origin="invented:8"),
)


def by_title(word: str) -> Paper:
    """Return the invented paper whose title holds `word`."""
    return next(p for p in PAPERS if word in p.title)


def many_papers(count: int, sentence: str = "It was measured twice.") -> list[Paper]:
    """Return `count` short papers, each with a name of its own."""
    return [
        new_paper(
            f"We present GADGET{n}, device number {n} of a long list. {sentence}",
            title=f"Gadget {n}",
            year=2020 + n % 5,
            url=f"https://example.org/gadgets/{n}",
            origin=f"many:{n}",
        )
        for n in range(count)
    ]


def write_list(name: str, *abstracts: str) -> str:
    """Write a file of a heading and the abstracts; return its name."""
    Path(name).write_text("\n\n".join(["Kite papers 2031", *abstracts]) + "\n", encoding="utf-8")
    return name


def ingest(index: PaperIndex, embedder: OnnxEmbedding, records: Iterable[Record]) -> IngestReport:
    """Run an ingestion without catalogues."""
    with index.writing():
        return Ingestion(index, embedder, []).run(records)


def new_index(folder: Path, embedder: OnnxEmbedding, records: Iterable[Record] = ()) -> PaperIndex:
    """Make an index and ingest `records`."""
    index = create_index(folder, embedder.spec)
    ingest(index, embedder, records)
    return index


def stored(index: PaperIndex) -> dict[str, Paper]:
    """Return the papers of the records by id."""
    return {s.paper.paper_id: s.paper for s in index.records.all()}


def chunk_ids(index: PaperIndex) -> list[str]:
    """Return the ids that Chroma holds, sorted."""
    return sorted(index.vectors._collection.get(include=[])["ids"])


def expected_chunk_ids(index: PaperIndex) -> list[str]:
    """Return the ids that Chroma should hold by the records, sorted."""
    return sorted(f"{s.paper.paper_id}#{n}" for s in index.records.all() for n in range(len(s.chunks)))
