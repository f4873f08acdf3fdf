"""Written answers: a language model writes, and only what its cited sources support is shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from rag.answering.answer import Answer, Dropped, Evidence, Sentence, Source
from rag.answering.ask import refusal
from rag.answering.citations import read_citations, renumbered, with_markers
from rag.answering.maker import AnswerMaker
from rag.answering.prompt import REFUSAL, Prompt, build_prompt
from rag.answering.stream import SentenceStream
from rag.answering.support import SupportChecker, SupportResult
from rag.models.llm import LanguageModel, Reply
from rag.models.tokens import count_tokens
from rag.retrieval.results import Hit, SearchResult

_MOST_SENTENCES = 30
_CHARS_PER_TOKEN = 8
_REFUSED = "the language model found no answer in the abstracts it was given"
_REFUSES = re.compile(
    r"(?:the |these |provided |given |available )*(?:sources?|abstracts?|papers?|texts?|documents?)"
    r" (?:provided |given |above )?(?:do(?:es)? not|don't|cannot|can't) (?:\w+ ){0,3}"
    r"(?:answer|address|contain|mention|say)",
    re.IGNORECASE,
)
_SOURCE_LIST = re.compile(r"^\W*(?:sources?|references?|bibliography|citations?)\W*(?::|$)", re.IGNORECASE)
_HEADING = re.compile(r"^\s*#{1,6}\s|^\W*$")
_LEFTOVER = re.compile(r"\]\(|!\[|</?[a-z]+[^>]*$|javascript:|data:text", re.IGNORECASE)
_WHOLE = re.compile(r"[.!?…。！？][\"'”’)\]】\d\s\[]*$")


@dataclass(frozen=True, slots=True)
class _Kept:
    """A sentence that stays: the places of its hits, and the check's result."""

    text: str
    hits: tuple[int, ...]
    support: float
    evidence: dict[int, Evidence]


@dataclass(slots=True)
class _Draft:
    """What a reply has come to so far."""

    kept: list[_Kept] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)
    refused: bool = False


