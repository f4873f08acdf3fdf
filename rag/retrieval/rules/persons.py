"""Recognises questions for the papers of an author: "papers by Y. Bengio", "what did X publish?"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import pairwise

from rag.index.authors import FULL_NAME, AuthorIndex, AuthorMention
from rag.retrieval.filters import PaperFilter
from rag.retrieval.rules.recognised import NOT, PAPERS, Recognised, asks_for_papers, recognised

_WORKS = (
    rf"(?:{PAPERS}|research|something|anything|everything|all|written|(?:co-?)?authored|published"
    r"|contributions?|collaborations?|what(?:['’]s|\s+is|\s+was)\s+new)"
)
_TITLE = r"(?:(?:dr|prof(?:essor)?)\b\.?\s+)?"
_ASKED_BEFORE = re.compile(
    rf"\b{_WORKS}(?:\s+(?:here|there|that|which))?(?:\s+(?:are|is|were|was))?\s+"
    rf"(?:{NOT}\s+)?(?P<by>(?:(?:(?:co-?)?authored|written)\s+)?(?:by|of|from|between|with)\s+(?:both\s+)?){_TITLE}$",
    re.IGNORECASE,
)
_FIELD = re.compile(r"(?:^|\s)(?P<by>authors?\s*[:=]\s*[\"“]?)$", re.IGNORECASE)
_FIELD_ENDS = re.compile(r"[\"”]")
# "papers on kites by Ada Lund": at the end, the name is not that of a method's inventor.
_ASKED_AT_END = re.compile(rf"\b{PAPERS}\b[^?.;:]*\s(?P<by>by\s+(?:both\s+)?){_TITLE}$", re.IGNORECASE)
_NOT_BY = re.compile(rf"\b{NOT}\s+(?P<by>by\s+)$", re.IGNORECASE)
_BEGINS = re.compile(rf"\b(?:did|does|do|has|have|is|are|everything|anything|{PAPERS})\s+$", re.IGNORECASE)
_GOES_ON = re.compile(
    r"\s+(?:ever\s+)?(?:(?:co-?)?author(?:ed)?|collaborated?|publish(?:ed)?|writ(?:e|ten)|wrote|present(?:ed)?|contributed?|got|ha(?:ve|s)"
    r"|(?:been\s+)?work(?:ed|ing)?\s+on|says?\s+about|an?\s+(?:co-?)?author\s+of|as\s+(?:an?\s+)?(?:co-?)?authors?|among\s+(?:the\s+|its\s+)?authors?|on\s*(?:[?.!]|$))(?!\w)",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(
    rf"(?P<end>['’]s?)\s+(?:(?:new|recent|latest|other|own)\s+)?(?:{PAPERS}|research|publications|(?P<beside>co-?authors|collaborators))\b",
    re.IGNORECASE,
)
_BY = re.compile(r"\b(?:by|of|from)\s+$", re.IGNORECASE)
_COAUTHORS_OF = re.compile(
    r"(?<!\bby )(?<!\bby the )\b(?:co-?authors|collaborators)\s+(?P<by>of\s+)$", re.IGNORECASE
)
# "Who has written with Bo Li?"
_WHO_WITH = re.compile(
    rf"^who\s+(?:has|have|did)\s+(?:ever\s+)?(?P<by>(?:written|published|worked|collaborated|co-?authored)\s+"
    rf"(?:(?:a\s+)?{PAPERS}\s+)?with\s+)$",
    re.IGNORECASE,
)
# "Bo Li papers", at the start or after a word such as "the".
_NAME_FIRST = re.compile(r"(?:^|\b(?:the|all|any|me|list|show|many|some|recent))\s*$", re.IGNORECASE)
_PAPERS_AFTER = re.compile(r"\s+(?:papers?|publications?|articles?)\b", re.IGNORECASE)
_GROUP = re.compile(r"['’]s?\s+(?:research\s+)?(?:group|lab|team)\b", re.IGNORECASE)
# "With Bo Li as last author", "whose first author is Bo Li".
_PLACE_BEFORE = re.compile(
    r"(?:\bwhose\s+|\b(?:with|having)\s+(?:the\s+)?|\bwhere\s+the\s+)?\b(?P<place>first|lead|last|senior)"
    r"[\s-]+author(?:ed\s+by|\s+is|\s+was|\s*[:=])?\s+$",
    re.IGNORECASE,
)
_PLACE_AFTER = re.compile(
    r"\s+(?:as|is|was)\s+(?:the\s+|an?\s+)?(?P<place>first|lead|last|senior)[\s-]+authors?\b", re.IGNORECASE
)
_WHOSE_PLACE = re.compile(r"(?:^|\b(?:with|where|have|has|having|is|that|which))\s+$|^$", re.IGNORECASE)
_JOINS = r"(?:,\s*(?:and\b|or\b)?|\band\b|\bor\b|&|\b(?:together\s+)?with\b)"
_JOINED = re.compile(rf"\s*{_JOINS}\s*", re.IGNORECASE)
_WITH = re.compile(r"\s*(?:together\s+)?with\s*", re.IGNORECASE)
_TOGETHER = re.compile(r"\b(?:together|jointly)\b(?!\s+with\b)", re.IGNORECASE)
# Joint papers, unless the names are joined by "or".
_JOINTLY = re.compile(r"\b(?:joint|collaborations?|co-?authored|collaborated?)\b", re.IGNORECASE)
_COAUTHOR = r"(?:(?:(?:the|his|her|their)\s+)?co-?authors?\s+)?"
# "But not with Ada Lund", "without coauthor Ada Lund": papers of hers are not wanted.
_UNWANTED = (
    rf"[,\s]*(?:\b(?:but|and)\s+)?\b(?:{NOT}(?:\s+(?:those|papers|ones))?"
    r"(?:\s+(?:(?:written|co-?authored)\s+)?(?:(?:together|jointly)\s+)?(?:with|by))?|without)\s+"
    rf"{_COAUTHOR}"
)
_UNWANTED_BEFORE = re.compile(rf"{_UNWANTED}$", re.IGNORECASE)
_UNKNOWN_UNWANTED = re.compile(
    rf"(?i:{_UNWANTED}){FULL_NAME}(?=\s*(?:$|[?.!,;:)]|(?:on|about|at|in|from|since)\b))"
)
# "What did Ada Lund publish with Wei Li?"
_WROTE_WITH = re.compile(
    rf"(?:\s+(?:publish(?:ed)?|write|wrote|written|present(?:ed)?|do|did|work(?:ed)?|{PAPERS}|anything|something))*"
    rf"\s+(?:(?:together|jointly)\s+)?with\s+{_COAUTHOR}",
    re.IGNORECASE,
)
_OTHER = r"(?:\band\b|\bor\b|&|\b(?:together\s+)?with\b)"
_UNKNOWN_AFTER = re.compile(
    rf"\s*{_OTHER}\s*{FULL_NAME}(?=\s*(?:$|[?.!,;:)]|(?:on|about|at|in|from|since|ever|publish|write|wrote"
    r"|present|(?:co-?)?author|collaborate)\b))"
)
_UNKNOWN_BEFORE = re.compile(rf"\bby\s+(?:both\s+)?{FULL_NAME}\s*{_OTHER}\s*$")


def asked_authors(question: str, authors: AuthorIndex) -> list[Recognised]:
    """Return the authors of the library whose papers the question asks for.

    Of several any one is enough, unless the question says "both", "with" or "together". Those after "not
    with" or "without" are not to be among the authors. A name that merely stands in the question is no
    condition.
    """
    found: list[Recognised] = []
    for group in _groups(question, authors.mentions(question)):
        before = found[-1] if found else None
        asked = (
            _unwanted(question, group, before)
            or _at_place(question, group)
            or _asked(question, group)
            or _with(question, group, before)
        )
        if asked is not None:
            found.append(asked)
    unknown = _UNKNOWN_UNWANTED.search(question, found[-1].end) if found else None
    if unknown is not None:
        name = " ".join(unknown["name"].split())
        found.append(_without([name], [name], question, *unknown.span(), f"no paper here is by {name}"))
    return found


def _groups(question: str, mentions: Sequence[AuthorMention]) -> Iterator[list[AuthorMention]]:
    """Yield the mentions that stand in one list of names."""
    group: list[AuthorMention] = []
    for mention in mentions:
        if group and not _JOINED.fullmatch(question[group[-1].end : mention.start]):
            yield group
            group = []
        group.append(mention)
    if group:
        yield group


def _unwanted(question: str, group: Sequence[AuthorMention], before: Recognised | None) -> Recognised | None:
    """Return the condition that none of a list of names is among the authors, if it is one."""
    lead = _UNWANTED_BEFORE.search(question[: group[0].start])
    if lead is None or not (before or asks_for_papers(question)):
        return None
    written = [question[mention.start : mention.end] for mention in group]
    names = [name for mention in group for name in mention.names]
    return _without(written, names, question, lead.start(), group[-1].end)


def _without(
    written: Sequence[str], names: Sequence[str], question: str, start: int, end: int, remark: str = ""
) -> Recognised:
    condition = PaperFilter(none_of=(PaperFilter(authors=names),))
    return recognised("not", f"by {' or '.join(written)}", question, start, end, condition, remark)


def _with(question: str, group: Sequence[AuthorMention], before: Recognised | None) -> Recognised | None:
    """Return the condition that a list of names is among the authors together with the one before."""
    if before is None or before.kind != "author":
        return None
    if not _WROTE_WITH.fullmatch(question[before.end : group[0].start]):
        return None
    written = " and ".join(question[mention.start : mention.end] for mention in group)
    together = PaperFilter(also=tuple(PaperFilter(authors=mention.names) for mention in group))
    return recognised("author", written, question, before.end, group[-1].end, together)


def _at_place(question: str, group: Sequence[AuthorMention]) -> Recognised | None:
    """Return the condition that one of a list of names is the first or the last author, if it is one."""
    left, right = question[: group[0].start], question[group[-1].end :]
    found = _PLACE_BEFORE.search(left)
    start, end = found.start() if found else group[0].start, group[-1].end
    if found is None and (lead := _WHOSE_PLACE.search(left)):
        found = _PLACE_AFTER.match(right)
        start, end = lead.start(), end + (found.end() if found else 0)
    if found is None:
        return None
    names = [name for mention in group for name in mention.names]
    is_first = found["place"].lower() in ("first", "lead")
    condition = PaperFilter(first_authors=names) if is_first else PaperFilter(last_authors=names)
    written = " or ".join(question[mention.start : mention.end] for mention in group)
    return recognised("author", f"{written} ({found['place'].lower()})", question, start, end, condition)


def _asked(question: str, group: Sequence[AuthorMention]) -> Recognised | None:
    """Return the condition that a list of names is, if it is one."""
    first, last = group[0], group[-1]
    before = _UNKNOWN_BEFORE.search(question[: first.start])
    begin = before.start("name") if before else first.start
    after = _UNKNOWN_AFTER.match(question, last.end)
    end = after.end() if after else last.end
    place = _asked_from(question, begin, end)
    gaps = [question[a.end : b.start] for a, b in pairwise(group)]
    if place is None and gaps and not question[:begin].strip():
        right = question[end:].strip(" ?.!")
        is_pair = _TOGETHER.match(right) or (any(map(_WITH.fullmatch, gaps)) and not right)
        place = (begin, end) if is_pair else None
    if place is None:
        return None
    start, end = place
    names = [question[m.start : m.end] for m in group]
    unknown = [" ".join(other["name"].split()) for other in (before, after) if other]
    lead = question[start:begin]
    is_all = bool(re.search(r"\bboth\b", lead, re.IGNORECASE)) or any(map(_WITH.fullmatch, gaps))
    is_all = is_all or _TOGETHER.search(question, end) is not None
    is_all = is_all or bool(_JOINTLY.search(question) and not any("or" in gap.split() for gap in gaps))
    is_all = is_all or bool(after and re.match(r"\s*(?:together\s+)?with\b", after.group(), re.IGNORECASE))
    if is_all:
        each = [PaperFilter(authors=m.names) for m in group] + [PaperFilter(authors=[n]) for n in unknown]
        return recognised("author", " and ".join([*names, *unknown]), question, start, end, _all_of(each))
    condition = PaperFilter(authors=[name for mention in group for name in mention.names])
    remark = f"no paper here is by {' or '.join(unknown)}" if unknown else ""
    return recognised("author", " or ".join(names), question, start, end, condition, remark)


def _all_of(filters: Sequence[PaperFilter]) -> PaperFilter:
    return reduce(lambda one, other: one.and_also(other), filters)


def _asked_from(question: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the place of a list of names with the words that ask for papers by it, or None."""
    left, right = question[:start], question[end:]
    possessive = _POSSESSIVE.match(right)
    if possessive and possessive["beside"] and _BY.search(left):
        # "Papers by Bo Li's coauthors" are not Bo Li's.
        return None
    asked = _ASKED_BEFORE.search(left) or _FIELD.search(left) or _COAUTHORS_OF.search(left)
    asked = asked or _WHO_WITH.search(left)
    if not asked and asks_for_papers(question):
        asked = _NOT_BY.search(left) or (_ASKED_AT_END.search(left) if not right.strip(" ?.!") else None)
    if asked:
        ends = _GROUP.match(right) or (_FIELD_ENDS.match(right) if _FIELD.search(left) else None)
        return asked.start("by"), end + (ends.end() if ends else 0)
    if possessive:
        return start, end + possessive.end("end")
    if " " in question[start:end].strip() and _NAME_FIRST.search(left) and _PAPERS_AFTER.match(right):
        return start, end
    if _GOES_ON.match(right) and (_BEGINS.search(left) or not left.strip()):
        return start, end
    listed = re.search(r"\b(?:list|have|has|with)\s+$", left, re.IGNORECASE)
    return (start, end) if listed and re.match(r"\s+(?:as|among)\b", right, re.IGNORECASE) else None
