"""What language models do for one answer: understand the question, write, judge. On one meter."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace

from rag.answering.answer import Answer
from rag.answering.followups.standalone import Exchange
from rag.answering.judge import SupportJudge
from rag.answering.maker import AnswerMaker
from rag.answering.rewrite import QuestionRewriter
from rag.answering.support import SupportChecker
from rag.answering.translate import QuestionTranslator
from rag.answering.written import WritingOptions, WrittenAnswers
from rag.models.language_model import LanguageModel
from rag.models.llm_meter import Meter, MeteredModel, Prices
from rag.settings import Settings

# A question is translated in seconds or not at all, a follow-up rewritten in seconds or by rules.
_REWRITE_SECONDS = 10.0
_REWRITE_SHARE = 0.25


class Writer:
    """Made anew for every answer."""

    def __init__(
        self,
        settings: Settings,
        model: Callable[[], LanguageModel],
        judge: Callable[[], LanguageModel],
        checker: SupportChecker,
        fallback: AnswerMaker,
    ) -> None:
        """Prepare it; no model is called yet.

        Args:
            settings: how to write.
            model: returns the model that writes.
            judge: returns the model that judges, called only if the settings name one.
            checker: checks each sentence against the papers it cites.
            fallback: answers where nothing of what the model wrote is supported.
        """
        self._settings = settings
        self._model = model
        self._judge = judge
        self._checker = checker
        self._fallback = fallback
        self._meter = Meter()

    def standalone(self, question: str, history: Sequence[Exchange]) -> str:
        """Return `question` in English and so that it can be understood without `history`."""
        seconds = min(_REWRITE_SECONDS, _REWRITE_SHARE * self._settings.llm_timeout)
        english = QuestionTranslator(self._metered_model, seconds).in_english(question)
        return QuestionRewriter(self._metered_model, seconds).standalone(english, history)

    def maker(self) -> AnswerMaker:
        """Return what makes the answer."""
        settings = self._settings
        options = WritingOptions(
            context_window=settings.llm_context_window,
            max_tokens=settings.llm_max_tokens,
            form=settings.llm_output,
            show_unsupported=settings.show_unsupported,
        )
        judge = SupportJudge(self._metered_judge) if settings.judge_model else None
        return WrittenAnswers(self._metered_model, self._checker, self._fallback, options, judge)

    def metered(self, answers: Iterator[Answer]) -> Generator[Answer, None, None]:
        """Yield the answers with the tokens and the cost so far; closing this closes them."""
        try:
            for answer in answers:
                yield replace(answer, usage=dict(self._meter.usage), cost=self._meter.cost)
        finally:
            close = getattr(answers, "close", None)
            if close is not None:
                close()

    def _metered_model(self) -> LanguageModel:
        return MeteredModel(self._model(), self._meter, self._prices())

    def _metered_judge(self) -> LanguageModel:
        settings = self._settings
        is_same = settings.judge_model == settings.llm_model and not settings.judge_base_url
        # Of another model no price is known.
        return MeteredModel(self._judge(), self._meter, self._prices() if is_same else None, "judge")

    def _prices(self) -> Prices | None:
        read, written = self._settings.llm_price_in, self._settings.llm_price_out
        return None if read is None or written is None else Prices(read, written)
