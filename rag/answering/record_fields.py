"""Notices questions about facts of a venue or of a paper's record that the library does not hold.

A paper here is its title, authors, year, venue, link and abstract. What reviewers said or where a
poster hangs is asked as easily, and a search finds papers that are merely about the same words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.answering.named_in_question import papers_called
from rag.answering.record_field_patterns import ASKED_FIELDS, FIELD_WORDS, AskedField
from rag.retrieval.results import Hit

HELD = "titles, authors, years, venues, links and abstracts"

# A thing of the venue alone is meant, whatever else stands there.
_OF_RECORD = re.compile(
    r"\bicml\b|\bconference\b|\b(?:the|this|that) (?:[\w+-]+ ){0,4}(?:paper|article|poster|talk)\b"
    r"|\bauthors?\b"
    r"|\bhow many (?:orals?|spotlights?|posters?)\b|\bworkshop\b|\bwhich papers (?:were|was|are|got|have)\b",
    re.IGNORECASE,
)
# "Papers on review scores" asks for papers; their subject is not a fact of their record.
_ABOUT = re.compile(
    r"\b(?:papers?|works?|stud(?:y|ies)|research|methods?|approaches|articles?|anything|something|models?)\s+"
    r"(?:(?:is|are|there|that|which|do|does|have|been|done|here|out)\s+){0,3}"
    r"(?:on|about|into|around|for|with|study|studies|studying|stud(?:y|ies)|discuss\w*|deals?|dealing|looks?"
    r"|looking"
    r"|address\w*|consider\w*|predict\w*|proposes?|model(?:s|ling)?|examines?|investigat\w*|analy[sz]\w*"
    r"|treats?"
    r"|concern\w*|improv\w*|estimat\w*|explain\w*|attributes?|detect\w*|recommend\w*|rewards?|generat\w*|use"
    r"|uses"
    r"|using|reduce|raise|increase)\b",
    re.IGNORECASE,
)


def field_not_held(question: str, hits: Sequence[Hit] = ()) -> str:
    """Return the name of the record's field for which a question asks, or an empty string.

    Where an abstract may give the field too, such as the link to the code, and one of `hits` that
    the question names (or else the first) does, the question can be answered.
    """
    about = _ABOUT.search(question)
    called = [hit for hit, _ in papers_called(question, hits)]
    asked_of = called or hits[:1]
    fields: tuple[AskedField, ...] = ASKED_FIELDS
    if not about and (_OF_RECORD.search(question) or called):
        fields += FIELD_WORDS
    for field in fields:
        found = field.asked.search(question)
        if not found or (about and about.start() <= found.start() and about.end() <= found.end()):
            continue
        said = field.said or (
            re.compile(re.escape(found.group()), re.IGNORECASE) if field in FIELD_WORDS else None
        )
        if said and any(said.search(hit.paper.text) for hit in asked_of):
            continue
        return field.name
    return ""
