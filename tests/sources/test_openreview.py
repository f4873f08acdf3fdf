import pytest
from reader_support import A, papers, records, skips


def note(**fields):
    content = {"title": {"value": "Gauges"}, "abstract": {"value": A}} | fields.pop("content", {})
    return {"id": "n1", "forum": "n1", "content": content} | fields


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"ddate": 1700000000000}, "deleted"),
        ({"content": {"decision": "Reject"}}, "rejected"),
        ({"content": {"decision": {"value": "Accept (poster)"}}}, ""),
        ({"invitation": "V.cc/2031/Conference/-/Withdrawn_Submission"}, "withdrawn"),
        ({"invitations": ["V.cc/2031/Conference/-/Submission", "V.cc/2031/Conference/-/Edit"]}, ""),
        ({"invitations": ["V.cc/2031/Conference/-/Desk_Rejected_Submission"]}, "rejected"),
    ],
)
def test_openreview_notes_that_are_no_papers(tmp_path, fields, reason):
    found = records(tmp_path, [note(**fields)], "f.json")
    assert len(papers(found)) == (not reason)
    if reason:
        assert skips(found)["f.json#1"] == f"{reason} submission (id n1)"
