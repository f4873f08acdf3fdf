"""What tests read in the output of the `rag` command."""

import json

SAMPLE_NOTICE = "this is the sample library (57 papers"


def only_json(out):
    """Return the one JSON value that stdout must hold."""
    assert out.count("\n") == 1
    return json.loads(out)


def one_line(err):
    assert err.startswith("rag: ")
    assert err.count("\n") == 1, err
    return err
