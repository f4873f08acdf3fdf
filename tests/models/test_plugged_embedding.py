import hashlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from invented_papers import PAPERS
from llama_index.core.base.embeddings.base import BaseEmbedding

from rag.errors import IndexUnavailable, ServiceError, UsageError
from rag.library import Library
from rag.models.embedding import EmbeddingOptions, load_embedding
from rag.settings import load_settings


def hashed(text: str, dimension: int = 8) -> list[float]:
    return [float(byte) - 128 for byte in hashlib.sha256(text.encode()).digest()[:dimension]]


class HashEmbedding(BaseEmbedding):
    """A llama-index embedder as others write them: its vectors have any length."""

    dimension: int = 8

    def _get_text_embedding(self, text):
        return hashed(text, self.dimension)

    def _get_query_embedding(self, query):
        return hashed(query, self.dimension)

    async def _aget_query_embedding(self, query):
        return hashed(query, self.dimension)


class Failing(HashEmbedding):
    def _get_text_embedding(self, text):
        raise RuntimeError("no\nGPU")


class Shrinking(HashEmbedding):
    def _get_query_embedding(self, query):
        return [1.0]


CLASS = f"{__name__}:HashEmbedding"


@pytest.fixture
def endpoint():
    """An embeddings endpoint; `reply` may be replaced, `asked` holds what was sent."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            server.asked.append((self.path, self.headers["authorization"], body))
            status, value = server.reply(body)
            data = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    def vectors(body):
        rows = [{"index": i, "embedding": hashed(text)} for i, text in enumerate(body["input"])]
        # The protocol promises an index, not an order.
        return 200, {"object": "list", "model": body["model"], "data": rows[::-1]}

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.asked, server.reply = [], vectors
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def at(server, key=""):
    return EmbeddingOptions(f"http://127.0.0.1:{server.server_port}", key)


def write_papers(tmp_path):
    source = tmp_path / "papers.jsonl"
    rows = [{"title": p.title, "abstract": p.text, "url": p.url} for p in PAPERS[:3]]
    source.write_text("\n".join(json.dumps(row) for row in rows))
    return source


def test_a_class_of_llama_index_is_named_by_its_path():
    embedder = load_embedding(CLASS, 1, EmbeddingOptions(arguments={"dimension": 6}))
    vector = embedder.get_text_embedding("kites")
    assert len(vector) == embedder.spec.dimension == 6
    assert sum(x * x for x in vector) == pytest.approx(1, abs=1e-5)
    assert vector[0] / vector[1] == pytest.approx(hashed("kites")[0] / hashed("kites")[1], rel=1e-4)
    assert embedder.get_query_embedding("kites") == pytest.approx(vector)
    assert embedder.count_tokens("kites fly") == 3
    other = load_embedding(CLASS, 1, EmbeddingOptions(arguments={"dimension": 7}))
    assert other.spec != embedder.spec


@pytest.mark.parametrize(
    ("path", "arguments", "message"),
    [
        ("no_such_package:Thing", {}, "cannot be imported"),
        ("json:JSONDecoder", {}, "no llama-index embedding class"),
        (f"{__name__}:Missing", {}, "no llama-index embedding class"),
        (CLASS, {"dimension": "many"}, "RAG_EMBEDDING_ARGUMENTS do not fit"),
    ],
)
def test_a_path_that_does_not_fit_is_told(path, arguments, message):
    with pytest.raises(UsageError, match=message) as told:
        load_embedding(path, 1, EmbeddingOptions(arguments=arguments))
    assert "\n" not in str(told.value)


def test_what_others_code_raises_ends_in_one_line():
    with pytest.raises(ServiceError, match="Failing failed: RuntimeError: no GPU; check RAG_EMBEDDING"):
        load_embedding(f"{__name__}:Failing", 1)
    with pytest.raises(ServiceError, match="a vector of 1 numbers, and before one of 8"):
        load_embedding(f"{__name__}:Shrinking", 1).get_query_embedding("kites")


def test_a_library_is_built_and_searched_through_an_endpoint(endpoint, tmp_path, monkeypatch):
    monkeypatch.setenv("RAG_EMBEDDING", "openai:tiny")
    monkeypatch.setenv("RAG_EMBEDDING_BASE_URL", f"http://127.0.0.1:{endpoint.server_port}/v1/")
    monkeypatch.setenv("RAG_EMBEDDING_API_KEY", "secret-7")
    # Hashes say nothing of the meaning, so that the words decide.
    settings = load_settings(index=tmp_path / "index", dense_weight=0.1)
    with Library(settings) as library:
        assert library.ingest([str(write_papers(tmp_path))]).added == 3
        assert library.search(PAPERS[1].title, k=1, rerank=False).hits[0].paper.title == PAPERS[1].title
    path, key, body = endpoint.asked[-1]
    assert (path, key, body["model"]) == ("/v1/embeddings", "Bearer secret-7", "tiny")
    monkeypatch.delenv("RAG_EMBEDDING")
    with (
        Library(load_settings(index=tmp_path / "index")) as library,
        pytest.raises(IndexUnavailable, match="built with the embedder openai:tiny"),
    ):
        library.search("kites")


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        ((401, {"error": {"message": "wrong key secret-7"}}), "HTTP 401.*RAG_EMBEDDING_API_KEY"),
        ((404, {"error": {"message": "no such model"}}), "HTTP 404.*name of the model"),
        ((200, {"data": []}), "did not answer in the OpenAI form"),
        ((200, {"nothing": 1}), "did not answer in the OpenAI form"),
    ],
)
def test_an_endpoint_that_does_not_serve_is_told(endpoint, reply, message):
    endpoint.reply = lambda _: reply
    with pytest.raises(ServiceError, match=message) as told:
        load_embedding("openai:tiny", 1, at(endpoint, "secret-7"))
    assert "secret-7" not in str(told.value)


def test_no_endpoint_at_all_is_told():
    with pytest.raises(ServiceError, match="cannot be reached; start it, or correct RAG_EMBEDDING_BASE_URL"):
        load_embedding("openai:tiny", 1, EmbeddingOptions("http://127.0.0.1:9/v1"))
    with pytest.raises(ServiceError, match="RAG_EMBEDDING_BASE_URL is not an http"):
        load_embedding("openai:tiny", 1, EmbeddingOptions("ftp://x"))
