"""Citation recall and precision as ALCE defines them.

Gao et al. 2023, "Enabling Large Language Models to Generate Text with Citations" (EMNLP 2023),
section 3, and `compute_autoais` of github.com/princeton-nlp/ALCE. The one deviation is the entailment
model: ALCE asks TRUE, a T5-11B; here it is whatever `entails` is (by default the project's own
support check), so figures compare between runs of this command and not with published ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

# Whether the texts of the cited sources (0-based numbers), read as one, entail the sentence.
Entails = Callable[[str, Sequence[int]], bool]
# ALCE reads at most this many citations of a sentence.
AT_MOST = 3


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """A sentence without markers, and the numbers it cites, from 1."""

    text: str
    citations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CitationScores:
    """One answer's scores, and for each sentence whether its citations support it."""

    recall: float
    precision: float
    supported: tuple[bool, ...]


def citation_scores(
    sentences: Sequence[CitedSentence], sources: int, entails: Entails, at_most: int = AT_MOST
) -> CitationScores:
    """Score an answer whose sentences cite sources 1 to `sources`.

    Recall: the share of sentences whose cited texts together entail them; one without citations,
    or citing a source that does not exist, counts 0. Precision: the share of citations that count,
    out of all that name a source that exists; one counts if its sentence is entailed and it is
    not irrelevant, that is, not both failing alone and being dispensable among the others.
    An answer without sentences scores 0 on both.
    """
    supported: list[bool] = []
    precise = total = 0
    for sentence in sentences:
        cited = [n - 1 for n in sentence.citations]
        if not cited or any(not 0 <= n < sources for n in cited):
            supported.append(False)
            continue
        cited = cited[:at_most]
        total += len(cited)
        is_entailed = entails(sentence.text, cited)
        supported.append(is_entailed)
        if is_entailed:
            precise += sum(_is_relevant(sentence.text, n, cited, entails) for n in cited)
    return CitationScores(
        recall=sum(supported) / len(supported) if supported else 0.0,
        precision=precise / total if total else 0.0,
        supported=tuple(supported),
    )


def _is_relevant(text: str, number: int, cited: Sequence[int], entails: Entails) -> bool:
    if len(cited) == 1 or entails(text, [number]):
        return True
    return not entails(text, [n for n in cited if n != number])
