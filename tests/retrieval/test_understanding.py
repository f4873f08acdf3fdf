import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.index.facets import Facets
from rag.paper import new_paper
from rag.retrieval.understanding import as_written, understand

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


@pytest.mark.parametrize(
    ("question", "topic", "year"),
    [
        ("papers from 2023 on pruning", "papers on pruning", "2023"),
        ("Which papers on pruning were published in 2024?", "Which papers on pruning were?", "2024"),
        ("pruning papers of 2023", "pruning papers", "2023"),
        ("papers on pruning from the years 2022 and 2023", "papers on pruning", "2022 or 2023"),
        ("which papers from 2023 prune trees?", "which papers prune trees?", "2023"),
        ("the 2023 papers on LLM agents", "the papers on LLM agents", "2023"),
        ("In 2024, which papers studied pruning?", "which papers studied pruning?", "2024"),
        ("diffusion models since 2022", "diffusion models", "2022 or later"),
        ("papers on pruning from 2022 onwards", "papers on pruning", "2022 or later"),
        ("papers 2020-2023 on pruning", "papers on pruning", "2020-2023"),
        ("papers on pruning (2020–2023)", "papers on pruning", "2020-2023"),
        ("papers on pruning published between 2020 and 2023", "papers on pruning", "2020-2023"),
        ("work from 2020 to 2023 on GANs", "work on GANs", "2020-2023"),
        ("work before 2021 on GANs", "work on GANs", "2020 or earlier"),
        ("papers on GANs after 2021", "papers on GANs", "after 2021"),
        ("papers on GANs until 2021", "papers on GANs", "2021 or earlier"),
        ("before 2020 papers on GANs", "papers on GANs", "2019 or earlier"),
        ("since 2020 papers on GANs", "papers on GANs", "2020 or later"),
        ("only from 2023 papers on GANs", "papers on GANs", "2023"),
        ("papers on GANs only from 2023", "papers on GANs", "2023"),
        ("papers only from 2023 on GANs", "papers on GANs", "2023"),
        ("GAN papers, only before 2020", "GAN papers", "2019 or earlier"),
        ("papers for 2023 on GANs", "papers on GANs", "2023"),
    ],
)
def test_years(question, topic, year):
    assert read(question) == (topic, [("year", year)])


@pytest.mark.parametrize(
    ("question", "inside", "outside"),
    [
        ("papers from 2023", [2023], [2022, 2024]),
        ("papers since 2022", [2022, 2024, 2099], [2021]),
        ("papers after 2022", [2023], [2022]),
        ("papers before 2022", [1950, 2021], [2022]),
        ("papers until 2022", [2022], [2023]),
        ("papers from 2020-2022", [2020, 2021, 2022], [2019, 2023]),
        ("papers from 2020 or 2022", [2020, 2022], [2021]),
    ],
)
def test_the_years_that_are_let_through(question, inside, outside):
    years = understand(question, FACETS).condition.years
    assert set(inside) <= set(years)
    assert not set(outside) & set(years)


@pytest.mark.parametrize(
    "question",
    [
        "Which papers evaluate on ImageNet 2012?",
        "WMT 2014 translation papers",
        "papers on the 2020 election",
        "papers on forecasting for the year 2050",
        "papers on energy demand for 2050",
        "papers on decoder-only models before training",
        "papers on forecasting in 2020 elections",
        "papers on reconstruction in 2D",
        "Who won the men's football World Cup in 2022?",
        "diffusion models in 2024",
        "Which papers mention $gt 2023?",
        "papers from the 2020s",
        "a 1950 word limit in papers",
        "papers with 2048 tokens",
        "papers on GPT-2019",
        "papers that reach 2023.5 points",
        "papers from 12023",
        "papers on RFC 2020-2023x",
    ],
)
def test_numbers_that_are_no_years_of_publication(question):
    assert read(question) == (question, [])


@pytest.mark.parametrize(
    "question",
    [
        "papers on energy demand in 2050",
        "In 2050, which papers will matter?",
        "how many papers are about the election in 2016?",
        "papers on floods between 2040 and 2050",
        "papers about the games during 2012",
    ],
)
def test_a_year_of_no_paper_may_be_the_topic_and_is_remarked(question):
    understood = understand(question, FACETS)
    assert understood.filters == ()
    assert any(year in understood.topic for year in ("2050", "2016", "2012"))
    assert understood.remark.startswith("no paper here is from ")


