"""Markers of all shapes, what is none, and what a model must not get onto the page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.answering.citations import markers, read_citations, renumbered, with_markers, without_foreign


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("Kites fly [1].", (1,)),
        ("Kites fly[1].", (1,)),
        ("Kites fly. [1]", (1,)),
        ("Kites fly [1, 2].", (1, 2)),
        ("Kites fly [1][2].", (1, 2)),
        ("Kites fly [1] [2].", (1, 2)),
        ("Kites fly [2–4].", (2, 3, 4)),
        ("Kites fly [1; 3 and 4].", (1, 3, 4)),
        ("风筝飞【3】。", (3,)),
        ("Kites fly【2†source】.", (2,)),
        ("Kites fly【2:0†kites.pdf】.", (2,)),
        ("Kites fly ［2］.", (2,)),
        ("Kites fly [^3].", (3,)),
        ("Kites fly [Source 3].", (3,)),
        ("Kites fly [source: 3].", (3,)),
        ("Kites fly [Sources 1 and 3].", (1, 3)),
        ("Kites fly (Source 2, 4).", (2, 4)),
        ("Kites fly [Paper 4].", (4,)),
        ("Kites fly [#4].", (4,)),
        ("Kites fly [S4].", (4,)),
        ("Kites fly [[4]].", (4,)),
        ("Kites fly [4](https://elsewhere.example/4).", (4,)),
        ("Kites fly **[4]**.", (4,)),
        ("`x[1]` and $y[2]$ and \\(z[3]\\) are code [4].", (4,)),
        ("Kites fly at 20% [2] and 30 m [1].", (2, 1)),
    ],
)
def test_every_shape_of_a_marker_is_read(text: str, good: tuple[int, ...]) -> None:
    cited = read_citations(text, 4)
    assert cited.good == good
    assert cited.bad == ()
    assert not markers(cited.text)


@pytest.mark.parametrize(
    "text",
    [
        "The unit interval [0, 1] is closed.",
        "Values in [1, 2] are small.",
        "We take x[2] and data[3] as input.",
        "`row[1]` is code.",
        "$[1, 2]$ is maths.",
        "\\[ [3] \\]",
        "Cut short [1",
        "Cut short 1]",
        "[1.5, 2.5]",
        "Step (1) and step (2).",
        "See [the paper](https://elsewhere.example/[1]).",
        "See https://elsewhere.example/[1] there.",
        "[see also]",
    ],
)
def test_other_brackets_are_no_citations(text: str) -> None:
    cited = read_citations(text, 4)
    assert cited.good == cited.bad == ()


@pytest.mark.parametrize(
    ("text", "good", "bad"),
    [
        ("Kites fly [9].", (), (9,)),
        ("Kites fly [0].", (), (0,)),
        ("Kites fly [2, 9].", (2,), (9,)),
        ("Kites fly [3-6].", (3, 4), (5, 6)),
        ("Kites fly [1-999999].", (1,), (999999,)),
        ("Kites fly [2031].", (), (2031,)),
    ],
)
def test_a_marker_of_no_source_is_told_apart_and_goes(text: str, good: tuple, bad: tuple) -> None:
    assert read_citations(text, 4) == ("Kites fly.", good, bad)


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("As shown in [1], kites fly.", "Kites fly."),
        ("According to [1] and [2], kites fly.", "Kites fly."),
        ("[1] reports that kites fly.", "The paper reports that kites fly."),
        ("The planner of [1] is fast.", "The planner of the cited paper is fast."),
        ("- **Kites** fly [1].", "Kites fly."),
        ("2. Kites fly [1] .", "Kites fly."),
        ("Kites fly ([1]).", "Kites fly."),
        ("Kites, which fly [1], land [2].", "Kites, which fly, land."),
        (
            "n*m*k and two_extra_names and a<b and c>d hold [1].",
            "n*m*k and two_extra_names and a<b and c>d hold.",
        ),
        ("\\(a+b\\) costs $3,000 to $4,500 [1].", "\\(a+b\\) costs $3,000 to $4,500."),
    ],
)
def test_the_sentence_without_markers_still_reads(text: str, clean: str) -> None:
    assert read_citations(text, 2).text == clean


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("A ![x](https://elsewhere.example/p?q=1) b", "A b"),
        ("A ![x][ref] b", "A b"),
        ("A [paper](https://elsewhere.example/(a)) b", "A paper b"),
        ("A <https://elsewhere.example> b", "A b"),
        ("A https://elsewhere.example/x?y=1. B", "A . B"),
        ("A www.elsewhere.example b", "A b"),
        ("A javascript:alert(1) b", "A b"),
        ('A <img src="x"> <IMG SRC=x onerror=y> b', "A b"),
        ("A <script>steal()</script> <style>p{}</style> b", "A b"),
        ("A <script>steal(", "A"),
        ("A <!-- hidden --> b", "A b"),
        ("A <b>c</b> d", "A c d"),
        ('A <a href="https://elsewhere.example">c</a> d', "A c d"),
        ("[1]: https://elsewhere.example 'x'", ""),
        ("a<b and c>d", "a<b and c>d"),
    ],
)
def test_foreign_addresses_and_html_go(text: str, clean: str) -> None:
    assert " ".join(without_foreign(text).split()) == clean


def test_renumbering_follows_the_first_use() -> None:
    assert renumbered([(4, 2), (2,), (7, 4)]) == {4: 1, 2: 2, 7: 3}
    assert renumbered([]) == {}


def test_markers_are_shown_in_one_form() -> None:
    assert with_markers("Kites fly.", (1, 3)) == "Kites fly [1][3]."
    assert with_markers("风筝飞。", (1,)) == "风筝飞 [1]。"
    assert with_markers('They "fly."', (1,)) == 'They "fly [1]."'
    assert with_markers("No stop", (2,)) == "No stop [2]"
    assert with_markers("Kites fly.", ()) == "Kites fly."


@given(st.text(alphabet="a b[]()【】^,-0123456789!<>`$\\.†:\n#*", max_size=60), st.integers(0, 6))
def test_any_text_is_read_without_an_error(text: str, sources: int) -> None:
    cited = read_citations(text, sources)
    assert all(1 <= n <= sources for n in cited.good)
    assert not any(1 <= n <= sources for n in cited.bad)
    assert "\x00" not in cited.text
