"""Files of labelled claims, in the shapes people have them."""

import json

import pytest

from eval.claim_set import load_claims
from eval.cli import main
from rag.errors import UsageError


def written(tmp_path, *rows, name="claims.jsonl"):
    path = tmp_path / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_claims_without_ids_get_some(tmp_path):
    path = written(
        tmp_path, {"claim": "a", "evidence": "b", "label": 1}, {"claim": "c", "evidence": "d", "id": None}
    )
    claims = load_claims([path, path]).claims
    assert [c.id for c in claims[:2]] == ["claims:1", "claims:2"]
    assert [c.label for c in claims[:2]] == [1, None]


@pytest.mark.parametrize(
    ("label", "read"), [(1, 1), (0, 0), (True, 1), (False, 0), (1.0, 1), ("0", 0), (None, None)]
)
def test_labels_are_read_as_people_write_them(tmp_path, label, read):
    (claim,) = load_claims([written(tmp_path, {"claim": "a", "evidence": "b", "label": label})]).claims
    assert claim.label == read
    assert type(claim.label) in (int, type(None))


def test_ids_may_be_numbers_and_evidence_passages(tmp_path):
    row = {"id": 7, "claim": "a", "evidence": ["b.", "c."], "label": 1, "kind": None, "topic": "kept"}
    (claim,) = load_claims([written(tmp_path, row)]).claims
    assert (claim.id, claim.evidence, claim.kind) == ("7", "b.\n\nc.", "claims")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"claim": "a", "evidence": "b", "label": "SUPPORTS"}, "label: Value error, must be 1"),
        ({"claim": "a", "evidence": "b", "label": 2}, "label: Value error, must be 1"),
        ({"claim": "a", "label": 1}, "evidence: Field required"),
        ({"sentence": "a", "evidence": "b"}, "claim: Field required"),
        ({"claim": 3, "evidence": "b"}, "claim: Input should be a valid string"),
        ({"answer": "a", "contexts": ["b"]}, "answerable: Field required"),
        (["a", "b"], "Input should be"),
    ],
)
def test_a_line_of_another_shape_is_told_with_its_place(tmp_path, row, message, capsys):
    path = written(tmp_path, {"claim": "a", "evidence": "b", "label": 1}, row)
    with pytest.raises(UsageError) as error:
        load_claims([path])
    assert f"claims.jsonl:2: {message}" in str(error.value)
    assert "\n" not in str(error.value)


def test_the_command_refuses_such_a_file_in_one_line(tmp_path, capsys):
    path = written(tmp_path, {"text": "a"})
    assert main(["grounding", "--claims", str(path), "--out", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith(f"eval: {path}:1: claim: Field required")


def test_claims_of_several_files_are_grouped_by_file(tmp_path):
    rows = {"a": "number", "b": ""}
    paths = [
        written(tmp_path, {"claim": "x", "evidence": "y", "label": 0, "kind": kind}, name=f"{name}.jsonl")
        for name, kind in rows.items()
    ]
    assert [c.kind for c in load_claims(paths).claims] == ["a/number", "b"]
    assert [c.kind for c in load_claims(paths[:1]).claims] == ["number"]
