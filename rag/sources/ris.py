"""Reads RIS files, also those without ER lines, with one blank before the dash, or wrapped lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rag.sources.fields import paper_from_fields
from rag.sources.records import Record, Skipped
from rag.text import clean

_NAMES = (
    "A[123BDNUV]|BT|C[1-8ANPTY]|D[ABIOPS]|E[DPRT]|H[12]|I[DS]|J[12AFO]|KW|L[1-4ABK]|M[12]|N[12V]|OP|P[ABPY]"
    "|R[INPT]|S[ENOPRTV]|T[1-3AITY]|U[1-5R]|V[LO]|W[PTV]|Y[12R]"
)
# Only tags that exist: "AI - based methods" in a wrapped abstract is no field. In lower case the two
# blanks must be there: "so - called" is none either.
_TAG = re.compile(rf"(?=[A-Z][A-Z\d] |\w\w  -)((?i:{_NAMES}))(?: {{1,2}}-(?: (.*)|$)|  -(\S.*))")
_FIELDS = {
    "title": ("TI", "T1", "CT", "TT"),
    "abstract": ("AB", "N2"),
    "year": ("PY", "Y1", "YR", "DA"),
    "venue": ("T2", "JO", "JF", "BT", "C3", "JA", "J2"),
    "url": ("UR", "LK", "L1", "L2"),
    "doi": ("DO", "DI"),
    "id": ("ID", "AN"),
}


def read(text: str, where: str) -> Iterator[Record]:
    """Yield a paper for each record with an abstract, and report the other records by line."""
    record: list[tuple[str, str]] = []
    start = 0
    stray = 0
    for number, line in enumerate(text.split("\n"), 1):
        found = _TAG.match(line.strip("\ufeff").rstrip())
        if not found:
            stray = stray or (number if line.strip() and not record else 0)
            if record and line.strip():
                tag, value = record[-1]
                record[-1] = (tag, f"{value} {line.strip()}")
            continue
        tag, value = found.group(1).upper(), (found.group(2) or found.group(3) or "").strip()
        if tag in ("TY", "ER"):
            if record:
                yield _paper(record, f"{where}:{start}")
            if stray:
                yield Skipped(f"{where}:{stray}", "text outside a record")
            record, start, stray = [], number, 0
        if tag != "ER":
            start = start if record else number
            record.append((tag, value))
    if record:
        yield _paper(record, f"{where}:{start}")
    if stray:
        yield Skipped(f"{where}:{stray}", "text outside a record")


def _paper(record: list[tuple[str, str]], place: str) -> Record:
    def values(*tags: str) -> list[str]:
        return [clean(value) for tag in tags for t, value in record if t == tag and value.strip()]

    fields: dict[str, object] = {name: next(iter(values(*tags)), "") for name, tags in _FIELDS.items()}
    fields["abstract"] = " ".join(dict.fromkeys(values("AB"))) or fields["abstract"]
    fields["url"] = next((url for url in values(*_FIELDS["url"]) if "://" in url), "")
    # A2 and A3 are the editors of what the paper stands in.
    fields["authors"] = [clean(value) for tag, value in record if tag in ("AU", "A1")]
    fields["keywords"] = values("KW")
    return paper_from_fields(fields, place)
