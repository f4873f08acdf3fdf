import textwrap

import pytest
from reader_support import A, B, C, papers, records, skips, texts, warnings


def test_paragraphs_are_papers_with_their_line(tmp_path):
    found = records(tmp_path, f"\n \n{A}\n\n\n\t\n{B}\n   \n")
    assert texts(found) == [A, B]
    assert [p.origin for p in papers(found)] == [f"{tmp_path}/f.txt:3", f"{tmp_path}/f.txt:7"]
    assert all(p.title == "" and p.text_kind == "abstract" for p in papers(found))


@pytest.mark.parametrize(
    "heading",
    [
        "ICML 2031 论文列表",
        "Accepted papers",
        "Liste der angenommenen Beiträge",
        "ريبورتاج 2031",
        "Papers of 2031:",
        "List of accepted papers, 2031.",
        "# Morning session",
        "**Poster session 4**",
        "Abstracts",
    ],
)
def test_headings_are_skipped_and_change_nothing(tmp_path, heading):
    plain = [p.paper_id for p in papers(records(tmp_path, f"{A}\n\n{B}"))]
    found = records(tmp_path, f"{heading}\n\n{A}\n\n{heading}\n\n{B}")
    assert [p.paper_id for p in papers(found)] == plain
    assert skips(found) == {"f.txt:1": "heading", "f.txt:5": "heading"}


def test_a_heading_without_blank_line_is_found(tmp_path):
    found = records(tmp_path, f"Accepted papers 2031\n{A}")
    assert texts(found) == [A]
    assert skips(found) == {"f.txt:1": "heading"}


@pytest.mark.parametrize(
    "line",
    [
        "Page 3 of 9",
        "- 12 -",
        "© 2031 Some Society. All rights reserved.",
        "https://example.org/list",
        "-----",
    ],
)
def test_footers_are_skipped(tmp_path, line):
    found = records(tmp_path, f"{A}\n\n{line}\n\n{B}")
    assert texts(found) == [A, B]
    assert skips(found) == {"f.txt:3": "footer"}


def test_one_sentence_is_an_abstract(tmp_path):
    found = records(tmp_path, f"We give a proof.\n\n{A}\n\n我们给出一个证明。\n\nDoes it work?")
    assert texts(found) == ["We give a proof.", A, "我们给出一个证明。", "Does it work?"]


@pytest.mark.parametrize("width", [40, 60, 72, 100, 130])
def test_hard_wraps_are_joined(tmp_path, width):
    wrapped = "\n\n".join("\n".join(textwrap.wrap(t, width, break_on_hyphens=False)) for t in (A, B, C))
    found = records(tmp_path, wrapped)
    assert texts(found) == [A, B, C]
    assert not warnings(found)


def test_wraps_after_a_hyphen_and_between_han_characters(tmp_path):
    found = records(
        tmp_path, "We use a wind-\nrobust and pre-\nand post-trained net. It works.\n\n我们提出一种\n方法。"
    )
    assert texts(found) == [
        "We use a wind-robust and pre- and post-trained net. It works.",
        "我们提出一种方法。",
    ]


def test_long_lines_without_blank_lines_are_abstracts_of_their_own(tmp_path):
    found = records(tmp_path, f"{A}\n{B}\n\n{C}\n")
    assert texts(found) == [A, B, C]
    assert list(warnings(found)) == ["f.txt:2"]


def test_a_whole_list_without_blank_lines(tmp_path):
    found = records(tmp_path, f"Accepted papers 2031\n{A}\n{B}\n{C}\n")
    assert texts(found) == [A, B, C]
    assert skips(found) == {"f.txt:1": "heading"}


def test_a_short_line_stays_with_the_long_one_above(tmp_path):
    found = records(tmp_path, f"{A}\nCode: https://example.org/c.\n\n{B}")
    assert texts(found) == [f"{A} Code: https://example.org/c.", B]


@pytest.mark.parametrize(
    "marks",
    [
        ("[1] ", "[2] ", "[3] "),
        ("1. ", "2. ", "3. "),
        ("1) Abstract: ", "2) ABSTRACT. ", "3) Abstract - "),
        ("Abstract—", "**Abstract**: ", "摘要："),
        ("- ", "- ", "- "),
        ("[1] Abstract: ", "2) ", ""),
        ("Abstract\n", "ABSTRACT:\n", ""),
    ],
)
def test_list_numbers_and_labels_are_no_part_of_the_text(tmp_path, marks):
    found = records(tmp_path, "\n\n".join(mark + text for mark, text in zip(marks, (A, B, C), strict=True)))
    assert texts(found) == [A, B, C]


