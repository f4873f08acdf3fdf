import json

import pytest
from invented_papers import KITE, PAPERS

from rag.errors import UsageError
from rag.retrieval.filters import PaperFilter
from rag.retrieval.reading import Reading
from rag.retrieval.search import Searcher, checked_question, passage_text
from rag.settings import load_settings

QUESTION = "How does KITEMAP avoid gusts?"


def test_the_result_follows_the_contract(small_library):
    result = json.loads(json.dumps(small_library.search(QUESTION, k=3).to_dict(), allow_nan=False))
    assert set(result) == {
        "question",
        "understood",
        "reason",
        "listing",
        "totals",
        "subject",
        "hits",
        "timings_ms",
    }
    assert result["question"] == QUESTION
    assert len(result["hits"]) == 3
    for hit in result["hits"]:
        assert set(hit) >= {
            "paper_id",
            "title",
            "authors",
            "year",
            "venue",
            "url",
            "score",
            "passages",
            "text_kind",
        }
        assert hit["title"]
        assert hit["passages"]
        paper = small_library.paper(hit["paper_id"])
        for passage in hit["passages"]:
            assert set(passage) == {"text", "start", "end", "score"}
            assert passage["text"] == paper.text[passage["start"] : passage["end"]]
    first = result["hits"][0]
    assert (first["title"], first["year"], first["venue"]) == (PAPERS[0].title, 2031, "ICFT")
    assert (first["url"], first["authors"]) == (PAPERS[0].url, list(PAPERS[0].authors))
    assert set(result["timings_ms"]) == {"retrieve", "rerank"}
    assert all(value >= 0 for value in result["timings_ms"].values())


def test_the_cross_encoder_orders_passages_and_has_a_say_in_the_order_of_papers(small_library):
    ranked = small_library.search(QUESTION)
    plain = small_library.search(QUESTION, rerank=False)
    assert {h.paper for h in ranked.hits} == {h.paper for h in plain.hits}
    assert all(h.relevance is None for h in plain.hits)
    assert set(plain.timings_ms) == {"retrieve"}
    for result in (ranked, plain):
        scores = [h.score for h in result.hits]
        assert scores == sorted(scores, reverse=True)
        assert all(0 < score <= 1.0001 for score in scores)
    best = ranked.hits[0]
    assert best.paper == PAPERS[0]
    assert best.relevance == max(p.score for p in best.passages) > 2
    assert best.relevance > max(h.relevance for h in ranked.hits[1:] if h.relevance is not None)
    assert best.lexical > 0
    assert best.dense > 0.3
    for hit in ranked.hits:
        scores = [p.score for p in hit.passages]
        assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    "question", [QUESTION, "sensors and cameras", "What did Ada Müller write about lamps?"]
)
def test_the_order_does_not_depend_on_k(small_library, question):
    whole = [h.paper for h in small_library.search(question, k=8).hits]
    for k in (1, 3, 5):
        assert [h.paper for h in small_library.search(question, k=k).hits] == whole[:k]


def test_papers_by_a_named_author_stay_first(small_library):
    hits = small_library.search("Does Ada Müller like street lamps?").hits
    assert [h.named_author for h in hits[:3]] == [True, True, False]


def test_asked_for_the_papers_of_an_author_only_these_are_found(small_library):
    result = small_library.search("What did A. Müller write about street lamps?")
    assert [h.named_author for h in result.hits] == [True, True]
    assert [item.to_dict() for item in result.understood.filters] == [
        {"kind": "author", "value": "A. Müller", "words": "A. Müller"}
    ]
    anyone = small_library.search(
        "What did A. Müller write about street lamps?", reading=Reading(ignored=["A. Müller"])
    )
    assert anyone.hits[0].paper.venue == "LampCon"
    assert anyone.question == result.question


def test_conditions_of_the_question_and_of_the_caller_add_up(small_library):
    result = small_library.search(
        "papers on lamps from 2031 or 2030", allowed=PaperFilter(venues=["LampCon"])
    )
    assert {h.paper.year for h in result.hits} == {2031}
    assert {h.paper.venue for h in result.hits} == {"LampCon"}


