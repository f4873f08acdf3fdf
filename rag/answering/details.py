"""Notices questions for what only the full paper, or no paper, can say."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.index.tokenizer import question_terms, terms
from rag.retrieval.results import Hit

# What abstracts rarely hold: how the experiments were run, and facts about the publication.
_ASKED_DETAILS = re.compile(
    r"\b(?:batch sizes?|learning rates?|drop-?out(?: rates?)?|weight decay|optimi[sz]ers?|warm-?up|epochs?|"
    r"random seeds?|hyper-?parameters?|hardware|gpus?|tpus?|training time|gpu hours|early stopping|"
    r"gradient clipping|licen[cs]e|"
    r"best paper|awards?|citations?|affiliations?|universit(?:y|ies)|institutions?|e-?mails?|"
    r"session chairs?|reviewers?|review scores?|acceptance rates?|pages?|appendix|github stars?|funding|"
    r"funded|grants?|submission dates?|poster number|slides|corresponding author)\b",
    re.IGNORECASE,
)

# Words that ask about a paper as a whole.
_ASKS = frozenset(
    terms(
        "explain summarise summarize summary describe description compare comparison difference"
        " differ similar versus overview idea main key contribution introduce propose result"
        " finding limitation advantage benefit help mean definition define goal purpose aim detail"
        " novel new good important"
    )
)
# A single word may be missing because the text says it in another way.
_FEWEST_WORDS = 2


def missing_detail(question: str, hits: Sequence[Hit]) -> str:
    """Return what the question asks for and the papers do not mention, or an empty string.

    That is a detail that abstracts rarely hold; or, of a paper that the question names by its
    method, everything else in the question. Where it names papers, only those count.
    """
    named = [hit for hit in hits if hit.names]
    texts = [set(terms(f"{hit.paper.title} {hit.paper.text}")) for hit in named or hits]
    for asked in _ASKED_DETAILS.findall(question):
        if not any(set(terms(asked)) <= text for text in texts):
            return str(asked).lower()
    names = list(dict.fromkeys(name for hit in named for name in hit.names))
    rest = set(question_terms(question)) - {term for name in names for term in terms(name)} - _ASKS
    if names and len(rest) >= _FEWEST_WORDS and not any(rest & text for text in texts):
        return f"what is asked about {', '.join(names)}"
    return ""