def test_a_numbered_list_without_blank_lines(tmp_path):
    lines = [f"{n}. " + "\n".join(textwrap.wrap(t, 60)) for n, t in enumerate((A, B, C), 1)]
    assert texts(records(tmp_path, "\n".join(lines))) == [A, B, C]


@pytest.mark.parametrize(
    "prose",
    [
        "1. This begins like a list but is prose. It goes on.",
        "Abstract reasoning is hard. We test it.",
        "[4] was wrong about tides. We correct it.",
        "*EBB* is a planner. It is fast.",
    ],
)
def test_prose_stays_verbatim(tmp_path, prose):
    assert texts(records(tmp_path, f"{A}\n\n{prose}")) == [A, prose]


def test_signs_of_markdown_latex_and_html_stay(tmp_path):
    text = r"If a<b then *n*m*k* holds for $O(\sqrt{T})$ & \citep{x}; it costs $3 | $4 <unk> [1, 2]."
    assert texts(records(tmp_path, text)) == [text]


def test_nothing_is_lost_or_deduplicated(tmp_path):
    assert texts(records(tmp_path, f"{A}\n\n{A}\n\n{A.replace('31%', '13%')}")) == [
        A,
        A,
        A.replace("31%", "13%"),
    ]


def test_a_very_long_abstract(tmp_path):
    long = " ".join(f"Segment {n} of it reports score {n}.5 and no restart." for n in range(1500))
    assert texts(records(tmp_path, f"{long}\n\n{A}")) == [long, A]


@pytest.mark.parametrize("label", ["Abstract", "ABSTRACT:", "**Abstract**"])
def test_labels_on_lines_of_their_own_without_blank_lines(tmp_path, label):
    texts_of = [f"We present {name}, a planner for kites.\nIt works." for name in ("AA", "BB", "CC")]
    found = records(tmp_path, "\n".join(f"{label}\n{text}" for text in texts_of))
    assert texts(found) == [text.replace("\n", " ") for text in texts_of]
    assert list(warnings(found)) == ["f.txt:4", "f.txt:7"]


@pytest.mark.parametrize(
    "numbers",
    [("1. ", "1. ", "1. "), ("2. ", "2024. ", "3. "), ("1\n", "2\n", "3\n"), ("[7]\n", "[7]\n", "[8]\n")],
)
@pytest.mark.parametrize("between", ["\n\n", "\n\n\n"])
def test_numbers_of_a_list_go_all_or_none(tmp_path, numbers, between):
    found = records(tmp_path, between.join(n + text for n, text in zip(numbers, (A, B, C), strict=True)))
    assert texts(found) == [A, B, C]


def test_numbers_on_lines_of_their_own_without_blank_lines(tmp_path):
    found = records(tmp_path, "\n".join(f"{n}\n{text}" for n, text in enumerate((A, B, C), 1)))
    assert texts(found) == [A, B, C]


def test_numbers_at_the_beginning_of_a_few_abstracts_stay(tmp_path):
    given = [A, "1. This is prose. It goes on.", B, "1. This is prose, too. It goes on.", C]
    assert texts(records(tmp_path, "\n\n".join(given))) == given


@pytest.mark.parametrize(
    "sentence",
    [
        "Copyright law is studied by our KITE model. It is good.",
        "Generated by kites, our pictures are new.",
        "A list of 2024 kites is given.",
        "Papers of 2023 are analysed.",
    ],
)
def test_short_abstracts_are_no_footers_or_headings(tmp_path, sentence):
    assert texts(records(tmp_path, f"{A}\n\n{sentence}\n\n{B}")) == [A, sentence, B]


@pytest.mark.parametrize(
    "line",
    [
        "Copyright 2031 by the authors. Some rights are kept.",
        "© 2031 Our Society. All rights are reserved.",
        "Generated by a program on 3 May 2031.",
        "Source: https://example.org/list, which is public.",
    ],
)
def test_footers_that_are_sentences(tmp_path, line):
    assert skips(records(tmp_path, f"{A}\n\n{line}\n\n{B}")) == {"f.txt:3": "footer"}


@pytest.mark.parametrize("rule", ["---", "==========", "* * *", "___"])
def test_rules_between_abstracts(tmp_path, rule):
    assert [p.text for p in papers(records(tmp_path, f"{A}\n{rule}\n{B}\n{rule}\n{C}\n"))] == [A, B, C]
