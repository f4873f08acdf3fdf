"""The chat page: ask, read the answer as it grows, see what supports it."""

from __future__ import annotations

import gc
import logging
import threading
from pathlib import Path
from typing import Any

import gradio as gr

from rag.errors import RagError, UsageError
from rag.library import Library
from rag.ui import render
from rag.ui.address import bypass_proxy, page_address, usable_port
from rag.ui.handlers import Handlers
from rag.ui.layout import lay_out, theme

_log = logging.getLogger(__name__)

_AT_ONCE = 4
# Of every handler: the page itself says what is going on, and nothing is offered as an API.
_QUIETLY: dict[str, Any] = {"show_progress": "hidden", "api_visibility": "private"}
_NOT_OPENED = "The library could not be opened; the log of the server says why."


def build_page(library: Library) -> gr.Blocks:
    """Return the page. Nothing is loaded until somebody opens it."""
    with gr.Blocks(title="AskPapers", analytics_enabled=False) as page:
        layout = lay_out()
        handlers = Handlers(library, layout)
        answer = [layout.turns, layout.conversation, layout.hint, layout.ask, layout.stop]
        gr.on(
            [layout.box.submit, layout.ask.click, *(button.click for button in layout.example_buttons)],
            handlers.respond,
            [layout.box, layout.turns, *layout.fields],
            [layout.box, *answer, layout.examples],
            concurrency_limit=_AT_ONCE,
            **_QUIETLY,
        )
        layout.conversation.select(
            handlers.ask_again, layout.turns, answer, concurrency_limit=_AT_ONCE, **_QUIETLY
        )
        layout.stop.click(handlers.halt, layout.turns, answer, concurrency_limit=None, **_QUIETLY)
        page.load(lambda: _welcome(library), outputs=[layout.head, layout.examples], **_QUIETLY)
        page.load(
            lambda: _model_note(library), outputs=[layout.model_note], concurrency_limit=None, **_QUIETLY
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
            theme=theme(),
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
    # Each full collection would walk all that is loaded, and stop an answer for a tenth of a second.
    gc.freeze()
