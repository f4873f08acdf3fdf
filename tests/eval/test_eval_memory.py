"""What models said is remembered by content, and nothing else is."""

import pytest
from chat_server import chat_server
from invented_papers import BEE, KITE

from eval.memory import MeasuredModels, Memory, RememberingCrossEncoder, RememberingEndpoint
from rag.errors import ServiceError
from rag.library import Library
from rag.settings import load_settings


def endpoint(folder, url, model="m"):
    return RememberingEndpoint(Memory(folder, "replies"), url, model, "", 30)


def ask(model, text, max_tokens=50):
    return "".join(model.stream([{"role": "user", "content": text}], max_tokens))


def test_a_pair_is_read_once_and_its_time_is_counted_again(tmp_path, reranker):
    first, second = Memory(tmp_path, "pairs"), None
    encoder = RememberingCrossEncoder(2, first)
    logits = encoder.score("How are bees counted?", [BEE, KITE, BEE])
    assert logits == reranker.score("How are bees counted?", [BEE, KITE, BEE])
    assert first.saved_ms == 0
    second = Memory(tmp_path, "pairs")
    again = RememberingCrossEncoder(2, second)
    assert again.score("How are bees counted?", [KITE, BEE]) == [logits[1], logits[0]]
    assert second.saved_ms > 0
    before = second.saved_ms
    assert again.score("How are kites counted?", [KITE]) != [logits[1]]
    assert second.saved_ms == before


def test_a_reply_is_remembered_by_address_model_and_words(tmp_path):
    with chat_server(lambda prompt: f"You said {prompt}.") as server:
        assert ask(endpoint(tmp_path, server.url), "hello") == "You said hello."
        assert ask(endpoint(tmp_path, server.url), "hello") == "You said hello."
        assert len(server.prompts) == 1
        ask(endpoint(tmp_path, server.url, model="other"), "hello")
        ask(endpoint(tmp_path, server.url), "hello there")
        ask(endpoint(tmp_path, server.url), "hello", max_tokens=51)
        assert len(server.prompts) == 4
    with chat_server(lambda _: "Another server.") as server:
        assert ask(endpoint(tmp_path, server.url), "hello") == "Another server."


def test_what_failed_is_asked_again(tmp_path):
    with chat_server(lambda _: "x") as server:
        url = server.url
    with pytest.raises(ServiceError, match="cannot be reached"):
        ask(endpoint(tmp_path, url), "hello")
    assert not (tmp_path / "replies.jsonl").exists()


def test_a_measured_library_uses_both(tmp_path):
    settings = load_settings(cache=tmp_path, llm_base_url="http://127.0.0.1:1/v1", llm_model="m")
    with Library(settings, MeasuredModels(settings)) as library:
        assert isinstance(library.models.reranker, RememberingCrossEncoder)
        assert isinstance(library.models.language_model, RememberingEndpoint)
        library.models.reranker.score("How are bees counted?", [BEE])
    assert [f.name.partition("-")[0] for f in (tmp_path / "evals").iterdir()] == ["pairs"]
