"""The chat page: ask, read the answer as it grows, see what supports it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gradio as gr

from rag.errors import RagError, UsageError
from rag.library import Library
from rag.retrieval.filters import PaperFilter
from rag.ui import render
from rag.ui.address import bypass_proxy, page_address, usable_port
from rag.ui.filters import typed_filter
from rag.ui.stop_switches import StopSwitches
from rag.ui.turn import Turn, run_turn, stop_turn

_log = logging.getLogger(__name__)

_EXAMPLES = (
    "which papers improve DPO?",
    "How can large language models run on a phone?",
    "What makes linear attention work for text generation?",
    "How are labels recovered from federated learning updates?",
)
_FIELDS = (
    ("Years", "2020-2024"),
    ("Venue", "ICML"),
    ("Author", "Y. Bengio"),
    ("Keyword", "pruning"),
    ("Nothing on", "vision"),
)
_AT_ONCE = 4
_NOT_OPENED = "The library could not be opened; the log of the server says why."

# A new question is brought into view; an answer that grows leaves the reader where they are.
_SHOW_NEWEST = """
let shown = 0;
watch('value', () => {
  const turns = element.querySelectorAll('.turn');
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (turns.length > shown) {
    turns[turns.length - 1].scrollIntoView({behavior: calm ? 'auto' : 'smooth', block: 'start'});
  }
  shown = turns.length;
});
"""
# A condition that was read from a question is a button; pressing it asks again without.
_ASK_AGAIN = """
element.addEventListener('click', event => {
  const chip = event.target.closest('button.chip');
  if (chip) trigger('select', {words: chip.dataset.words, turn: Number(chip.dataset.turn)});
});
"""
_ANNOUNCE = "element.setAttribute('role', 'status');"


def build_page(library: Library) -> gr.Blocks:
    """Return the page. Nothing is loaded until somebody opens it."""
    with gr.Blocks(title="AskPapers", analytics_enabled=False) as page:
        turns = gr.State(())
        switches = StopSwitches()
        head = _html(render.header("Opening the library …"), "head")
        model_note = _html("", "model-note", _ANNOUNCE)
        conversation = _html(render.conversation(()), "conversation", _SHOW_NEWEST + _ASK_AGAIN)
        with gr.Row(elem_id="examples", visible=False) as examples:
            example_buttons = [gr.Button(text, size="sm", min_width=120) for text in _EXAMPLES]
        with gr.Column(elem_id="composer"):
            with gr.Row(elem_id="ask-row"):
                box = gr.Textbox(
                    label="Your question",
                    show_label=False,
                    placeholder="Ask a question",
                    max_lines=6,
                    autofocus=True,
                    container=False,
                    scale=1,
                    elem_id="question-box",
                )
                ask = gr.Button("Ask", variant="primary", scale=0, min_width=80, elem_id="ask")
                stop = gr.Button("Stop", visible=False, scale=0, min_width=80, elem_id="stop")
            with gr.Accordion("Filters", open=False, elem_id="filters"), gr.Row(elem_id="filter-row"):
                fields = [_field(*texts) for texts in _FIELDS]
            hint = _html("", "hint", _ANNOUNCE)

        questions = {button._id: text for button, text in zip(example_buttons, _EXAMPLES, strict=True)}

        def respond(
            typed: str,
            past: tuple[Turn, ...],
            years: str,
            venue: str,
            author: str,
            keyword: str,
            without: str,
            event: gr.EventData,
            request: gr.Request,
        ) -> Iterator[dict[Any, Any]]:
            question = questions.get(getattr(event.target, "_id", -1), typed).strip()
            if not question:
                yield {hint: render.hint("Type a question first.")}
                return
            try:
                allowed = typed_filter(years, venue, author, keyword, without)
            except UsageError as error:
                yield {hint: render.hint(f"Filters: {error}.")}
                return
            # The box is emptied once; what is typed while the answer grows stays.
            yield {box: "", examples: gr.update(visible=False)}
            yield from answered(str(request.session_hash), question, past, allowed, ())

        def ask_again(
            past: tuple[Turn, ...], event: gr.EventData, request: gr.Request
        ) -> Iterator[dict[Any, Any]]:
            turn = past[event.turn] if event.turn in range(len(past)) else None
            if turn is None or not isinstance(event.words, str):
                yield {hint: ""}
                return
            reader = str(request.session_hash)
            yield from answered(reader, turn.question, past, turn.allowed, (*turn.ignored, event.words))

        def answered(
            reader: str,
            question: str,
            past: tuple[Turn, ...],
            allowed: PaperFilter,
            ignored: tuple[str, ...],
        ) -> Iterator[dict[Any, Any]]:
            switch = switches.renewed(reader)
            # What a lost connection left running runs no longer.
            before = stop_turn(past)
            running = run_turn(library, question, before, allowed, ignored)
            try:
                for turn in running:
                    if not switch.is_set():
                        yield shown((*before, turn))
                    if switch.is_set():
                        if switches.is_current(reader, switch):
                            yield shown(stop_turn((*before, turn)))
                        return
            finally:
                switches.forget(reader, switch)
                running.close()

        def halt(past: tuple[Turn, ...], request: gr.Request) -> dict[Any, Any]:
            # The answer ends at its next sentence; the reader need not wait for that.
            switches.stop(str(request.session_hash))
            return shown(stop_turn(past))

        def shown(all_turns: tuple[Turn, ...]) -> dict[Any, Any]:
            if not all_turns:
                return {hint: ""}
            running = all_turns[-1].state == "running"
            return {
                turns: all_turns,
                conversation: render.conversation(all_turns),
                hint: render.status(all_turns[-1]),
                ask: gr.update(visible=not running),
                stop: gr.update(visible=running),
            }

        gr.on(
            [box.submit, ask.click, *(button.click for button in example_buttons)],
            respond,
            [box, turns, *fields],
            [box, turns, conversation, hint, ask, stop, examples],
            concurrency_limit=_AT_ONCE,
            show_progress="hidden",
            api_visibility="private",
        )
        conversation.select(
            ask_again,
            turns,
            [turns, conversation, hint, ask, stop],
            concurrency_limit=_AT_ONCE,
            show_progress="hidden",
            api_visibility="private",
        )
        stop.click(
            halt,
            turns,
            [turns, conversation, hint, ask, stop],
            concurrency_limit=None,
            show_progress="hidden",
            api_visibility="private",
        )
        page.load(
            lambda: _welcome(library),
            outputs=[head, examples],
            show_progress="hidden",
            api_visibility="private",
        )
        page.load(
            lambda: _model_note(library),
            outputs=[model_note],
            concurrency_limit=None,
            show_progress="hidden",
            api_visibility="private",
        )
    built: gr.Blocks = page
    return built


def serve(library: Library, host: str | None = None, port: int | None = None) -> None:
    """Open the page at `host` and `port`, else at those of the settings, until interrupted.

    Raises:
        UsageError: it cannot listen there.
    """
    host = host or library.settings.host
    port = usable_port(host, library.settings.port if port is None else port)
    bypass_proxy(host)
    page = build_page(library)
    try:
        page.launch(
            server_name=host,
            server_port=port,
            prevent_thread_lock=True,
            quiet=True,
            share=False,
            ssr_mode=False,
            enable_monitoring=False,
            max_file_size="1kb",
            footer_links=[],
            theme=_theme(),
            css_paths=Path(__file__).with_name("page.css"),
        )
    except OSError as error:
        raise UsageError(f"port {port} on {host} was taken just now; choose another with --port") from error
    # The page is there at once; the models follow, before the first question is typed.
    threading.Thread(target=_warm_up, args=[library], name="warm-up", daemon=True).start()
    print(f"Chat page: {page_address(host, port)}", flush=True)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        page.close(verbose=False)


def _field(label: str, example: str) -> gr.Textbox:
    return gr.Textbox("", label=label, placeholder=example, max_lines=1, min_width=130)


def _html(value: str, name: str, script: str | None = None) -> gr.HTML:
    return gr.HTML(value, elem_id=name, apply_default_css=False, js_on_load=script)


def _theme() -> gr.themes.Base:
    # Fonts of the reader's machine: nothing is fetched for them.
    return gr.themes.Base(
        primary_hue="teal",
        neutral_hue="slate",
        font=["ui-sans-serif", "system-ui", "sans-serif"],
        font_mono=["ui-monospace", "monospace"],
    ).set(input_padding="0.6rem 0.85rem", input_radius="10px")


def _welcome(library: Library) -> tuple[str, dict[str, Any]]:
    """Return the head of the page, and whether the examples fit the library."""
    try:
        is_sample = library.is_sample
        size = len(library)
    except RagError as error:
        return render.header(str(error)), gr.update(visible=False)
    except Exception:  # noqa: BLE001 - logged, and the page stays up
        _log.exception("the library could not be opened")
        return render.header(_NOT_OPENED), gr.update(visible=False)
    how = render.mode_notice(library.mode, library.settings.llm_model)
    return render.header(render.library_notice(size, is_sample), how), gr.update(visible=is_sample)


def _model_note(library: Library) -> str:
    """Return what is wrong with the language model, or nothing. It takes a few seconds at most."""
    try:
        probed = library.probe_model()
    except RagError as error:
        return render.model_note(str(error))
    return "" if probed is None or probed[0] else render.model_note(probed[1])


def _warm_up(library: Library) -> None:
    """Load the models and open the index."""
    try:
        library.search("warm up", k=1)
    except RagError:
        # Whoever opens the page is told.
        _log.debug("nothing to warm up", exc_info=True)
