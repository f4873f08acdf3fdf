"""Written answers: a language model writes, and only what its cited sources support is shown."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from rag.answering.answer import Answer, Dropped
from rag.answering.ask import refusal
from rag.answering.citations import read_citations
from rag.answering.draft import Draft, Kept, answer_of
from rag.answering.flaws import flaw_of, points_back
from rag.answering.judge import SupportJudge
from rag.answering.maker import AnswerMaker
from rag.answering.prompt import REFUSAL, Form, Prompt, build_prompt
from rag.answering.reply_reader import ReplyReader, TextReader, Unit
from rag.answering.structured import StructuredReader, answer_schema, stands_in
from rag.answering.support import SupportChecker, SupportResult
from rag.models.language_model import LanguageModel, Reply, SchemaRefusedError
from rag.retrieval.results import Hit, SearchResult

_MOST_SENTENCES = 30
_CHARS_PER_TOKEN = 8
# Seconds.
_LONGEST_SILENCE = 0.5
# A server that counts fewer of our tokens than this has cut what it was sent.
_LEAST_READ = 0.5
# A sentence that fails where it cites is tried on every other paper, and one of many may look alike.
_RECITED = 0.8
_REFUSED = "the language model found no answer in the abstracts it was given"
_REFUSES = re.compile(
    r"(?:the |these |provided |given |available )*(?:sources?|abstracts?|papers?|texts?|documents?)"
    r" (?:provided |given |above )?(?:do(?:es)? not|don't|cannot|can't) (?:\w+ ){0,3}"
    r"(?:answer|address|contain|mention|say)",
    re.IGNORECASE,
)
_SOURCE_LIST = re.compile(r"^\W*(?:sources?|references?|bibliography|citations?)\W*(?::|$)", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]{3}")
# Also the number of a list's point alone.
_HEADING = re.compile(r"^\s*#{1,6}\s|^[\W\d]*$")
_NOTHING_LEFT = "nothing the language model wrote is supported by the abstracts; these are quotations instead"


@dataclass(frozen=True, slots=True)
class WritingOptions:
    """How a language model is asked to write.

    `context_window` is the tokens it reads and writes in all, `max_tokens` its longest reply.
    `show_unsupported` keeps what is not supported in its place, marked, instead of dropping it.
    """

    context_window: int
    max_tokens: int
    form: Form = "text"
    show_unsupported: bool = False


class WrittenAnswers:
    """Has a language model write the answer and shows the sentences that its sources support."""

    def __init__(
        self,
        model: Callable[[], LanguageModel],
        checker: SupportChecker,
        fallback: AnswerMaker,
        options: WritingOptions,
        judge: SupportJudge | None = None,
    ) -> None:
        """Prepare it; nothing is loaded or called yet.

        Args:
            model: returns the language model, which is made with the first question.
            checker: checks each sentence against the papers it cites.
            fallback: answers where nothing of what the model wrote is supported.
            options: how the model is asked.
            judge: may object to what the checker lets through.
        """
        self._model = model
        self._checker = checker
        self._fallback = fallback
        self._options = options
        self._judge = judge

    def stream(self, question: str, hits: Sequence[Hit], searched: int) -> Iterator[Answer]:
        """Yield the answer with every sentence that passed its check; the last one is whole.

        Raises:
            ServiceError: the language model cannot be reached, or sent nothing in time.
            UsageError: its context window is too small for any source.
        """
        try:
            yield from self._stream(question, hits, searched, self._options.form)
        except SchemaRefusedError:
            # It comes before anything was written, and the model remembers it.
            yield from self._stream(question, hits, searched, "text")

    def _stream(self, question: str, hits: Sequence[Hit], searched: int, form: Form) -> Iterator[Answer]:
        model = self._model()
        prompt = build_prompt(
            question,
            hits,
            model=model.model,
            context_window=self._options.context_window,
            max_tokens=self._options.max_tokens,
            form=form,
        )
        schema = answer_schema(len(prompt.hits)) if form == "structured" else None
        reader: ReplyReader = StructuredReader() if form == "structured" else TextReader()
        reply = model.stream(prompt.messages, prompt.max_tokens, schema=schema)
        draft = Draft()
        try:
            for _ in self._read(reply, reader, prompt, draft):
                yield answer_of(draft, question, prompt.hits, searched, complete=False)
        finally:
            # Also when the reader stops listening: the model need not write on.
            reply.close()
        yield from self._conclude(question, hits, searched, prompt, draft, _notes(reply, prompt, draft))

    def _read(self, reply: Reply, reader: ReplyReader, prompt: Prompt, draft: Draft) -> Iterator[None]:
        """Fill `draft` from the reply; yield whenever there is a sentence more to show.

        Also yield now and then while there is none: whoever takes the answer can end it only then,
        and a model may think for minutes.
        """
        restarts = 0
        length = 0
        yielded = time.monotonic()
        for piece in reply:
            if time.monotonic() - yielded > _LONGEST_SILENCE:
                yield
                yielded = time.monotonic()
            length += len(piece)
            closed = reader.feed(piece)
            if reader.restarts != restarts:
                restarts = reader.restarts
                draft.forget()
            for unit in closed:
                if _SOURCE_LIST.match(unit.text):
                    return
                if self._take(unit, prompt.hits, draft):
                    yield
            if draft.taken >= _MOST_SENTENCES or length > prompt.max_tokens * _CHARS_PER_TOKEN:
                reply.cut = f"the language model did not stop; it was cut after {draft.taken} sentences"
                return
        for unit in reader.finish(is_cut=bool(reply.cut)):
            if _SOURCE_LIST.match(unit.text):
                return
            if self._take(unit, prompt.hits, draft):
                yield

    def _take(self, unit: Unit, hits: Sequence[Hit], draft: Draft) -> bool:
        """Check one sentence and put it where it belongs; return whether it is shown."""
        text, good, bad = read_citations(unit.text, len(hits))
        if _HEADING.match(unit.text):
            return False
        if not re.search(r"\w", text):
            if _LETTER.search(unit.text):
                draft.dropped.append(Dropped(unit.text, "it holds nothing but an address or markup"))
            return False
        if _is_refusal(text):
            draft.refused = True
            return False
        reason = unit.problem
        if not reason and any(text == kept.text for kept in draft.kept):
            reason = "it repeats a sentence"
        reason = reason or flaw_of(text, [hit.paper.title for hit in hits])
        if reason:
            draft.last = None
            draft.dropped.append(Dropped(text, reason))
            return False
        if bad and not good:
            reason = f"it cites no source that was given ({_list(bad)})"
            return self._put_aside(text, reason, 0.0, draft)
        kept, reason, support = self._verified(text, [n - 1 for n in good], hits, draft)
        if kept is not None and points_back(text) and not draft.follows_on(kept):
            kept, reason = None, "it points back to a sentence that is not there or cites something else"
        if kept is not None:
            draft.kept.append(kept)
            draft.last = kept
            return True
        if unit.quote and not any(stands_in(unit.quote, hits[n - 1].paper.text) for n in good):
            reason += "; its quotation does not stand in what it cites"
        return self._put_aside(text, reason, support, draft)

    def _put_aside(self, text: str, reason: str, support: float, draft: Draft) -> bool:
        draft.last = None
        if self._options.show_unsupported:
            draft.kept.append(Kept(text, (), support, {}, reason))
        else:
            draft.dropped.append(Dropped(text, reason))
        return self._options.show_unsupported

    def _verified(
        self, text: str, cited: Sequence[int], hits: Sequence[Hit], draft: Draft
    ) -> tuple[Kept | None, str, float]:
        """Return the sentence with the sources that support it, or why there are none and how far they do."""
        reason, support = "it cites no source, and none that was given supports it", 0.0
        found: Kept | None = None
        if cited:
            result = self._checker.check(text, [hits[i].paper for i in cited])
            support = result.support
            reason = f"not supported by {_list([i + 1 for i in cited])}: {'; '.join(result.reasons)}"
            found = _kept(text, cited, result)
        others = (i for i in range(len(hits)) if i not in cited)
        while found is None and (other := next(others, None)) is not None:
            result = self._checker.check(text, [hits[other].paper])
            found = _kept(text, [other], result) if result.support >= _RECITED else None
        if found is None or self._judge is None:
            return found, reason, support
        view = self._judge.supports(text, [hits[i].paper for i in found.hits])
        draft.unjudged += view is None
        if view is False:
            numbers = _list([i + 1 for i in found.hits])
            return None, f"the judging model does not find it in {numbers}", found.support
        return found, "", found.support

    def _conclude(
        self,
        question: str,
        hits: Sequence[Hit],
        searched: int,
        prompt: Prompt,
        draft: Draft,
        notes: Sequence[str],
    ) -> Iterator[Answer]:
        if draft.supported:
            whole = answer_of(draft, question, prompt.hits, searched, complete=True)
            yield replace(whole, reason="; ".join(notes))
            return
        dropped = draft.all_dropped()
        if draft.refused:
            result = SearchResult(question, tuple(hits))
            yield replace(refusal(result, "written", searched, _REFUSED), dropped=dropped)
            return
        for answer in self._fallback.stream(question, hits, searched):
            reason = "; ".join(filter(None, [_NOTHING_LEFT, *notes, answer.reason]))
            yield replace(answer, reason=reason, dropped=dropped + answer.dropped)


def _kept(text: str, cited: Sequence[int], result: SupportResult) -> Kept | None:
    if result.verdict != "supported":
        return None
    places = tuple(cited[i] for i in result.supporting)
    evidence = {cited[i]: result.evidence[i] for i in result.supporting}
    return Kept(text, places, result.support, evidence)


def _notes(reply: Reply, prompt: Prompt, draft: Draft) -> list[str]:
    """Return what the user must know of how the answer came about."""
    notes = [note for note in (reply.cut, prompt.note) if note]
    read = reply.usage.get("prompt_tokens", 0)
    if 0 < read < _LEAST_READ * prompt.tokens:
        notes.append(
            f"the server counted only {read} of about {prompt.tokens} tokens it was sent; if it cuts them,"
            " raise its context window (Ollama: num_ctx)"
        )
    if draft.unjudged:
        notes.append(f"the judging model gave no clear verdict on {draft.unjudged} of the sentences")
    return notes


def _is_refusal(text: str) -> bool:
    return text.casefold().rstrip(".! ") == REFUSAL.casefold().rstrip(".") or bool(_REFUSES.match(text))


def _list(numbers: Sequence[int]) -> str:
    return ", ".join(f"[{n}]" for n in numbers)