@pytest.mark.parametrize(
    ("question", "year"),
    [
        ("papers from 2050 on energy demand", "2050"),
        ("papers in 2050 on energy demand", "2050"),
        ("papers on energy demand published in 2050", "2050"),
        ("papers on energy demand since 2050", "2050 or later"),
        ("2050 papers on energy demand", "2050"),
        ("papers on energy demand in 2023", "2023"),
        ("papers on energy demand in 2023 or 2050", "2023 or 2050"),
    ],
)
def test_a_year_in_which_papers_are_published_is_no_topic(question, year):
    understood = understand(question, FACETS)
    assert understood.topic == "papers on energy demand"
    assert [(item.kind, item.value) for item in understood.filters] == [("year", year)]
    assert understood.remark == ""


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


@pytest.mark.parametrize(
    ("question", "author"),
    [
        ("papers by Yolanda Bengtson", "Yolanda Bengtson"),
        ("papers by yolanda bengtson", "yolanda bengtson"),
        ("Which papers are by Y. Bengtson?", "Y. Bengtson"),
        ("papers by Bengtson, Y.", "Bengtson, Y."),
        ("papers by Bengtson et al.", "Bengtson et al."),
        ("papers by Severine Levy", "Severine Levy"),
        ("papers by Levy", "Levy"),
        ("Show me the work of Wei Li at this conference.", "Wei Li"),
        ("I follow the research of Wei Li; what is there this year?", "Wei Li"),
        ("Which papers have Wei Li as an author?", "Wei Li"),
        ("which papers is wei li on", "wei li"),
        ("What has Séverine Lévy got at the conference?", "Séverine Lévy"),
        ("Which papers list Alex Hernandez-Gall among the authors?", "Alex Hernandez-Gall"),
        ("What did Wei Li publish here?", "Wei Li"),
        ("Wei Li's papers", "Wei Li"),
        ("how many papers does Wei Li have?", "Wei Li"),
        ("publications of Wei Li", "Wei Li"),
        ("what did Wei Li write?", "Wei Li"),
        ("anything by Wei Li?", "Wei Li"),
        ("everything written by Wei Li", "Wei Li"),
        ("author: Wei Li", "Wei Li"),
        ("papers coauthored by Wei Li", "Wei Li"),
    ],
)
def test_authors_whose_papers_are_asked_for(question, author):
    assert read(question) == ("", [("author", author)])


def test_an_author_and_a_topic():
    for question in (
        "papers by Wei Li and Séverine Lévy about lamps in 2024",
        "What papers did Wei Li and Séverine Lévy publish about lamps in 2024?",
    ):
        topic, filters = read(question)
        assert topic.endswith("about lamps") or topic.endswith("about lamps?")
        assert filters == [("author", "Wei Li or Séverine Lévy"), ("year", "2024")]
    assert read("Levy's work on lamps") == ("work on lamps", [("author", "Levy")])
    assert read("papers on lamps by Wei Li") == ("papers on lamps", [("author", "Wei Li")])


@pytest.mark.parametrize(
    "question",
    [
        "papers by both Wei Li and Séverine Lévy",
        "papers by Wei Li with Séverine Lévy",
        "papers by Wei Li together with Levy",
        "how many papers did Wei Li and Séverine Lévy write together?",
    ],
)
def test_papers_that_two_authors_wrote_together(question):
    topic, filters = read(question)
    assert topic == ""
    assert [(kind, " and " in value) for kind, value in filters] == [("author", True)]
    condition = understand(question, FACETS).condition
    assert [list(part.authors) for part in condition.parts()] == [["wei li"], ["severine levy"]]


@pytest.mark.parametrize(
    "question", ["papers by Wei Li and Jack Zeppelin on lamps", "papers by Jack Zeppelin and Wei Li on lamps"]
)
def test_a_second_author_who_is_not_in_the_library_is_remarked(question):
    understood = understand(question, FACETS)
    assert understood.topic == "papers on lamps"
    assert [(item.kind, item.value) for item in understood.filters] == [("author", "Wei Li")]
    assert understood.remark == "no paper here is by Jack Zeppelin"
    assert understood.to_dict()["remark"] == understood.remark


def test_authors_whose_papers_are_not_wanted():
    for question in ("papers not by Levy on lamps", "papers on lamps not by Séverine Lévy"):
        understood = understand(question, FACETS)
        assert understood.topic == "papers on lamps"
        assert [(item.kind, item.value[:2]) for item in understood.filters] == [("not", "by")]
        assert list(understood.condition.none_of[0].authors) == ["severine levy"]
        assert not understood.condition.authors


