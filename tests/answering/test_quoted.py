import json
import re
from itertools import pairwise

import pytest
from invented_papers import KITE, PAPERS, by_title, new_index

from rag.answering.quoted import QuotedAnswers
from rag.errors import UsageError
from rag.paper import new_paper
from rag.retrieval.results import Hit
from rag.text import fingerprint

MARKER = re.compile(r"\[(\d+)\]")
QUESTIONS = [
    "How does KITEMAP avoid gusts?",
    "How are bees counted with a camera?",
    "What R does LUMEN-5 reach?",
    "How much power do dimmed street lamps save?",
    "What did Ada Müller publish?",
    "Which classifier maps glaciers?",
]
KEYS = set("question answer abstained reason mode sentences sources dropped timings_ms usage".split())


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_quote_stands_verbatim_at_its_offsets(small_library, question):
    answer = small_library.ask(question)
    assert not answer.abstained
    assert answer.sources
    assert [s.n for s in answer.sources] == list(range(1, len(answer.sources) + 1))
    for source in answer.sources:
        stored = small_library.paper(source.paper.paper_id)
        assert source.evidence
        for evidence in source.evidence:
            assert evidence.quote == stored.text[evidence.start : evidence.end]
            assert f"“{evidence.quote}” [{source.n}]" in answer.answer
        assert source.paper.label in answer.answer
    assert {int(n) for n in MARKER.findall(answer.answer)} == {s.n for s in answer.sources}
    for sentence in answer.sentences:
        (n,) = sentence.citations
        assert sentence.text in answer.sources[n - 1].paper.text
        assert (sentence.support, sentence.verdict) == (1.0, "supported")


@pytest.mark.parametrize("question", [QUESTIONS[0], "how long do I boil an egg?"])
def test_the_json_follows_the_contract(small_library, question):
    answer = json.loads(json.dumps(small_library.ask(question).to_dict(), allow_nan=False))
    assert set(answer) >= KEYS
    assert answer["question"] == question
    assert type(answer["abstained"]) is bool
    assert answer["mode"] == "quoted"
    assert answer["timings_ms"]["total"] > 0
    assert (answer["dropped"], answer["complete"], answer["searched"]) == ([], True, len(PAPERS))
    for sentence in answer["sentences"]:
        assert set(sentence) == {"text", "citations", "support", "verdict"}
        assert 0 <= sentence["support"] <= 1
    for source in answer["sources"]:
        assert set(source) >= {
            "n",
            "paper_id",
            "title",
            "authors",
            "year",
            "venue",
            "url",
            "text_kind",
            "evidence",
        }
        assert all(set(e) == {"quote", "start", "end"} for e in source["evidence"])


def test_the_right_sentences_are_quoted(small_library):
    first = small_library.ask("What R does LUMEN-5 reach?").sources[0]
    assert first.paper == by_title("bicycles")
    assert any("0.81" in e.quote for e in first.evidence)
    first = small_library.ask("When does KITEMAP fail?").sources[0]
    assert "shorter than two seconds" in " ".join(e.quote for e in first.evidence)


def test_an_answer_grows_and_ends_complete(small_library):
    parts = list(small_library.ask_stream("Which street lamps save power?"))
    assert [part.complete for part in parts] == [False] * (len(parts) - 1) + [True]
    for before, after in pairwise(parts):
        assert after.answer.startswith(before.answer)
    assert parts[-1].timings_ms.keys() >= {"retrieve", "rerank", "total"}


@pytest.mark.parametrize(
    "question",
    [
        "how long do I boil an egg?",
        "what is the of and to in a",
        "Papers by Zelda Quux?",
        "capital of Peru",
        "{title} %s",
    ],
)
def test_what_the_abstracts_do_not_answer_is_refused(small_library, question):
    answer = small_library.ask(question)
    assert answer.abstained
    assert answer.reason
    assert answer.reason in answer.answer
    assert (answer.sources, answer.sentences) == ((), ())
    assert not MARKER.search(answer.answer)
    assert len(answer.nearest) <= 3
    assert all(paper.label in answer.answer for paper in answer.nearest)