class WrittenAnswers:
    """Has a language model write the answer and shows the sentences that its sources support."""

    def __init__(
        self,
        model: Callable[[], LanguageModel],
        checker: SupportChecker,
        fallback: AnswerMaker,
        *,
        context_window: int,
        max_tokens: int,
    ) -> None:
        """Prepare it; nothing is loaded or called yet.

        Args:
            model: returns the language model, which is made with the first question.
            checker: checks each sentence against the papers it cites.
            fallback: answers where nothing of what the model wrote is supported.
            context_window: tokens the model reads and writes in all.
            max_tokens: the longest reply.
        """
        self._model = model
        self._checker = checker
        self._fallback = fallback
        self._context_window = context_window
        self._max_tokens = max_tokens

    def stream(self, question: str, hits: Sequence[Hit], searched: int) -> Iterator[Answer]:
        """Yield the answer with every sentence that passed its check; the last one is whole.

        Raises:
            ServiceError: the language model cannot be reached, or sent nothing in time.
            UsageError: its context window is too small for any source.
        """
        model = self._model()
        prompt = build_prompt(
            question,
            hits,
            model=model.model,
            context_window=self._context_window,
            max_tokens=self._max_tokens,
        )
        reply = model.stream(prompt.messages, prompt.max_tokens)
        draft = _Draft()
        try:
            for _ in self._read(reply, prompt, draft):
                yield _answer(question, prompt.hits, draft, searched, complete=False)
        finally:
            # Also when the reader stops listening: the model need not write on.
            reply.close()
        usage = _usage(reply, prompt, draft, model.model)
        yield from self._conclude(question, hits, searched, prompt, draft, reply.cut, usage)

    def _read(self, reply: Reply, prompt: Prompt, draft: _Draft) -> Iterator[None]:
        """Fill `draft` from the reply; yield whenever a sentence was kept."""
        stream = SentenceStream()
        restarts = 0
        length = 0
        for piece in reply:
            length += len(piece)
            closed = stream.feed(piece)
            if stream.restarts != restarts:
                # All that was read so far was the model's thoughts.
                restarts = stream.restarts
                draft.kept.clear()
                draft.dropped.clear()
                draft.refused = False
            for unit in closed:
                if _SOURCE_LIST.match(unit):
                    return
                if self._take(unit, prompt.hits, draft):
                    yield
            taken = len(draft.kept) + len(draft.dropped)
            if taken >= _MOST_SENTENCES or length > prompt.max_tokens * _CHARS_PER_TOKEN:
                reply.cut = f"the language model did not stop; it was cut after {taken} sentences"
                return
        units = stream.finish()
        if reply.cut and units and not _WHOLE.search(units[-1]):
            draft.dropped.append(Dropped(units.pop(), "the answer was cut in the middle of this sentence"))
        for unit in units:
            if _SOURCE_LIST.match(unit):
                return
            if self._take(unit, prompt.hits, draft):
                yield

    def _take(self, unit: str, hits: Sequence[Hit], draft: _Draft) -> bool:
        """Check one sentence and put it where it belongs; return whether it is kept."""
        text, good, bad = read_citations(unit, len(hits))
        if _HEADING.match(unit) or not re.search(r"\w", text):
            return False
        if _is_refusal(text):
            draft.refused = True
            return False
        if any(text == kept.text for kept in draft.kept):
            draft.dropped.append(Dropped(text, "it repeats a sentence"))
            return False
        if _LEFTOVER.search(text):
            draft.dropped.append(Dropped(text, "it holds the rest of a link or of markup"))
            return False
        if bad and not good:
            draft.dropped.append(Dropped(text, f"it cites no source that was given ({_list(bad)})"))
            return False
        kept, reason = self._verified(text, [n - 1 for n in good], hits)
        if kept is None:
            draft.dropped.append(Dropped(text, reason))
            return False
        draft.kept.append(kept)
        return True

    def _verified(self, text: str, cited: Sequence[int], hits: Sequence[Hit]) -> tuple[_Kept | None, str]:
        """Return the sentence with the sources that support it, or why there are none."""
        reason = "it cites no source, and none that was given supports it"
        if cited:
            result = self._checker.check(text, [hits[i].paper for i in cited])
            if result.verdict == "supported":
                return _kept(text, cited, result), ""
            reason = f"not supported by {_list([i + 1 for i in cited])}: {'; '.join(result.reasons)}"
        for other in range(len(hits)):
            if other not in cited:
                second = self._checker.check(text, [hits[other].paper])
                if second.verdict == "supported":
                    return _kept(text, [other], second), ""
        return None, reason

    def _conclude(
        self,
        question: str,
        hits: Sequence[Hit],
        searched: int,
        prompt: Prompt,
        draft: _Draft,
        cut: str,
        usage: dict[str, int],
    ) -> Iterator[Answer]:
        dropped = tuple(draft.dropped)
        if draft.kept:
            whole = _answer(question, prompt.hits, draft, searched, complete=True)
            yield replace(whole, reason=cut, usage=usage)
        elif draft.refused:
            result = SearchResult(question, tuple(hits))
            yield replace(refusal(result, "written", searched, _REFUSED), dropped=dropped, usage=usage)
        else:
            why = (
                "nothing the language model wrote is supported by the abstracts; these are quotations instead"
            )
            for answer in self._fallback.stream(question, hits, searched):
                reason = "; ".join(part for part in (why, cut, answer.reason) if part)
                yield replace(answer, reason=reason, dropped=dropped + answer.dropped, usage=usage)


def _kept(text: str, cited: Sequence[int], result: SupportResult) -> _Kept:
    places = [cited[i] for i in result.supporting]
    evidence = {cited[i]: result.evidence[i] for i in result.supporting}
    return _Kept(text, tuple(places), result.support, evidence)


def _answer(question: str, hits: Sequence[Hit], draft: _Draft, searched: int, *, complete: bool) -> Answer:
    numbers = renumbered(kept.hits for kept in draft.kept)
    written = tuple(
        Sentence(kept.text, tuple(sorted(numbers[i] for i in kept.hits)), kept.support, "supported")
        for kept in draft.kept
    )
    sources = []
    for place, n in numbers.items():
        quotes = [kept.evidence[place] for kept in draft.kept if place in kept.evidence]
        sources.append(Source(n, hits[place].paper, tuple(dict.fromkeys(quotes))))
    return Answer(
        question=question,
        answer=" ".join(with_markers(s.text, s.citations) for s in written),
        mode="written",
        sentences=written,
        sources=tuple(sources),
        dropped=tuple(draft.dropped),
        searched=searched,
        complete=complete,
    )


def _usage(reply: Reply, prompt: Prompt, draft: _Draft, model: str) -> dict[str, int]:
    """Return the tokens as the endpoint counted them, else as they are counted here."""
    written = " ".join([*(kept.text for kept in draft.kept), *(dropped.text for dropped in draft.dropped)])
    counted = {"prompt_tokens": prompt.tokens, "completion_tokens": count_tokens(written, model)}
    return counted | reply.usage


def _is_refusal(text: str) -> bool:
    return text.casefold().rstrip(".! ") == REFUSAL.casefold().rstrip(".") or bool(_REFUSES.match(text))


def _list(numbers: Sequence[int]) -> str:
    return ", ".join(f"[{n}]" for n in numbers)
