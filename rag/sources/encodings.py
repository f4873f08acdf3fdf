"""Bytes to text: finds the encoding, or says why the bytes are not text."""

from __future__ import annotations

import codecs
import re

from rag.sources.code_pages import code_page, has_escapes, words_beyond_ascii

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
# Of the bytes beyond ASCII; in other code pages half of them may look like UTF-8 by chance.
_MOSTLY = 0.75
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
    offset = -1
    try:
        # A pair of surrogates, each written as UTF-8, is joined when the text is cleaned.
        text = data.decode("utf-8", "surrogatepass")
        if not has_escapes(data):
            return text, ""
    except UnicodeDecodeError as error:
        offset = error.start
    name = other_script(data)
    if name:
        return data.decode(name, _WESTERN), _warning(f"not UTF-8: read as {name}")
    if not _is_mostly_utf8(data):
        text = data.decode("ascii", _WESTERN)
        name = "Latin-1" if re.search("[\x80-\x9f]", text) else "Windows-1252 (cp1252)"
        return text, _warning(f"not UTF-8 (byte {offset}): read as {name}")
    invalid = f"UTF-8 with invalid bytes (the first at {offset}): those were read as Windows-1252 (cp1252)"
    return data.decode("utf-8", _WESTERN), _warning(invalid)


def is_utf8(data: bytes) -> bool:
    """Return whether `data` is UTF-8, a BOM or a split pair of surrogates included."""
    try:
        data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def decode_line(line: bytes, name: str) -> tuple[str, str]:
    """Return the text of a line of a file that is not UTF-16, and a warning as `decode` does.

    `name` is the code page of the file where `other_script` found one: a line is too little to tell.
    """
    line = line.removeprefix(codecs.BOM_UTF8)
    if is_utf8(line):
        return line.decode("utf-8", "surrogatepass"), ""
    warning = _warning(f"not UTF-8: read as {name or 'Windows-1252 (cp1252)'}")
    return line.decode(name or "utf-8", _WESTERN), warning


def decode_head(head: bytes) -> str:
    """Return the text of the first bytes of a file; a character cut in two at the end is left out."""
    encoding = wide_encoding(head) or other_script(head) or "utf-8"
    errors = "ignore" if encoding != "utf-8" else _WESTERN
    return codecs.getincrementaldecoder(encoding)(errors).decode(head).removeprefix("\ufeff")


def other_script(data: bytes) -> str:
    """Return the code page of a text in another script than Latin, or "" for Unicode and Latin texts."""
    if has_escapes(data):
        return "iso2022_jp"
    words = words_beyond_ascii(data)
    return "" if not words or _is_mostly_utf8(words) else code_page(words)


def _warning(found: str) -> str:
    return f"{found}; if letters look wrong, save it as UTF-8"


def _is_mostly_utf8(data: bytes) -> bool:
    """Return whether most bytes beyond ASCII are UTF-8; one stray byte does not make a code page."""
    ascii_only = len(data.translate(None, _BEYOND_ASCII))
    valid = len(data.decode("utf-8", "ignore").encode()) - ascii_only
    return valid >= _MOSTLY * (len(data) - ascii_only)


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
