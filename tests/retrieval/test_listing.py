import numpy as np
import pytest
from invented_papers import BREAD, KITE, PAPERS, by_title, new_index

from rag.errors import UsageError
from rag.paper import new_paper
from rag.retrieval.filters import PaperFilter
from rag.retrieval.listing import topic_strength


def titles(result):
    return [hit.paper.title for hit in result.hits]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many papers are there in the library?", lambda p: True),
        ("how many papers are from 2031?", lambda p: p.year == 2031),
        ("how many papers by Ada Müller are there", lambda p: "Ada Müller" in p.authors),
        ("list all papers at ICFT since 2030", lambda p: p.venue == "ICFT" and p.year >= 2030),
    ],
)
def test_without_a_topic_the_count_is_exact(small_library, question, expected):
    result = small_library.search(question)
    wanted = {p.title for p in PAPERS if expected(p)}
    assert set(titles(result)) == wanted
    assert result.listing.exact
    assert (result.listing.total, result.listing.borderline) == (len(wanted), 0)
    assert str(result.listing) == f"{len(wanted)} papers"
    answer = small_library.ask(question)
    assert not answer.abstained
    assert answer.lead == f"There are {len(wanted)} papers."
    assert {s.paper.title for s in answer.sources} == wanted
    assert answer.sentences[0].citations == tuple(range(1, len(wanted) + 1))


@pytest.mark.parametrize(
    ("question", "holds"),
    [
        ("how many papers mention Street Lamps?", lambda p: "street lamps" in f"{p.title} {p.text}".lower()),
        ("which papers mention gusts?", lambda p: "gusts" in f"{p.title} {p.text}".lower()),
        ("papers that mention “gusts” and “flights”", lambda p: "gusts" in p.text and "flights" in p.text),
        (
            "papers that mention “gusts” or “street lamps”",
            lambda p: "gusts" in p.text or "treet lamps" in p.text,
        ),
        ("list all papers that mention gusts", lambda p: "gusts" in f"{p.title} {p.text}".lower()),
        ('how many papers have "street lamps" in the title?', lambda p: "street lamps" in p.title.lower()),
        ("number of papers with a title that contains sourdough", lambda p: "sourdough" in p.title.lower()),
        ("how many papers that mention gusts are from 2031?", lambda p: "gusts" in p.text and p.year == 2031),
    ],
)
def test_words_that_are_mentioned_are_counted_exactly(small_library, question, holds):
    result = small_library.search(question)
    wanted = {p.title for p in PAPERS if holds(p)}
    assert wanted
    assert set(titles(result)) == wanted
    assert result.listing.exact


def test_a_word_in_another_form_or_a_name_of_an_author_is_not_mentioned(small_library):
    for word, reason in (("gustier", "gustier"), ("Garçon", "Garçon")):
        result = small_library.search(f"how many papers mention {word}?")
        assert result.hits == ()
        assert result.reason == f"no papers that mention {reason} in this library"


def test_all_papers_on_a_topic_and_the_borderline_ones_marked(tmp_path, make_library, embedder):
    lamps = [
        new_paper(
            f"We study street lamps of kind {n}. They are dim.",
            title=f"Street lamps {n}",
            year=2030,
            url=f"https://example.org/lamp/{n}",
        )
        for n in range(30)
    ]
    mention = new_paper(
        "Owls avoid cities. Traffic is loud, mice are rare, and nests are cut down with the old trees. "
        "One further cause are street lamps. We count owls along four rivers for ten years and find that "
        "their number falls with every kilometre of new road, most of all in wet springs.",
        title="Owls and noise",
    )
    folder = tmp_path / "index"
    new_index(folder, embedder, [*lamps, mention, *PAPERS]).close()
    with make_library(index=folder) as library:
        result = library.search("How many papers are about street lamps?")
        assert {p.title for p in lamps} | {mention.title, "Dimming street lamps"} <= set(titles(result))
        borderline = {hit.paper.title for hit in result.hits if hit.borderline}
        assert mention.title in borderline
        assert not borderline & {p.title for p in lamps}
        assert [hit.borderline for hit in result.hits] == sorted(hit.borderline for hit in result.hits)
        assert "Counting bees with one camera" not in titles(result)
        assert result.listing.total == len(result.hits)
        assert result.listing.borderline == len(borderline)
        assert str(result.listing).startswith(f"about {result.listing.total} papers: ")
        cut = library.search("How many papers are about street lamps?", k=3)
        assert (len(cut.hits), cut.listing) == (3, result.listing)
        answer = library.ask("list all papers on street lamps from 2030")
        assert {s.paper.year for s in answer.sources} == {2030}
        assert len(answer.sources) == 30
        for source in answer.sources:
            assert all(source.paper.text[e.start : e.end] == e.quote for e in source.evidence)
        assert library.ask("how many papers are about submarine cables?").abstained


def test_strength_compares_with_the_best():
    lexical = np.array([4.0, 2.0, 0.0], dtype=np.float32)
    dense = np.array([0.8, 0.5, -1.0], dtype=np.float32)
    strength = topic_strength(lexical, dense)
    assert strength.tolist() == sorted(strength.tolist(), reverse=True)
    assert topic_strength(lexical * 3, dense) == pytest.approx(strength)
    assert np.isfinite(topic_strength(np.zeros(3, np.float32), np.zeros(3, np.float32))).all()
    assert topic_strength(np.zeros(0, np.float32), np.zeros(0, np.float32)).size == 0


