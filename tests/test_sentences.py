import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.sentences import sentences


def cut(text):
    return [text[start:end] for start, end in sentences(text)]


HARD = [
    ["Kites cf. Eq. 3 of Mills et al. (2030) drift.", "We fix it."],
    ["We follow Mills et al. in Fig. 2.", "See Sec. 4.2 for limits."],
    ["Gains of 3.5 vs. 2.1 points, i.e. large ones, are seen, e.g. at sea.", "They hold."],
    ["We reach an F1 of $.677$!", "Does it transfer?", "Yes."],
    ["The rate is $O(n. A)$ and $$x. Y$$ here.", "It is \\(a. B\\) there.", "End."],
    ["Code is at https://example.org/a.b/c?d=1.", "It runs."],
    ["See https://example.org/x!", "Then stop."],
    ["Dr. Noname's rule (cf. Sect. 2) is used.", "So is Prof. Else's."],
    ["It was found in the U.S. Department of Kites.", "It stayed there."],
    ["Samples are i.i.d.", "We show this matters."],
    ["J. R. Mills wrote it.", "K. Frost did not."],
    ["Results improve ... but not always.", "Why?!", "Nobody knows."],
    ['He said "stop."', "Then he left.", "(He came back.)", "It was late."],
    ["We call `a.b. C` once.", "It returns."],
    ["中文的第一句。", "第二句！", "第三句？", "完"],
    ["Version 2.5 beats 2.4.", "10 runs agree."],
    ["One sentence without an end"],
    ["A p.d.f. is fitted.", "It fits."],
]


@pytest.mark.parametrize("parts", HARD, ids=lambda parts: parts[0][:30])
def test_hard_text(parts):
    text = " ".join(parts)
    assert cut(text) == parts


def test_a_page_number_does_not_end_a_sentence():
    assert cut("The proof (p. 4 of the tool) is short. It holds.") == [
        "The proof (p. 4 of the tool) is short.",
        "It holds.",
    ]


def test_chinese_sentences_need_no_space():
    assert cut("第一句。第二句！“第三句？”好") == ["第一句。", "第二句！", "“第三句？”", "好"]


def test_nothing_to_cut():
    assert sentences("") == []
    assert sentences("   \n ") == []
    assert cut("...") == ["..."]
    assert cut(" . ") == ["."]


def test_offsets_point_into_the_text():
    text = "  First one.   Second one?  "
    assert [(s.start, s.end) for s in sentences(text)] == [(2, 12), (15, 26)]


PIECES = st.sampled_from(
    'We|fig.|et al.|A.|$x. Y$|$|$$|\\(|\\)|3.5|。|！”|...|?!| |  |\n|https://a.b/c.|`|)|."|e.g.|U.S.|Ω|\U0001f600|is'.split(
        "|"
    )
)


@given(
    st.one_of(
        st.text(max_size=200), st.lists(PIECES, max_size=40).map(" ".join), st.lists(PIECES).map("".join)
    )
)
def test_spans_are_ordered_apart_and_lose_nothing(text):
    spans = sentences(text)
    begin = 0
    for start, end in spans:
        assert begin <= start < end <= len(text)
        assert text[begin:start].strip() == ""
        assert text[start:end] == text[start:end].strip()
        begin = end
    assert text[begin:].strip() == ""


@pytest.mark.parametrize(
    "text",
    [
        "!" * 8000 + "a",
        "\\(" * 2500,
        "\\[" * 2500,
        "$a " * 5000,
        "a. " * 5000,
    ],
    ids=lambda text: text[:3],
)
def test_odd_text_takes_no_long_time(text):
    started = time.process_time()
    sentences(text)
    assert time.process_time() - started < 0.5
