"""What papers must not hold, and conditions turned round."""

import pytest
from small_facets import FACETS, read

from rag.retrieval.understanding import understand


@pytest.mark.parametrize(
    ("question", "topic", "without"),
    [
        ("papers on segmentation not on medical images", "papers on segmentation", "medical images"),
        ("papers on pruning, not about vision or language", "papers on pruning", "vision or language"),
        ("work on agents that is not about robotics", "work on agents", "robotics"),
        ("papers on RL without transformers", "papers on RL", "transformers"),
        (
            "papers on optimisation except reinforcement learning",
            "papers on optimisation",
            "reinforcement learning",
        ),
        ("papers on LLMs, excluding papers on agents", "papers on LLMs", "agents"),
        ("papers about pruning other than LoRA?", "papers about pruning?", "LoRA"),
        (
            "papers on segmentation that do not use diffusion models",
            "papers on segmentation",
            "diffusion models",
        ),
        ("papers on RL not using images at ICML", "papers on RL", "images"),
        ("RL papers but not offline RL", "RL papers", "offline RL"),
        (
            "papers about fairness but not in federated learning",
            "papers about fairness",
            "federated learning",
        ),
        ("Which papers are about fairness but not games?", "Which papers are about fairness?", "games"),
        ("diffusion (not vision)", "diffusion", "vision"),
        ("federated learning excluding privacy", "federated learning", "privacy"),
        ("graph neural networks but not molecules", "graph neural networks", "molecules"),
        ("papers on RL, no robotics", "papers on RL", "robotics"),
        ("papers not using neural networks on clustering", "papers on clustering", "neural networks"),
        ("papers that do not use trees on clustering", "papers on clustering", "trees"),
        ("papers that aren't about trees on clustering", "papers on clustering", "trees"),
        ("papers on clustering that aren’t about trees", "papers on clustering", "trees"),
        ("papers on reinforcement learning without images", "papers on reinforcement learning", "images"),
        ("pruning -quantization", "pruning", "quantization"),
        ("papers on kites not about “trains of kites”", "papers on kites", "trains of kites"),
        ('kites but not "tree lines"', "kites", "tree lines"),
    ],
)
def test_what_papers_must_not_hold(question, topic, without):
    found_topic, filters = read(question)
    assert (found_topic, filters[0]) == (topic, ("without", without))
    assert understand(question, FACETS).condition.without == without.split(" or ")


@pytest.mark.parametrize(
    "question",
    [
        "A store that lets facts in an LLM be rewritten in one shot without any retraining",
        "faster generation without changing the output distribution",
        "Which papers align language models without reward models?",
        "papers evaluated not on accuracy but on calibration",
        "Why is alignment not about safety?",
        "all layers except the last",
        "papers on pruning all layers except the last",
        "Why do models not use the context?",
        "without",
        "papers not on",
        "to be or not to be",
        "papers on fast but not accurate methods",
        "necessary but not sufficient conditions",
        "papers on models that are accurate but not fair",
        "Why is it private but not robust?",
        "smooth (not necessarily convex) functions",
        "smooth functions (not necessarily convex)",
        "training on all data except images",
        "how models learn pruning but not trees",
        "papers not only from 2023",
        "papers on learning without forgetting",
        "papers on FractalNet: Deep Networks Without Residuals",
        "unsupervised, not self-supervised, learning",
        "few-shot but not zero-shot learning",
        "k -means",
        "pruning - quantization",
        "pruning-quantization",
    ],
)
def test_negations_that_are_no_condition(question):
    assert read(question) == (question, [])


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("papers not at NeurIPS on RL", ["at NeurIPS"]),
        ("papers on RL that were not published at NeurIPS", ["at NeurIPS"]),
        ("papers except those at NeurIPS on RL", ["at NeurIPS"]),
        ("papers on RL, but not at NeurIPS or ICML", ["at NeurIPS", "at ICML"]),
        ("papers not from 2023 on RL", ["from 2023"]),
        ("papers on RL not from 2020-2023", ["from 2020-2023"]),
        ("papers on RL which weren't published in 2023", ["from 2023"]),
        ("papers on RL not at NeurIPS 2022", ["at NeurIPS 2022"]),
        ("papers not in the collection own.txt on RL", ["in the collection own.txt"]),
        ("papers except with the keyword model pruning on RL", ["with the keyword model pruning"]),
    ],
)
def test_conditions_that_are_turned_round(question, values):
    topic, filters = read(question)
    assert topic.startswith("papers on RL")
    assert filters == [("not", value) for value in values]
    condition = understand(question, FACETS).condition
    assert len(condition.none_of) == len(values)
    assert not any((condition.years, condition.venues, condition.collections, condition.keywords))


def test_not_a_conference_in_one_year_is_not_that_year_at_all():
    (unwanted,) = understand("papers on RL not at NeurIPS 2022", FACETS).condition.none_of
    assert [(list(part.venues), list(part.years)) for part in unwanted.parts()] == [
        (["NeurIPS", "NIPS"], []),
        ([], [2022]),
    ]


def test_a_condition_beside_one_that_is_turned_round_stays():
    question = "papers on RL before 2023 but not from 2021"
    assert read(question)[1] == [("year", "2022 or earlier"), ("not", "from 2021")]
