import asyncio
import math
import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from invented_papers import BAMBOO, PAPERS

from rag.errors import ServiceError, UsageError
from rag.models.embedding import BGE_SMALL, MINILM, OnnxEmbedding, load_embedding
from rag.models.onnx_file import (
    BGE_MODEL,
    MINILM_MODEL,
    UNCASED_TOKENIZER,
    OnnxEncoder,
    WheelFile,
    default_threads,
    sha256_of,
)

TEXTS = [p.text for p in PAPERS] + ["", "x", "kite " * 600]


@pytest.fixture(scope="module")
def bge():
    return load_embedding("bge-small", 2)


@pytest.fixture(params=["minilm", "bge-small"])
def model(request, embedder, bge):
    return embedder if request.param == "minilm" else bge


def test_vectors_have_length_one_and_the_dimension(model):
    for text in TEXTS:
        for vector in (model.get_text_embedding(text), model.get_query_embedding(text)):
            assert len(vector) == model.spec.dimension == 384
            assert math.hypot(*vector) == pytest.approx(1, abs=1e-5)


def test_a_text_gets_the_same_vector_whatever_it_is_embedded_with(model):
    alone = {text: model.get_text_embedding(text) for text in TEXTS}
    chance = random.Random(1)
    for size in (2, 5, len(TEXTS)):
        batch = chance.sample(TEXTS, size)
        assert model.get_text_embedding_batch(batch) == [alone[text] for text in batch]


def test_the_number_of_threads_hardly_matters(embedder):
    other = load_embedding("minilm", 1)
    for text in TEXTS[:3]:
        assert other.get_text_embedding(text) == pytest.approx(embedder.get_text_embedding(text), abs=1e-5)


def test_similar_texts_are_nearer(model):
    question = np.array(model.get_query_embedding("Which planner avoids wind for flying kites?"))
    cosines = [float(question @ np.array(model.get_text_embedding(p.text))) for p in PAPERS]
    assert int(np.argmax(cosines)) == 0
    assert all(-1 <= c <= 1 for c in cosines)


def test_questions_get_the_prefix_of_the_model(embedder, bge):
    question = "Which planner avoids gusts?"
    assert embedder.get_query_embedding(question) == embedder.get_text_embedding(question)
    assert bge.spec.query_prefix == "Represent this sentence for searching relevant passages: "
    assert bge.get_query_embedding(question) == bge.get_text_embedding(bge.spec.query_prefix + question)
    assert bge.get_query_embedding(question) != bge.get_text_embedding(question)


def test_of_a_long_question_the_end_is_kept(model):
    filler = "Some background that is of no interest here. " * 220
    assert len(filler) > 9000
    ends = ["Which planner avoids gusts?", "How are bees counted?"]
    one, two = (np.array(model.get_query_embedding(filler + end)) for end in ends)
    assert not np.allclose(one, two)
    room = model.spec.max_tokens - 2 - model.count_tokens(model.spec.query_prefix)
    tail = "kites " * (room - 5) + ends[0]
    long = np.array(model.get_query_embedding("Everything else " * 900 + tail))
    assert float(long @ np.array(model.get_query_embedding(tail))) > 0.97


def test_a_long_text_is_cut_at_the_limit(model):
    room = model.spec.max_tokens - 2
    base = "kite " * room
    assert model.count_tokens(base) == room
    assert model.get_text_embedding(base + "and bees") == model.get_text_embedding(base)
    assert model.get_text_embedding("bees " + base) != model.get_text_embedding(base)


def test_tokens_are_counted_without_truncation_and_special_tokens(embedder):
    assert embedder.count_tokens("") == 0
    assert embedder.count_tokens("kite") == 1
    assert embedder.count_tokens("kite " * 3000) == 3000
    assert embedder.count_tokens("x" * 50_000) >= 1
    assert embedder.count_tokens(BAMBOO) > 30


def test_the_question_can_be_embedded_asynchronously(embedder):
    # In a thread of its own, since the browser tests leave a running event loop in this one.
    with ThreadPoolExecutor(1) as thread:
        vector = thread.submit(asyncio.run, embedder.aget_query_embedding("kites")).result()
    assert vector == embedder.get_query_embedding("kites")