def test_papers_like_one_of_the_library(small_library):
    lumen4 = by_title("Dimming")
    for result in (
        small_library.similar(lumen4.paper_id, 3),
        small_library.search("papers like “Dimming street lamps”", k=3),
        small_library.search("papers similar to LUMEN-4", k=3),
    ):
        assert result.subject == lumen4
        assert titles(result)[0] == "Street lamps that hear bicycles"
        assert "Dimming street lamps" not in titles(result)
        pair = result.hits[0].pairs[0]
        assert pair.sentence.text == pair.like == "Street lamps waste power at night."
        assert pair.score == pytest.approx(1, abs=1e-3)
        paper = result.hits[0].paper
        for pair in result.hits[0].pairs:
            assert paper.text[pair.sentence.start : pair.sentence.end] == pair.sentence.text
    answer = small_library.ask("papers like LUMEN-4")
    assert "Dimming street lamps" in answer.lead
    assert answer.sources[0].paper.title == "Street lamps that hear bicycles"


def test_similar_papers_pass_the_filters(small_library):
    bicycles = small_library.similar(by_title("Dimming").paper_id, 5, PaperFilter(venues=["ICFT"]))
    assert {hit.paper.venue for hit in bicycles.hits} == {"ICFT"}
    assert {h.paper.year for h in small_library.search("papers like LUMEN-4 from 2030").hits} == {2030}


def test_a_pasted_abstract_finds_its_neighbours_but_not_itself(small_library):
    text = (KITE + " " + BREAD) * 2
    result = small_library.search(text, k=2)
    assert result.understood.intent == "similar"
    assert set(titles(result)) == {by_title("Kitemap").title, by_title("sourdough").title}
    long = new_paper(" ".join([KITE, KITE.replace("KITEMAP", "KITE2")]), title="Long")
    assert small_library.search(long.text).subject is None


@pytest.mark.parametrize(
    ("question", "topic"),
    [("papers related to kites", "kites"), ("where can I find papers on kites?", "papers on kites")],
)
def test_a_topic_in_the_place_of_a_paper_is_searched_for(small_library, question, topic):
    result = small_library.search(question)
    assert (result.understood.intent, result.understood.topic) == ("find", topic)
    assert result.hits[0].paper == by_title("Kitemap")


def test_what_cannot_be_found_to_be_like_is_searched_for(small_library):
    result = small_library.search("papers like zeppelins over glaciers")
    assert (result.understood.intent, result.subject) == ("find", None)
    assert result.understood.topic == "zeppelins over glaciers"
    with pytest.raises(UsageError, match="no paper 'nothing'"):
        small_library.similar("nothing")
    with pytest.raises(UsageError, match="at least one"):
        small_library.similar(by_title("Dimming").paper_id, 0)


@pytest.mark.parametrize(
    ("question", "lead"),
    [
        (
            "who wrote KITEMAP?",
            "“Kitemap: planning detours around gusts” is by Ada Müller and Jérôme Garçon.",
        ),
        (
            "When and where was “Hearing sourdough rise” published?",
            "“Hearing sourdough rise” is from 2030. It appeared at ICFT.",
        ),
        ("where was FERNICE published?", "The record of “Weekly glacier outlines” has no venue."),
        ("what venue is HIVELOG from?", "“Counting bees with one camera” appeared at BeeConf."),
        (
            "link to HIVELOG",
            "The link to “Counting bees with one camera”: https://openreview.net/forum?id=hIvE1",
        ),
        ("where can I find the pdf of FERNICE?", "The record of “Weekly glacier outlines” has no link."),
        (
            "last author of KITEMAP?",
            "The last author of “Kitemap: planning detours around gusts” is Jérôme Garçon.",
        ),
        ("How many authors has FERNICE?", "“Weekly glacier outlines” has 1 author: K. Frost."),
        (
            "what is the title of the paper that introduces CRUMBEAR?",
            "The title of the paper is “Hearing sourdough rise”.",
        ),
    ],
)
def test_facts_of_one_paper_come_from_its_record(small_library, question, lead):
    answer = small_library.ask(question)
    assert answer.lead == lead
    assert answer.answer == f"{lead} [1]"
    assert [s.paper for s in answer.sources] == [small_library.search(question).subject]
    assert not answer.abstained


@pytest.mark.parametrize(
    "question", ["where can I find the code of KITEMAP?", "link to the slides of KITEMAP"]
)
def test_the_link_of_a_paper_is_not_given_for_that_of_its_code(small_library, question):
    assert small_library.search(question).subject is None


def test_facts_of_an_unknown_paper_are_no_facts(small_library):
    assert small_library.search("who wrote the zeppelin paper?").subject is None
    assert small_library.ask("who wrote Ulysses?").lead == ""


def test_what_no_record_holds_is_not_counted(small_library):
    question = "How many papers were turned down at ICFT?"
    assert small_library.ask(question).abstained
    assert small_library.ask("How many papers were accepted at ICFT?").lead == "There are 3 papers."


def test_the_name_of_another_s_method_in_a_title_names_no_paper(tmp_path, make_library, embedder):
    papers = [
        new_paper("We ask how fast a planner may be.", title="How fast is WINDMAP?", authors=["Ada One"]),
        new_paper("Kites fly with WINDMAP over fields.", title="Kites over fields", authors=["Bo Two"]),
        new_paper("We present GUSTLOG, a log of gusts.", title="A log of gusts", authors=["Cy Three"]),
    ]
    new_index(tmp_path / "index", embedder, papers).close()
    with make_library(index=tmp_path / "index") as library:
        assert library.search("who wrote WINDMAP?").subject is None
        assert library.search("who wrote GUSTLOG?").subject == papers[2]
