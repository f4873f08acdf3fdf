import json
from dataclasses import replace
from importlib.metadata import version

import pytest

from rag.chunking import CHUNKING_VERSION
from rag.errors import IndexUnavailable
from rag.index.manifest import SCHEMA_VERSION, new_manifest, read_manifest, write_manifest
from rag.models.embedding import BGE_SMALL, MINILM


def change(folder, **values):
    path = folder / "manifest.json"
    content = json.loads(path.read_text())
    content.update(values)
    path.write_text(json.dumps(content))
    return read_manifest(folder)


def test_it_says_what_built_the_index(tmp_path):
    write_manifest(tmp_path, new_manifest(MINILM, generation=1))
    content = json.loads((tmp_path / "manifest.json").read_text())
    assert content["embedding"]["name"] == "all-MiniLM-L6-v2-int8"
    assert content["embedding"]["model"].startswith("8199be6f")
    assert (content["embedding"]["dimension"], content["embedding"]["query_prefix"]) == (384, "")
    assert content["embedding"]["normalised"] is True
    assert (content["schema_version"], content["generation"]) == (SCHEMA_VERSION, 1)
    assert content["chunking_version"] == CHUNKING_VERSION
    assert content["chromadb"] == version("chromadb")
    assert content["distance"] == "cosine"
    assert [p.name for p in tmp_path.iterdir()] == ["manifest.json"]


def test_it_fits_what_wrote_it(tmp_path):
    write_manifest(tmp_path, new_manifest(MINILM, generation=1))
    manifest = read_manifest(tmp_path)
    assert manifest is not None
    manifest.check(tmp_path, MINILM)


@pytest.mark.parametrize(
    "spec",
    [
        BGE_SMALL,
        replace(MINILM, model="0" * 64),
        replace(MINILM, dimension=512),
        replace(MINILM, query_prefix="query: "),
        replace(MINILM, pooling="cls"),
        replace(MINILM, max_tokens=512),
    ],
)
def test_another_embedder_is_refused(tmp_path, spec):
    write_manifest(tmp_path, new_manifest(MINILM, generation=1))
    with pytest.raises(IndexUnavailable, match="rag reindex --index") as caught:
        read_manifest(tmp_path).check(tmp_path, spec)
    assert str(tmp_path) in str(caught.value)
    assert "all-MiniLM-L6-v2-int8" in str(caught.value)
    assert spec.name in str(caught.value)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (
            {"schema_version": SCHEMA_VERSION + 1, "askpapers": "9.9"},
            r"askpapers 9\.9.*install that version.*--index",
        ),
        ({"chunking_version": CHUNKING_VERSION + 1}, "cuts abstracts.*rag reindex --index"),
        ({"chromadb": "0.3.1"}, r"chromadb 0\.3\.1.*pip install chromadb==0\.3\.1"),
        ({"chromadb": "99.1.2"}, r"chromadb 99\.1\.2"),
    ],
)
def test_other_software_is_refused(tmp_path, values, expected):
    write_manifest(tmp_path, new_manifest(MINILM, generation=1))
    with pytest.raises(IndexUnavailable, match=expected):
        change(tmp_path, **values).check(tmp_path, MINILM)


def test_an_index_without_states_of_tokens_is_rebuilt(tmp_path):
    write_manifest(tmp_path, new_manifest(replace(MINILM, token_dimension=0), generation=1))
    with pytest.raises(IndexUnavailable, match=r"without states of tokens.*rag reindex --index"):
        read_manifest(tmp_path).check(tmp_path, MINILM)


def test_a_patch_of_chroma_is_no_reason_to_refuse(tmp_path):
    write_manifest(tmp_path, new_manifest(MINILM, generation=1))
    major, minor, _ = version("chromadb").split(".", 2)
    change(tmp_path, chromadb=f"{major}.{minor}.999").check(tmp_path, MINILM)


def test_no_index_is_none(tmp_path):
    assert read_manifest(tmp_path) is None
    assert read_manifest(tmp_path / "missing") is None


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe\x00", b'{"schema_version": 1}'])
def test_a_corrupt_manifest_is_told(tmp_path, content):
    (tmp_path / "manifest.json").write_bytes(content)
    with pytest.raises(IndexUnavailable, match=r"manifest\.json cannot be read") as caught:
        read_manifest(tmp_path)
    assert "\n" not in str(caught.value)


def test_a_file_in_place_of_the_folder_is_told(tmp_path):
    (tmp_path / "index").write_text("not a folder")
    with pytest.raises(IndexUnavailable):
        read_manifest(tmp_path / "index")
