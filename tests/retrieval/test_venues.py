"""Venues in a question."""

import pytest
from small_facets import read


@pytest.mark.parametrize(
    ("question", "topic", "venue"),
    [
        ("papers at ICML on pruning", "papers on pruning", "ICML"),
        ("papers at icml on pruning", "papers on pruning", "ICML"),
        ("NeurIPS papers on pruning", "papers on pruning", "NeurIPS"),
        ("what was published at NIPS about pruning?", "what was about pruning?", "NeurIPS"),
        ("papers published in Nature about proteins", "papers published about proteins", "Nature"),
        ("articles in Machine Learning on trees", "articles on trees", "Machine Learning"),
        ("papers at CVPR on tracking", "papers on tracking", "CVPR"),
        ("venue:ICML pruning", "pruning", "ICML"),
        ("pruning papers from the ICML", "pruning papers", "ICML"),
    ],
)
def test_venues(question, topic, venue):
    assert read(question) == (topic, [("venue", venue)])


@pytest.mark.parametrize(
    ("question", "filters"),
    [
        ("ICML 2024 papers about DPO", [("venue", "ICML"), ("year", "2024")]),
        ("NeurIPS'22 papers about DPO", [("venue", "NeurIPS"), ("year", "2022")]),
        ("papers about DPO at ICML 2050", [("venue", "ICML"), ("year", "2050")]),
        ("papers at ICML or NeurIPS about DPO", [("venue", "ICML"), ("venue", "NeurIPS")]),
        ("papers about DPO at ICML from 2023", [("venue", "ICML"), ("year", "2023")]),
    ],
)
def test_venues_with_years_and_others(question, filters):
    topic, found = read(question)
    assert found == filters
    assert " ".join(topic.split()) == "papers about DPO"


@pytest.mark.parametrize(
    "question",
    [
        "the nature of generalization in papers",
        "learning from nature papers",
        "papers on machine learning",
        "papers on Machine Learning",
        "Machine Learning papers",
        "papers on the ICML-like review process",
        "ACL injuries",
        "repair of the acl in athletes",
        "what is an icml",
    ],
)
def test_words_that_are_no_venues(question):
    assert read(question) == (question, [])
