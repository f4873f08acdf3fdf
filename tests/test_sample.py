from rag.ingestion.catalog import Catalog
from rag.sample import sample_papers, sample_version
from rag.sentences import sentences


def test_there_are_57_papers_with_title_authors_and_link():
    papers = list(sample_papers())
    assert len(papers) == 57
    assert len({p.paper_id for p in papers}) == len({p.fingerprint for p in papers}) == 57
    for paper in papers:
        assert paper.title
        assert paper.authors
        assert paper.url.startswith("https://")
        assert (paper.year, paper.venue, paper.text_kind) == (2024, "ICML", "digest")
        assert len(paper.fingerprint) == 32


def test_digests_are_short_texts_of_several_sentences():
    for paper in sample_papers():
        assert 70 <= len(paper.text.split()) <= 150, paper.title
        assert len(sentences(paper.text)) >= 3, paper.title
        assert "\ufffd" not in paper.text


def test_the_sample_is_a_catalogue():
    papers = list(sample_papers())
    assert len(Catalog.from_papers(papers)) == 57
    assert sample_version() == sample_version()
    assert len(sample_version()) == 12


def test_the_sample_library_holds_the_sample(sample_library):
    assert sample_library.is_sample
    assert len(sample_library) == 57
    assert {p.paper_id for p in sample_library.papers()} == {p.paper_id for p in sample_papers()}
    status = sample_library.status()
    assert (status["sample"], status["papers"], status["mode"]) == (True, 57, "quoted")
    assert status["chunks"] >= 57


def test_the_sample_answers_the_first_question_of_a_new_user(sample_library):
    answer = sample_library.ask("which papers improve DPO?")
    assert not answer.abstained
    titles = " ".join(source.paper.title for source in answer.sources)
    assert "Is DPO Superior to PPO" in titles
    for source in answer.sources:
        assert source.to_dict()["text_kind"] == "digest"
        assert "icml.cc/" in source.paper.url.lower()


def test_the_first_question_finds_the_paper_that_improves_dpo(sample_library):
    titles = [source.paper.title for source in sample_library.ask("which papers improve DPO?").sources]
    assert any("Efficient Exact Optimization" in title for title in titles)


def test_the_sample_refuses_what_it_does_not_hold(sample_library):
    answer = sample_library.ask("how long do I boil an egg?")
    assert answer.abstained
    assert answer.sources == ()