@pytest.mark.parametrize(
    ("question", "allowed", "reason"),
    [
        (
            "papers on lamps from 2019",
            PaperFilter(),
            "no papers from 2019 in this library; it holds 2028-2031",
        ),
        (
            "papers on lamps since 2040",
            PaperFilter(),
            "no papers from 2040 or later in this library; it holds 2028-2031",
        ),
        (
            "papers at CVPR on lamps",
            PaperFilter(),
            "no papers at CVPR in this library; it holds ICFT, BeeConf, LampCon",
        ),
        ("lamps", PaperFilter(authors=["Jo Nobody"]), "no papers by Jo Nobody in this library"),
        ("lamps", PaperFilter(keywords=["lamp"]), "no papers with the keyword lamp in this library"),
        (
            "lamps",
            PaperFilter(collections=["own"]),
            "no papers in the collection own in this library; it holds invented",
        ),
        (
            "papers on lamps from 2028",
            PaperFilter(venues=["LampCon"]),
            "no paper in this library is all of this: at LampCon, from 2028",
        ),
    ],
)
def test_a_condition_that_leaves_nothing_is_named(small_library, question, allowed, reason):
    result = small_library.search(question, allowed=allowed)
    assert (result.hits, result.reason) == ((), reason)
    answer = small_library.ask(question, allowed=allowed)
    assert answer.abstained
    assert reason in answer.answer
    assert small_library.search(question, reading=Reading(by_rules=False)).hits


def test_without_recognised_phrases_nothing_changes(small_library):
    for question in (QUESTION, "竹语", "insects at their nest", "how to save 22% of the power"):
        result = small_library.search(question)
        plain = small_library.search(question, reading=Reading(by_rules=False))
        assert result.hits == plain.hits
        assert result.understood == plain.understood


def test_both_papers_of_a_filter_of_two_are_found(small_library):
    for question in ("street lamps", "Which lamps save power?", "bicycles"):
        hits = small_library.search(question, allowed=PaperFilter(venues=["LampCon"])).hits
        assert len(hits) == 2


def test_the_cross_encoder_reads_no_more_papers_than_its_depth(small_library, embedder, reranker):
    read = []

    class Counting:
        def score(self, question, texts):
            read.extend(texts)
            return reranker.score(question, texts)

    searcher = Searcher(small_library.index, embedder, Counting, load_settings())
    hits = searcher.search(QUESTION, 6, PaperFilter(), depth=2).hits
    assert len(hits) == 6
    assert {text.partition(".")[0] for text in read} == {hit.paper.title for hit in hits[:2]}
    assert [h.relevance is not None for h in hits] == [True, True, False, False, False, False]


def test_the_reranker_is_not_loaded_without_need(small_library, embedder):
    def load():
        raise AssertionError("not needed")

    searcher = Searcher(small_library.index, embedder, load, load_settings())
    assert searcher.search("kites", 3, PaperFilter(), depth=0).hits


@pytest.mark.parametrize("question", ["", "   ", "\n\t", "\ufeff", "\x00"])
def test_a_blank_question_is_refused(small_library, question):
    with pytest.raises(UsageError, match="empty"):
        small_library.search(question)


@pytest.mark.parametrize("k", [0, -1])
def test_k_is_at_least_one(small_library, k):
    with pytest.raises(UsageError, match="at least one"):
        small_library.search("kites", k=k)


def test_a_question_that_is_too_long_is_refused_with_the_limit(small_library):
    with pytest.raises(UsageError, match=r"10,000 characters, at most 8,000"):
        small_library.search("k" * 10_000)
    assert small_library.search("kite " * 1500 + QUESTION, k=1).hits[0].paper.title == PAPERS[0].title


def test_questions_are_cleaned():
    assert checked_question(" a\n b\x00 \ud800", 100) == "a b \ufffd"


@pytest.mark.parametrize(
    "question",
    [
        "'; DROP TABLE papers; --",
        "{title} %s {{7*7}} {0}",
        '{"$where": 1}',
        "<script>",
        "a AND b OR *",
        "\\",
        "[1]",
    ],
)
def test_odd_questions_are_plain_text(small_library, question):
    result = small_library.search(question, k=2)
    assert result.question == question
    assert len(small_library) == len(PAPERS)


def test_a_question_of_stop_words_has_no_lexical_hits(small_library):
    snapshot = small_library.index.snapshot()
    assert not snapshot.lexical.scores("what is the of and to in a").any()


def test_a_passage_is_read_with_its_title():
    assert passage_text(PAPERS[0], "X.") == f"{PAPERS[0].title}. X."
    assert KITE in passage_text(PAPERS[0], KITE)


def test_papers_of_a_venue_a_year_or_an_author_are_left_out(small_library):
    def hits(question):
        return [hit.paper for hit in small_library.search(question).hits]

    assert {p.venue for p in hits("papers on street lamps")} > {"LampCon"}
    assert "LampCon" not in {p.venue for p in hits("papers not at LampCon on street lamps")}
    assert 2031 not in {p.year for p in hits("papers on street lamps but not from 2031")}
    others = hits("papers not by Ada Müller on kites")
    assert others
    assert not any("Ada Müller" in p.authors for p in others)
    assert not any(hit.named_author for hit in small_library.search("papers not by Ada Müller on kites").hits)
