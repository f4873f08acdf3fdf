"""Papers as BibTeX, RIS, Markdown or CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence
from typing import Literal, get_args

from rag.paper import Paper
from rag.text import clean

Format = Literal["bibtex", "ris", "markdown", "csv"]
FORMATS: tuple[Format, ...] = get_args(Format)

_TEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "%": r"\%",
    "#": r"\#",
    "&": r"\&",
    "_": r"\_",
    "$": r"\$",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}
_TEX_SPECIAL = re.compile(r"[\\{}%#&_$~^]")
_MATHS = re.compile(r"(\$[^$]+\$)")
# A spreadsheet takes cells that begin with one of these for formulas.
_FORMULA = ("=", "+", "-", "@")


def export(papers: Sequence[Paper], form: Format) -> str:
    """Return `papers` in the named format, ending with a line end."""
    writers: dict[Format, Callable[[Sequence[Paper]], str]] = {
        "bibtex": _bibtex,
        "ris": _ris,
        "markdown": _markdown,
        "csv": _csv,
    }
    return writers[form](papers)


def bibtex_entry(paper: Paper, key: str) -> str:
    """Return one BibTeX entry; digests are left out, since they are not the abstract."""
    fields = {
        "title": f"{{{_tex(paper.label)}}}",
        "author": " and ".join(_tex(author) for author in paper.authors),
        "booktitle": _tex(paper.venue),
        "year": str(paper.year or ""),
        "url": paper.url,
        "abstract": _tex(paper.text) if paper.text_kind == "abstract" else "",
    }
    rows = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@inproceedings{{{key},", *rows, "}"]) + "\n"


def _bibtex(papers: Sequence[Paper]) -> str:
    used: dict[str, int] = {}
    entries = []
    for paper in papers:
        seen = used.get(paper.bibtex_key, 0)
        used[paper.bibtex_key] = seen + 1
        entries.append(bibtex_entry(paper, paper.bibtex_key + (f"_{seen + 1}" if seen else "")))
    return "\n".join(entries)


def _ris(papers: Sequence[Paper]) -> str:
    records = []
    for paper in papers:
        rows = [("TY", "CPAPER"), ("TI", paper.label), *(("AU", author) for author in paper.authors)]
        rows += [("T2", paper.venue), ("PY", str(paper.year or "")), ("UR", paper.url)]
        rows += [("AB", paper.text if paper.text_kind == "abstract" else "")]
        records.append("".join(f"{tag}  - {clean(value)}\n" for tag, value in rows if value) + "ER  - \n")
    return "\n".join(records)


def _markdown(papers: Sequence[Paper]) -> str:
    lines = []
    for paper in papers:
        title = re.sub(r"([\\`*_\[\]<>#|$])", r"\\\1", paper.label)
        linked = f"[{title}]({paper.url.replace('(', '%28').replace(')', '%29')})" if paper.url else title
        facts = ", ".join([*paper.authors, f"{paper.venue} {paper.year or ''}".strip()])
        lines.append(f"- {linked}. {facts}".rstrip(", "))
    return "\n".join(lines) + "\n"


def _csv(papers: Sequence[Paper]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["paper_id", "title", "authors", "venue", "year", "url", "text_kind", "text"])
    for p in papers:
        cells = [
            p.paper_id,
            p.title,
            "; ".join(p.authors),
            p.venue,
            str(p.year or ""),
            p.url,
            p.text_kind,
            p.text,
        ]
        writer.writerow([f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in cells])
    return out.getvalue()


def _tex(text: str) -> str:
    """Escape what TeX would take for a command; balanced maths stays maths."""
    parts = _MATHS.split(text)
    return "".join(
        part if i % 2 else _TEX_SPECIAL.sub(lambda found: _TEX[found.group()], part)
        for i, part in enumerate(parts)
    )