@pytest.mark.parametrize(
    "question",
    [
        "How does the method of moments by Wei Lin work?",
        "Is Wei Li right about lamps?",
        "papers by Jo Nobody",
        "how do methods of optimisation by Wei Li compare with others?",
        "what has Wei Li to do with lamps?",
        "Li-ion",
    ],
)
def test_names_that_are_no_condition(question):
    assert read(question) == (question, [])


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


@pytest.mark.parametrize(
    ("question", "topic", "filters"),
    [
        (
            "papers with the keyword model pruning from 2023",
            "",
            [("keyword", "model pruning"), ("year", "2023")],
        ),
        ("papers tagged “Model Pruning” about trees", "papers about trees", [("keyword", "Model Pruning")]),
        ("papers with the keyword zeppelin", None, []),
        (
            "papers in the collection icml2024-events about lamps",
            "papers about lamps",
            [("collection", "icml2024-events")],
        ),
        ("lamps in the file own.txt", "lamps", [("collection", "own.txt")]),
        ("lamps in the collection of the museum", None, []),
    ],
)
def test_keywords_and_collections(question, topic, filters):
    assert read(question) == (question if topic is None else topic, filters)


@pytest.mark.parametrize(
    ("question", "topic", "found"),
    [
        ("how many papers mention KITEMAP?", "", ("mention", "KITEMAP")),
        ('how many papers have "kite lines" in the title?', "", ("title", "kite lines")),
        ("list all papers that mention kite lines", "", ("mention", "kite lines")),
        ("papers that contain the word “kites”", "", ("mention", "kites")),
        ("papers whose title contains kites", "", ("title", "kites")),
        ("papers on lamps that mention kites", "papers on lamps", ("mention", "kites")),
    ],
)
def test_words_that_papers_must_mention(question, topic, found):
    assert read(question) == (topic, [found])


@pytest.mark.parametrize(
    "question",
    [
        "papers that contain theoretical guarantees",
        "papers with code",
        "Which papers mention that kites fly?",
        "papers that mention the",
        "What does the survey mention?",
    ],
)
def test_other_things_that_papers_hold(question):
    assert all(kind not in ("mention", "title") for kind, _ in read(question)[1])


def test_a_word_that_is_mentioned_and_one_that_is_not():
    question = "papers that mention kites but not lamps"
    assert read(question) == ("", [("mention", "kites"), ("without", "lamps")])


def test_ignored_phrases_are_no_conditions_and_not_searched():
    question = "papers at ICML from 2023 on pruning"
    understood = understand(question, FACETS, ignored=["FROM 2023"])
    assert [item.kind for item in understand(question, FACETS).filters] == ["venue", "year"]
    assert [item.kind for item in understood.filters] == ["venue"]
    assert understood.topic == "papers on pruning"


@pytest.mark.parametrize(
    "question",
    [
        "",
        " ",
        "what is the of and to in a",
        "在有阵风的情况下，哪种方法用于无人机路线规划？",
        'Robert\'); DROP TABLE papers;-- " OR 1=1 {"$ne": null} ${jndi} {{7*7}} %s %(x)s {title}',
        "How does KITEMAP avoid gusts?",
        "which papers improve DPO?",
        "(((((",
        "\\",
        "[a-z",
        "papers by",
        "from",
        "?!",
    ],
)
def test_other_questions_stay_as_they_are(question):
    assert understand(question, FACETS) == as_written(question)


@pytest.mark.parametrize(
    "piece",
    [
        "papers on ",
        "not on x or ",
        "2020-",
        "Wei Li, ",
        "at ICML and ",
        "without a b c ",
        "list all of the ",
        "!? ",
        "é",
    ],
)
def test_long_questions_are_read_quickly(piece):
    for length in (399, 10_000):
        started = time.process_time()
        understand((piece * length)[:length], FACETS)
        assert time.process_time() - started < 1


WORDS = (
    "papers on not about without except , . ? 2023 2020-2023 from in at ICML Wei Li et al. how many list all"
    ' or and which that do use keyword tagged collection file similar to like who wrote when was published "'
    " ( ) 林 \0 '"
).split(" ")


@given(st.one_of(st.text(max_size=300), st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)))
def test_understanding_never_raises(question):
    understood = understand(question, FACETS)
    assert understood.question == question
    for item in understood.filters:
        assert question[item.start : item.end].strip(" ,") == item.words