@pytest.mark.parametrize(
    "topic", ["the boiling of eggs and what salt does to the water", "tax law for small islands"]
)
def test_a_long_question_about_something_else_is_refused(small_library, topic):
    sentence = f"For some weeks I have been reading everything that my town library has on {topic}. "
    middle = (
        "Nobody I asked could help me, neither my neighbour nor the librarian, who is very well read. "
        "I have also written two letters, of which one came back and the other was answered by a polite no. "
        "Before I give up I would like to know whether somebody has measured it, and how large it was. "
    )
    answer = small_library.ask(sentence + middle * 4 + f"So what is known about {topic}?")
    assert answer.abstained


def test_a_digest_is_called_a_digest(make_library, embedder, tmp_path):
    digest = new_paper(
        "KITEMAP plans detours for delivery kites around gusts.",
        title="Kitemap",
        text_kind="digest",
        abstract_fingerprint=fingerprint(KITE),
    )
    new_index(tmp_path / "index", embedder, [digest]).close()
    with make_library(index=tmp_path / "index") as library:
        answer = library.ask("How does KITEMAP plan detours?")
    assert answer.answer.startswith("Kitemap (from a digest): “")
    assert answer.to_dict()["sources"][0]["text_kind"] == "digest"


def test_numbers_in_brackets_in_an_abstract_are_no_markers(reranker):
    paper = new_paper("We present TANSYBOX, which follows the protocol of [2] and [17].", title="Tansybox")
    hit = Hit(paper, 1.0, lexical=1.0, dense=0.5, relevance=5.0)
    *_, answer = QuotedAnswers(lambda: reranker).stream("What does TANSYBOX follow?", [hit], 1)
    assert answer.sources[0].evidence[0].quote == paper.text
    assert set(MARKER.findall(answer.answer)) == {"1"}


def sources_of(question, reranker, *named):
    """Return the titles that an answer quotes, out of three papers on one topic; `named` are those named."""
    texts = {
        "Tansybox: beehive doors": "We present TANSYBOX, a door that closes when hornets come.",
        "Hornet alarms": "We sound an alarm before hornets reach a beehive door, unlike TANSYBOX.",
        "Yarrowgate: hornet nets": "YARROWGATE is a net in front of a beehive door that hornets avoid.",
        "Doors for birds": "We close doors of nest boxes when hornets or martens come.",
    }
    hits = [
        Hit(new_paper(text, title=title), 1.0, 1.0, 0.5, relevance=5.0, named=title in named, names=names)
        for (title, text), names in zip(
            texts.items(), [("TANSYBOX",), ("TANSYBOX",), ("YARROWGATE",), ()], strict=True
        )
    ]
    *_, answer = QuotedAnswers(lambda: reranker).stream(question, hits, 4)
    return [source.paper.title for source in answer.sources]


def test_after_a_paper_that_is_named_only_those_follow_that_name_it_too(reranker):
    asked = sources_of("How does TANSYBOX stop hornets?", reranker, "Tansybox: beehive doors")
    assert asked == ["Tansybox: beehive doors", "Hornet alarms"]


def test_where_no_paper_is_named_others_follow(reranker):
    assert len(sources_of("What stops hornets at a door?", reranker)) == 3


def test_a_comparison_quotes_all_that_is_compared(reranker):
    both = ["Tansybox: beehive doors", "Yarrowgate: hornet nets"]
    assert sources_of("How do TANSYBOX and YARROWGATE differ?", reranker, *both) == both
    one = sources_of("How does TANSYBOX compare with nets?", reranker, both[0])
    assert one[0] == both[0]
    assert both[1] in one


def test_written_mode_without_a_model_is_told(small_library):
    with pytest.raises(UsageError, match="model"):
        small_library.ask(QUESTIONS[0], mode="written")


@pytest.mark.parametrize("question", ["", "  ", "k" * 9000])
def test_bad_questions_are_refused_before_anything_else(small_library, question):
    with pytest.raises(UsageError):
        small_library.ask(question)


def test_a_question_for_a_count_is_answered_with_one(small_library):
    assert small_library.ask("How many papers plan kite detours around gusts?").lead.startswith("There ")
    assert small_library.ask("Which papers plan kite detours around gusts?").lead == ""
