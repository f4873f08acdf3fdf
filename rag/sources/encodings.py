"""Bytes to text: finds the encoding, or says why the bytes are not text."""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

HEAD = 65536
"""How many bytes are looked at to tell what a file is."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16: it begins with the same two bytes
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SIGNATURES = (
    (b"%PDF-", "PDF signature"),
    (b"PK\x03\x04", "zip signature"),
    (b"PK\x05\x06", "zip signature"),
    (b"\x1f\x8b", "gzip signature"),
    (b"BZh", "bzip2 signature"),
    (b"\xfd7zXZ\x00", "xz signature"),
    (b"7z\xbc\xaf\x27\x1c", "7z signature"),
    (b"Rar!\x1a\x07", "RAR signature"),
    (b"\x89PNG", "PNG signature"),
    (b"\xff\xd8\xff", "JPEG signature"),
    (b"\xd0\xcf\x11\xe0", "old Office signature"),
    (b"{\\rtf", "RTF signature"),
)
_CONTROL = re.compile(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]")
# Western texts hold one or two letters in a row that are not ASCII; a word of another script holds
# more, and so does the escape of ISO-2022.
_OTHER_SCRIPT = re.compile(rb"[\x80-\xff]{4}|\x1b\$")
_BEYOND_ASCII = bytes(range(128, 256))
_WESTERN = "askpapers-western"


def _western(byte: int) -> str:
    # cp1252 leaves five bytes undefined; Latin-1 has a (control) character for each.
    one = bytes([byte])
    try:
        return one.decode("cp1252")
    except UnicodeDecodeError:
        return one.decode("latin-1")


def _as_western(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return "".join(map(_western, error.object[error.start : error.end])), error.end


codecs.register_error(_WESTERN, _as_western)


def refusal(head: bytes) -> str:
    """Return why a file that begins with `head` is not a text file, or an empty string."""
    start = head.lstrip()
    for signature, name in _SIGNATURES:
        if start.startswith(signature):
            return f"not a text file ({name})"
    if wide_encoding(head):
        return ""
    if b"\x00" in head:
        return "not a text file (NUL bytes)"
    if len(_CONTROL.findall(head)) > len(head) / 50 + 1:
        return "not a text file (control characters)"
    return ""


def wide_encoding(head: bytes) -> str:
    """Return the UTF-16 or UTF-32 variant of `head`, by its BOM or its NUL bytes, or an empty string."""
    for bom, name in _BOMS:
        if head.startswith(bom):
            return "" if name == "utf-8" else name
    units = len(head) // 2
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if units > 1 and odd > units * 0.3 and even < units * 0.05:
        return "utf-16-le"
    if units > 1 and even > units * 0.3 and odd < units * 0.05:
        return "utf-16-be"
    return ""


def decode(data: bytes) -> tuple[str, str]:
    """Return the text of `data` and a warning, which is empty if it is Unicode.

    A BOM decides, then UTF-16 by its NUL bytes, then UTF-8, then the code page that fits a text in
    another script. A byte that is none of these is read as Windows-1252, so one stray byte does not
    spoil the rest. No character is replaced by U+FFFD.
    """
    wide = wide_encoding(data[:HEAD])
    if wide:
        return _decode_wide(data, wide)
    data = data.removeprefix(codecs.BOM_UTF8)
    name = code_page(data)
    if name:
        return data.decode(name, _WESTERN), f"not UTF-8: read as {name}"
    try:
        return data.decode("utf-8"), ""
    except UnicodeDecodeError as error:
        offset = error.start
    text = data.decode("utf-8", _WESTERN)
    if len(text) == len(data):  # no sequence of several bytes was UTF-8
        name = "Latin-1" if re.search("[\x80-\x9f]", text) else "Windows-1252 (cp1252)"
        return text, f"not UTF-8 (byte {offset}): read as {name}"
    return text, f"UTF-8 with invalid bytes (the first at {offset}): those were read as Windows-1252 (cp1252)"


def decode_line(line: bytes) -> tuple[str, str]:
    """Return the text of a line of a file that is not UTF-16, and a warning as `decode` does."""
    line = line.removeprefix(codecs.BOM_UTF8)
    name = code_page(line)
    if name:
        return line.decode(name, _WESTERN), f"not UTF-8: read as {name}"
    try:
        return line.decode("utf-8"), ""
    except UnicodeDecodeError:
        return line.decode("utf-8", _WESTERN), "not UTF-8: read as Windows-1252 (cp1252)"


def decode_head(head: bytes) -> str:
    """Return the text of the first bytes of a file; a character cut in two at the end is left out."""
    encoding = wide_encoding(head) or code_page(head) or "utf-8"
    errors = "ignore" if encoding != "utf-8" else _WESTERN
    return codecs.getincrementaldecoder(encoding)(errors).decode(head).removeprefix("\ufeff")


def code_page(data: bytes) -> str:
    """Return which code page fits bytes in another script than Latin, or "" if they are Unicode or Latin.

    Shift-JIS, GB18030, Big5, EUC-KR, windows-1251 and their kin: a guess by how likely the text is.
    """
    if not _OTHER_SCRIPT.search(data) or _is_mostly_utf8(data):
        return ""
    # Whole lines: a character cut in two would rule out the right code page.
    start = data[:HEAD]
    best = from_bytes(start[: start.rfind(b"\n") + 1] or start).best()
    return best.encoding if best is not None and not best.encoding.startswith(("utf", "ascii")) else ""


def _is_mostly_utf8(data: bytes) -> bool:
    """Return whether most bytes beyond ASCII are UTF-8; one stray byte does not make a code page."""
    ascii_only = len(data.translate(None, _BEYOND_ASCII))
    if ascii_only == len(data):
        return False
    valid = len(data.decode("utf-8", "ignore").encode()) - ascii_only
    return valid * 2 >= len(data) - ascii_only


def _decode_wide(data: bytes, encoding: str) -> tuple[str, str]:
    width = 4 if "32" in encoding else 2
    extra = len(data) % width
    whole = data[: len(data) - extra]
    note = f"{encoding.upper()}: {extra} bytes too many at the end" if extra else ""
    try:
        text = whole.decode(encoding, "surrogatepass")
    except UnicodeDecodeError as error:
        text = whole.decode(encoding, "ignore")
        note = f"invalid {encoding.upper()} at byte {error.start}: such characters were left out"
    return text.removeprefix("\ufeff"), note
