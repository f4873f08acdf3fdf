import json
import tracemalloc

import pytest
from event_support import event, new, page
from reader_support import A, B, C, papers, records, skips, texts, warnings, write

from rag.sources import read

EVENTS = page(
    *(
        {k: v for k, v in new(n, name).items() if k != "abstract"}
        for n, name in ((71, "Icegauge"), (72, "Postfern"))
    )
)
ABSTRACTS = {"71": A, "72": B, "999": C}


def test_events_without_abstracts_ask_for_the_companion(tmp_path):
    found = records(tmp_path, EVENTS, "e.json")
    assert not papers(found)
    assert len(found) == 1
    assert skips(found)["e.json"].startswith("no abstracts found in e.json")
    assert "-abstracts.json" in skips(found)["e.json"]


def test_abstracts_alone_are_untitled(tmp_path):
    found = records(tmp_path, ABSTRACTS, "e-abstracts.json")
    assert texts(found) == [A, B, C]
    assert "event list" in warnings(found)["e-abstracts.json"]


@pytest.mark.parametrize("names", [("a.json", "z.json"), ("z.json", "a.json")])
def test_companions_meet_in_a_folder(tmp_path, names):
    events, abstracts = names
    write(tmp_path, events, EVENTS)
    write(tmp_path, abstracts, ABSTRACTS)
    found = list(read(tmp_path))
    assert [(p.title, p.text) for p in papers(found)] == [("Icegauge", A), ("Postfern", B)]
    assert skips(found) == {f"{abstracts}#999": "unmatched: no event has the id 999"}


def test_companions_meet_in_one_call(tmp_path):
    found = list(read(write(tmp_path / "x", "a.json", ABSTRACTS), write(tmp_path / "y", "e.json", EVENTS)))
    assert [p.paper_id for p in papers(found)] == ["openreview:abcdef0071", "openreview:abcdef0072"]


def test_of_two_companions_the_fitting_one_is_taken(tmp_path):
    write(tmp_path, "e.json", EVENTS)
    write(tmp_path, "right-abstracts.json", ABSTRACTS)
    write(tmp_path, "wrong-abstracts.json", {"72": C, "500": C})
    found = list(read(tmp_path))
    assert [p.text for p in papers(found) if p.title] == [A, B]
    assert len([p for p in papers(found) if not p.title]) == 2


def test_a_file_with_a_record_a_line_is_never_read_at_once(tmp_path):
    line = json.dumps({"id": "1", "title": "Kites", "abstract": "We fly kites. They stay up. " * 40})
    lines = [line.replace('"1"', f'"{number}"') for number in range(20_000)]
    large, other = tmp_path / "large.jsonl", tmp_path / "other.txt"
    large.write_text("\n".join(lines))
    other.write_text("We count bees. It works well.")
    size = large.stat().st_size
    tracemalloc.start()
    try:
        first = next(iter(read(large, other)))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert first.title == "Kites"
    assert peak < size / 4


@pytest.mark.parametrize(
    "companion",
    [
        {"1": A, "2": B},
        {"abstracts": {"1": A, "2": B}},
        {"1": {"abstract": A}, "2": {"abstract": B}},
        [{"id": 1, "abstract": A}, {"id": "2", "abstract": B}],
    ],
)
def test_shapes_of_companion_files(tmp_path, companion):
    write(tmp_path, "events.json", {"results": [event(1, abstract=""), event(2, abstract=None)]})
    write(tmp_path, "events-abstracts.json", companion)
    found = list(read(tmp_path))
    assert [(p.title, p.text) for p in papers(found)] == [("Paper 1", A), ("Paper 2", B)]
    assert len(found) == 2


def test_a_companion_may_hold_abstracts_that_the_events_have(tmp_path):
    """Only ids of which there is no event are unmatched."""
    write(tmp_path, "events.json", {"results": [event(1), event(2, abstract="")]})
    write(tmp_path, "events-abstracts.json", {"1": A, "2": B, "999": C})
    found = list(read(tmp_path))
    assert [p.text for p in papers(found)] == [A, B]
    assert list(skips(found).values()) == ["unmatched: no event has the id 999"]