def test_the_specs_are_pinned():
    assert (MINILM.model, MINILM.pooling, MINILM.max_tokens) == (MINILM_MODEL.sha256, "mean", 256)
    assert (BGE_SMALL.model, BGE_SMALL.pooling, BGE_SMALL.max_tokens) == (BGE_MODEL.sha256, "cls", 512)
    assert all(len(file.sha256) == 64 for file in (MINILM_MODEL, BGE_MODEL, UNCASED_TOKENIZER))


def fake_wheel(folder, content=b"model"):
    info = folder / "fakewheel-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: fakewheel\nVersion: 1.0\n")
    (folder / "fakewheel").mkdir()
    (folder / "fakewheel" / "__init__.py").write_text("raise RuntimeError('its code must not run')")
    (folder / "fakewheel" / "model.onnx").write_bytes(content)


def test_a_file_of_a_wheel_is_found_without_running_its_code(tmp_path, monkeypatch):
    fake_wheel(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    sha256 = "9372c470eeadd5ecd9c3c74c2b3cb633f8e2f2fad799250a0f70d652b6b825e4"
    assert (
        WheelFile("fakewheel", "fakewheel/model.onnx", sha256).locate()
        == tmp_path / "fakewheel" / "model.onnx"
    )


def test_a_file_with_another_checksum_is_refused(tmp_path, monkeypatch):
    fake_wheel(tmp_path, b"tampered")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ServiceError, match="SHA-256") as caught:
        WheelFile("fakewheel", "fakewheel/model.onnx", MINILM_MODEL.sha256).locate()
    assert "pip install --force-reinstall fakewheel" in str(caught.value)
    assert caught.value.exit_code == 3


def test_a_missing_file_or_distribution_is_told(tmp_path, monkeypatch):
    fake_wheel(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ServiceError, match="is missing"):
        WheelFile("fakewheel", "fakewheel/other.onnx", "0" * 64).locate()
    with pytest.raises(ServiceError, match="pip install no-such-wheel"):
        WheelFile("no-such-wheel", "x", "0" * 64).locate()


def test_an_unknown_embedder_is_told():
    with pytest.raises(UsageError, match="give minilm, bge-small, a folder"):
        load_embedding("no-such-model", 1)


@pytest.fixture
def own_folder(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "model.onnx").symlink_to(MINILM_MODEL.locate())
    (folder / "tokenizer.json").symlink_to(UNCASED_TOKENIZER.locate())
    return folder


def test_a_folder_of_the_users_own(own_folder, embedder):
    own = load_embedding(str(own_folder), 2)
    assert (own.spec.name, own.spec.dimension) == ("mine", 384)
    assert own.get_text_embedding("kites") == pytest.approx(embedder.get_text_embedding("kites"), abs=1e-6)


def test_the_spec_changes_when_the_users_model_does(own_folder):
    before = load_embedding(str(own_folder), 1).spec
    (own_folder / "model.onnx").unlink()
    (own_folder / "model.onnx").symlink_to(BGE_MODEL.locate())
    # Within a process a file is read once; another process sees what is there then.
    sha256_of.cache_clear()
    assert load_embedding(str(own_folder), 1).spec != before


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_damaged_model_of_the_users_own_is_told(own_folder, name):
    (own_folder / name).unlink()
    (own_folder / name).write_bytes(b"damaged")
    with pytest.raises(ServiceError, match="mine"):
        load_embedding(str(own_folder), 1)


def test_a_model_that_gives_no_number_is_told(embedder, monkeypatch):
    for output in (np.full((3, 384), np.nan), np.zeros((3, 384))):
        monkeypatch.setattr(OnnxEncoder, "run", lambda *_, output=output: output.astype(np.float32))
        with pytest.raises(ServiceError, match="no usable vector"):
            embedder.get_text_embedding("kites")


def test_default_threads():
    assert 1 <= default_threads() <= 4
    assert OnnxEmbedding.class_name() == "OnnxEmbedding"
