"""What stands on the page, from top to bottom."""

from __future__ import annotations

from dataclasses import dataclass

import gradio as gr

from rag.ui import render

EXAMPLES = (
    "which papers improve DPO?",
    "How can large language models run on a phone?",
    "What makes linear attention work for text generation?",
    "How are labels recovered from federated learning updates?",
)
_FIELDS = (
    ("Years", "2020-2024"),
    ("Venue", "ICML"),
    ("Author", "Y. Bengio"),
    ("Collection", "my-papers.txt"),
    ("Keyword", "pruning"),
    ("Nothing on", "vision"),
)

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
# Gradio empties a field in the first frame after it mounts it; these are there from the start, only hidden.
_SHOW_FILTERS = """
element.addEventListener('click', event => {
  const toggle = event.target.closest('button');
  if (toggle) toggle.setAttribute('aria-expanded', toggle.getAttribute('aria-expanded') === 'false');
});
"""
_ANNOUNCE = "element.setAttribute('role', 'status');"


@dataclass(frozen=True)
class Layout:
    """The components of the page. `turns` holds the conversation, `fields` are those of the filters."""

    turns: gr.State
    head: gr.HTML
    model_note: gr.HTML
    conversation: gr.HTML
    examples: gr.Row
    example_buttons: list[gr.Button]
    box: gr.Textbox
    ask: gr.Button
    stop: gr.Button
    fields: list[gr.Textbox]
    hint: gr.HTML


def lay_out() -> Layout:
    """Put the components on the page that is being built."""
    turns = gr.State(())
    head = _html(render.header("Opening the library …"), "head")
    model_note = _html("", "model-note", _ANNOUNCE)
    conversation = _html(render.conversation(()), "conversation", _SHOW_NEWEST + _ASK_AGAIN)
    with gr.Row(elem_id="examples", visible=False) as examples:
        example_buttons = [gr.Button(text, size="sm", min_width=120) for text in EXAMPLES]
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
        _html(render.filter_toggle(), "filter-toggle", _SHOW_FILTERS)
        with gr.Row(elem_id="filter-row"):
            fields = [_field(*texts) for texts in _FIELDS]
        hint = _html("", "hint", _ANNOUNCE)
    return Layout(
        turns, head, model_note, conversation, examples, example_buttons, box, ask, stop, fields, hint
    )


def theme() -> gr.themes.Base:
    """Return the colours and fonts; the fonts are of the reader's machine, nothing is fetched for them."""
    return gr.themes.Base(
        primary_hue="teal",
        neutral_hue="slate",
        font=["ui-sans-serif", "system-ui", "sans-serif"],
        font_mono=["ui-monospace", "monospace"],
    ).set(input_padding="0.6rem 0.85rem", input_radius="10px")


def _field(label: str, example: str) -> gr.Textbox:
    return gr.Textbox("", label=label, placeholder=example, max_lines=1, min_width=130)


def _html(value: str, name: str, script: str | None = None) -> gr.HTML:
    return gr.HTML(value, elem_id=name, apply_default_css=False, js_on_load=script)
