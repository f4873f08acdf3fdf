import json

import pytest
from reader_support import A, B, papers, records, skips, texts, warnings

from rag.sources import encodings

FRENCH = "Le modèle FENÊTRE réduit l'énergie à 37 %. Il tient en mémoire."


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_unicode_is_read_without_a_warning(tmp_path, encoding):
    found = records(tmp_path, f"{FRENCH}\n\n{A}\n".encode(encoding))
    assert texts(found) == [FRENCH, A]
    assert not warnings(found)


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
def test_western_bytes_are_read_and_named(tmp_path, encoding):
    found = records(tmp_path, f"{FRENCH}\n\nWir prüfen große Güte. Es geht.".encode(encoding))
    assert texts(found) == [FRENCH, "Wir prüfen große Güte. Es geht."]
    told = "not UTF-8 (byte 6): read as Windows-1252 (cp1252); if letters look wrong, save it as UTF-8"
    assert warnings(found) == {"f.txt": told}


JAPANESE = "本論文では、言語モデルの推論を速くする新しい手法を提案する。実験では従来の手法より2.3倍速かった。"
CHINESE = "本文提出了一种新的方法来加速语言模型的推理。实验表明，该方法比现有方法快2.3倍。"
TAIWANESE = "本文提出了一種新的方法來加速語言模型的推理。實驗表明，該方法比現有方法快2.3倍。"
KOREAN = "본 논문에서는 언어 모델의 추론을 빠르게 하는 새로운 방법을 제안한다. 기존 방법보다 2.3배 빠르다."
RUSSIAN = "В статье предложен новый метод ускорения языковых моделей. Он быстрее прежнего в 2,3 раза."
GREEK = "Προτείνουμε μια νέα μέθοδο για την επιτάχυνση γλωσσικών μοντέλων. Είναι ταχύτερη."


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc-jp"),
        (JAPANESE, "iso2022_jp"),
        (CHINESE, "gb18030"),
        (TAIWANESE, "big5"),
        (KOREAN, "euc-kr"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
        (GREEK, "iso8859-7"),
    ],
)
def test_code_pages_of_other_scripts_are_read_and_named(tmp_path, text, encoding):
    found = records(tmp_path, f"{text}\n\n{A}\n".encode(encoding))
    assert texts(found) == [text, A]
    assert warnings(found)["f.txt"].startswith("not UTF-8: read as ")


@pytest.mark.parametrize(
    ("words", "encoding"),
    [
        ("凧を飛ばす方法", "shift_jis"),
        ("风筝很好。", "gb18030"),
        ("方法。", "gb18030"),
        ("風箏地圖", "big5"),
        ("새로운 방법", "euc-kr"),
        ("Иван Петров", "koi8-r"),
        ("Иван Петров", "cp1251"),
        ("Γιώργος Παπαδόπουλος", "iso8859-7"),
    ],
)
def test_few_words_of_another_script_are_read_too(tmp_path, words, encoding):
    found = records(tmp_path, f"{A}\n\nWe present KITEMAP ({words}), a planner. It works.\n".encode(encoding))
    assert texts(found) == [A, f"We present KITEMAP ({words}), a planner. It works."]


@pytest.mark.parametrize(
    "words",
    ["préféré………… à l'été", "Café ····", "große ———— Güte", "« « é» »\xa0\xa0\xa0", "ÉCOLE: ÎLE, «ÉÉÀÈ»"],
)
def test_western_signs_in_a_row_are_no_other_script(tmp_path, words):
    found = records(tmp_path, f"We present KITEMAP ({words}), a planner. It works.\n".encode("cp1252"))
    assert texts(found) == [" ".join(f"We present KITEMAP ({words}), a planner. It works.".split())]
    assert "Windows-1252" in warnings(found)["f.txt"]


