import os
import socket

import pytest
from invented_papers import BAMBOO, KITE

from rag.models import tokens
from rag.models.tokens import count_tokens


@pytest.fixture(autouse=True)
def _offline(monkeypatch):
    def refuse(*_, **__):
        raise AssertionError("counting tokens must not use the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    tokens._encoding.cache_clear()
    yield
    tokens._encoding.cache_clear()


@pytest.mark.parametrize(
    ("model", "expected"), [("gpt-4", 5), ("gpt-4o", 5), ("", 5), ("llama3.1:8b", 5), ("gpt-3.5-turbo", 5)]
)
def test_counts_are_exact_without_a_network(model, expected):
    assert count_tokens("Kites drift in wind.", model) in (expected, expected + 1)
    assert count_tokens("", model) == 0


def test_the_two_shipped_encodings_differ():
    text = "这是一个关于风筝的句子。" * 10
    assert count_tokens(text, "gpt-4o") < count_tokens(text, "gpt-4")


@pytest.mark.parametrize("model", ["gpt-4", "gpt-4o", "text-davinci-003"])
def test_special_tokens_in_a_text_are_plain_text(model):
    assert count_tokens("a <|endoftext|> b <|im_start|>", model) > 5


def test_an_encoding_that_is_not_here_is_estimated_from_above():
    for text in (KITE, BAMBOO, "", "x" * 1000):
        assert count_tokens(text, "text-davinci-003") == -(-len(text.encode()) // 3)
    assert count_tokens(KITE, "text-davinci-003") >= count_tokens(KITE, "gpt-4")


@pytest.mark.parametrize("model", ["gpt-4", "text-davinci-003"])
def test_a_lone_surrogate_can_be_counted(model):
    assert count_tokens("a\ud800b", model) >= 1


@pytest.mark.parametrize("before", [None, "/somewhere/else"])
def test_the_users_cache_setting_stays(monkeypatch, before):
    if before is None:
        monkeypatch.delenv("TIKTOKEN_CACHE_DIR", raising=False)
    else:
        monkeypatch.setenv("TIKTOKEN_CACHE_DIR", before)
    count_tokens("x", "gpt-4")
    assert os.environ.get("TIKTOKEN_CACHE_DIR") == before
