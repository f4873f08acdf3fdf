"""The facts of four papers, and what a question means in a library with them."""

from rag.index.facets import Facets
from rag.paper import new_paper
from rag.retrieval.understanding import understand

FACETS = Facets.of(
    [
        new_paper(
            "A text.",
            title="One",
            authors=["Yolanda Bengtson", "Séverine Lévy", "Wei Li", "Alex Hernandez-Gall"],
            year=2024,
            venue="ICML",
            keywords=["Model Pruning"],
            origin="lists/icml2024-events.json#3",
        ),
        new_paper("Another text.", title="Two", year=2023, venue="Nature", origin="own.txt:2"),
        new_paper("A third text.", title="Three", year=2022, venue="NeurIPS", origin="own.txt:3"),
        new_paper("A fourth text.", title="Four", year=2022, venue="Machine Learning", origin="own.txt:4"),
    ]
)


def read(question):
    """What is searched, and the conditions."""
    understood = understand(question, FACETS)
    for item in understood.filters:
        assert item.words.strip() in question
    return understood.topic, [(item.kind, item.value) for item in understood.filters]