@pytest.mark.parametrize(
    ("text", "encoding"), [(CHINESE, "gb18030"), (RUSSIAN, "koi8-r"), (JAPANESE, "euc-jp")]
)
def test_lines_of_json_in_a_code_page_are_read_as_one_file(tmp_path, text, encoding):
    entries = [{"title": text[:2], "abstract": text[:4]}, {"abstract": A}, {"title": "a", "abstract": text}]
    lines = "\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
    found = records(tmp_path, lines.encode(encoding), "f.jsonl")
    assert texts(found) == [text[:4].strip(), A, text]
    assert len(warnings(found)) == 1


def test_a_broken_byte_spoils_only_its_line_of_japanese(tmp_path):
    data = f"{JAPANESE}\n\n".encode("shift_jis") + b"\xff\n\n" + f"{JAPANESE[:30]}。\n".encode("shift_jis")
    assert texts(records(tmp_path, data))[0] == JAPANESE
    assert "\ufffd" not in "".join(texts(records(tmp_path, data)))


def test_a_pair_of_surrogates_written_as_utf8_is_one_character(tmp_path):
    found = records(tmp_path, b"We fly kites \xed\xa0\xbd\xed\xb8\x80 in the wind. They stay up.")
    assert texts(found) == ["We fly kites 😀 in the wind. They stay up."]
    assert not warnings(found)


def test_a_stray_byte_in_another_script_is_no_code_page(tmp_path):
    found = records(tmp_path, CHINESE.encode() + b" caf\xe9. " + A.encode())
    assert texts(found) == [f"{CHINESE} café. {A}"]
    assert "invalid bytes" in warnings(found)["f.txt"]


def test_word_punctuation_survives(tmp_path):
    found = records(tmp_path, "We “quote” – and pay €5. It’s fine.".encode("cp1252"))
    assert texts(found) == ["We “quote” – and pay €5. It’s fine."]


def test_one_stray_byte_does_not_spoil_the_rest(tmp_path):
    found = records(tmp_path, "Müller et al. read ".encode() + b"caf\xe9" + " in Köln. It works.".encode())
    assert texts(found) == ["Müller et al. read café in Köln. It works."]
    assert "invalid bytes" in warnings(found)["f.txt"]


def test_no_reader_makes_a_replacement_character(tmp_path):
    for data in (b"Bad \xff\xfe\x9d bytes here. They stay.", b"We cut \xe2\x82. It ends."):
        found = records(tmp_path, data)
        assert papers(found)
        assert "\ufffd" not in texts(found)[0]


def test_bom_and_line_ends_do_not_change_the_identity(tmp_path):
    plain = [p.paper_id for p in papers(records(tmp_path, f"{A}\n\n{B}\n"))]
    assert [p.paper_id for p in papers(records(tmp_path, f"\ufeff{A}\n\n{B}\n"))] == plain
    assert [p.paper_id for p in papers(records(tmp_path, f"{A}\r\n\r\n{B}\r\n"))] == plain
    assert [p.paper_id for p in papers(records(tmp_path, f"{A}\r\r{B}\r"))] == plain


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"%PDF-1.7\n\xe2\xe3", "not a text file (PDF signature)"),
        (b"A text with a NUL\x00 byte in it, which is not text.", "not a text file (NUL bytes)"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not a text file (PNG signature)"),
        (bytes(range(1, 32)) * 9, "not a text file (control characters)"),
        (b"long enough text. " * 5000 + b"\x00", "not a text file (NUL bytes)"),
    ],
)
def test_what_is_not_text_is_refused_in_one_line(tmp_path, data, reason):
    assert skips(records(tmp_path, data)) == {"f.txt": reason}


def test_odd_utf16_is_read_with_a_warning(tmp_path):
    found = records(tmp_path, A.encode("utf-16") + b"x")
    assert texts(found) == [A]
    assert "too many" in warnings(found)["f.txt"]


def test_a_character_cut_at_the_head_is_left_out():
    assert encodings.decode_head("aé".encode()[:-1]) == "a"
