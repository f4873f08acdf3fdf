"""What the page does when a reader asks, asks again or stops: which of its components change, and how."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gradio as gr

from rag.errors import UsageError
from rag.library import Library
from rag.retrieval.filters import PaperFilter
from rag.ui import render
from rag.ui.filters import typed_filter
from rag.ui.layout import EXAMPLES, Layout
from rag.ui.stop_switches import StopSwitches
from rag.ui.turn import Turn, run_turn, stop_turn


class Handlers:
    """The handlers of one page. Each takes the conversation so far and gives the components that change."""

    def __init__(self, library: Library, layout: Layout) -> None:
        self._library = library
        self._layout = layout
        self._switches = StopSwitches()
        self._examples = {
            button._id: text for button, text in zip(layout.example_buttons, EXAMPLES, strict=True)
        }

    def respond(
        self,
        typed: str,
        past: tuple[Turn, ...],
        years: str,
        venue: str,
        author: str,
        collection: str,
        keyword: str,
        without: str,
        event: gr.EventData,
        request: gr.Request,
    ) -> Iterator[dict[Any, Any]]:
        """Answer what was typed, or the example that was pressed."""
        question = self._examples.get(getattr(event.target, "_id", -1), typed).strip()
        if not question:
            yield {self._layout.hint: render.hint("Type a question first.")}
            return
        try:
            allowed = typed_filter(years, venue, author, collection, keyword, without)
        except UsageError as error:
            yield {self._layout.hint: render.hint(f"Filters: {error}.")}
            return
        # The box is emptied once; what is typed while the answer grows stays.
        yield {self._layout.box: "", self._layout.examples: gr.update(visible=False)}
        yield from self._answered(str(request.session_hash), question, past, allowed, ())

    def ask_again(
        self, past: tuple[Turn, ...], event: gr.EventData, request: gr.Request
    ) -> Iterator[dict[Any, Any]]:
        """Ask the question of a turn again without the condition that was pressed."""
        turn = past[event.turn] if event.turn in range(len(past)) else None
        if turn is None or not isinstance(event.words, str):
            yield {self._layout.hint: ""}
            return
        reader = str(request.session_hash)
        yield from self._answered(reader, turn.question, past, turn.allowed, (*turn.ignored, event.words))

    def halt(self, past: tuple[Turn, ...], request: gr.Request) -> dict[Any, Any]:
        """Stop the answer that is growing."""
        # It ends at its next sentence; the reader need not wait for that.
        self._switches.stop(str(request.session_hash))
        return self._shown(stop_turn(past))

    def _answered(
        self,
        reader: str,
        question: str,
        past: tuple[Turn, ...],
        allowed: PaperFilter,
        ignored: tuple[str, ...],
    ) -> Iterator[dict[Any, Any]]:
        switch = self._switches.renewed(reader)
        # What a lost connection left running runs no longer.
        before = stop_turn(past)
        running = run_turn(self._library, question, before, allowed, ignored)
        try:
            for turn in running:
                if not switch.is_set():
                    yield self._shown((*before, turn))
                if switch.is_set():
                    if self._switches.is_current(reader, switch):
                        yield self._shown(stop_turn((*before, turn)))
                    return
        finally:
            self._switches.forget(reader, switch)
            running.close()

    def _shown(self, turns: tuple[Turn, ...]) -> dict[Any, Any]:
        layout = self._layout
        if not turns:
            return {layout.hint: ""}
        running = turns[-1].state == "running"
        return {
            layout.turns: turns,
            layout.conversation: render.conversation(turns),
            layout.hint: render.status(turns[-1]),
            layout.ask: gr.update(visible=not running),
            layout.stop: gr.update(visible=running),
        }
