"""A real language model, and a bad writer: nothing it invents may pass."""

from __future__ import annotations

import pytest

from rag.library import Library
from rag.settings import load_settings

QUESTIONS = ["which papers improve DPO?", "How does FairProof verify fairness?"]


@pytest.fixture(scope="module")
def answers(small_model_address, sample_library):
    settings = load_settings(
        cache=sample_library.settings.cache,
        llm_base_url=small_model_address,
        llm_model="smollm2",
        llm_context_window=2048,
        llm_max_tokens=160,
        llm_timeout=120,
    )
    with Library(settings) as library:
        return [library.ask(question) for question in QUESTIONS]


def test_every_sentence_is_cited_and_checked(answers):
    for answer in answers:
        assert answer.sentences
        for sentence in answer.sentences:
            assert sentence.verdict == "supported"
            assert sentence.citations
            assert set(sentence.citations) <= {source.n for source in answer.sources}


def test_every_telling_number_and_name_stands_in_a_cited_text(answers):
    for answer in answers:
        texts = {s.n: f"{s.paper.title} {s.paper.text}".casefold() for s in answer.sources}
        for sentence in answer.sentences:
            cited = " ".join(texts[n] for n in sentence.citations)
            telling = [
                w.strip(".,;:()")
                for w in sentence.text.split()
                if any(c.isdigit() or c.isupper() for c in w[1:])
            ]
            assert [w for w in telling if w.casefold() not in cited] == []


def test_the_evidence_is_verbatim_and_tokens_are_counted(answers):
    for answer in answers:
        assert answer.usage["completion_tokens"] > 0
        for source in answer.sources:
            assert source.evidence
            for e in source.evidence:
                assert source.paper.text[e.start : e.end] == e.quote
