from __future__ import annotations

import pytest
from invented_papers import PAPERS

from rag.ingestion.near_duplicates import NearDuplicates, difference
from rag.paper import new_paper

TEXT = "A kite planner draws detours around gusts and cuts delays by 18% on forty flights over two lakes."


@pytest.mark.parametrize(
    ("other", "how"),
    [
        (TEXT.replace("18%", "19%"), "18% / 19%"),
        (TEXT.replace("A kite planner", "A kite"), "planner / –"),
        (TEXT.replace("two lakes.", "two big lakes."), "– / big"),
        (PAPERS[1].text, ""),
    ],
)
def test_how_two_texts_differ(other, how):
    assert difference(TEXT, other) == how


@pytest.mark.parametrize("edited", [TEXT.replace("18%", "19%"), TEXT.replace("A kite", "The kite")])
def test_an_edited_copy_is_found_by_its_other_end(edited):
    known = NearDuplicates()
    first, second = new_paper(TEXT), new_paper(edited)
    known.add(first)
    assert known.candidates(second) == [first.paper_id]
    assert known.candidates(first) == []
    assert known.candidates(PAPERS[1]) == []


def test_an_ingest_reports_them_once_and_keeps_both(tmp_path, make_library):
    path = tmp_path / "list.txt"
    path.write_text(f"{TEXT}\n\n{TEXT.replace('18%', '19%')}\n", encoding="utf-8")
    with make_library(index=tmp_path / "index") as library:
        report = library.ingest([str(path)])
        assert report.papers == 2
        assert [w.message for w in report.warnings if "nearly the same" in w.message] == [
            f"nearly the same abstract as {path}:1; both are kept (18% / 19%)"
        ]
        path.write_text(f"{TEXT}\n\n{TEXT.replace('18%', '20%')}\n", encoding="utf-8")
        again = library.ingest([str(path)])
        assert again.papers == 3
        assert any("/ 20%" in w.message for w in again.warnings)
        assert library.ingest([str(path)]).warnings == [
            w for w in again.warnings if "nearly" not in w.message
        ]
