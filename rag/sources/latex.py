"""LaTeX as it is found in BibTeX fields becomes Unicode. Formulas and unknown commands stay."""

from __future__ import annotations

import re
import unicodedata

_ACCENTS = {
    '"': "\u0308",
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
    "c": "\u0327",
    "v": "\u030c",
    "u": "\u0306",
    "H": "\u030b",
    "k": "\u0328",
    "r": "\u030a",
    "d": "\u0323",
    "b": "\u0331",
}
_LETTERS = {
    "ss": "ß",
    "o": "ø",
    "O": "Ø",
    "l": "ł",
    "L": "Ł",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "aa": "å",
    "AA": "Å",
    "i": "ı",
    "j": "ȷ",
    "dh": "ð",
    "DH": "Ð",
    "th": "þ",
    "TH": "Þ",
    "dj": "đ",
    "DJ": "Đ",
    "textendash": "–",
    "textemdash": "—",
    "textquoteright": "’",
    "textquoteleft": "‘",
    "textasciitilde": "~",
    "textbackslash": "\\",
    "ldots": "…",
    "dots": "…",
    "copyright": "©",
    "S": "§",
    "quad": " ",
    "LaTeX": "LaTeX",
    "TeX": "TeX",
}
_DOTLESS = {"ı": "i", "ȷ": "j"}
_FORMATTING = re.compile(
    r"em(?:ph)?|it|bf|s[cl]|tt|rm|sf|text(?:it|bf|sc|tt|rm|sf|sl|up|normal)?|underline|mbox|uppercase"
    r"|(?:it|sc)shape|bfseries|normalfont|small|url|href|protect|relax"
)
_COMMAND = re.compile(r"\\([A-Za-z]+)\*?")
_ARGUMENT = re.compile(r"(?:\[[^\]{}]*\])?\{[^{}]*\}")
_BASE = re.compile(r"\s*(?:\{\s*(\\?[A-Za-z]*|[^{}\\])\s*\}|\\([ij])(?![A-Za-z])\s?|([^\W\d_]))")
# The length is limited, or a file full of "\(" would take hours.
_FORMULA = re.compile(
    r"\$\$.{1,2000}?(?<!\\)\$\$|\$(?:[^$\\]|\\.){1,2000}\$|\\\(.{1,2000}?\\\)|\\\[.{1,2000}?\\\]", re.DOTALL
)


def to_unicode(text: str) -> str:
    """Return `text` with accents, quotes and escapes as characters and without case braces."""
    parts: list[str] = []
    position = 0
    for formula in _FORMULA.finditer(text):
        # "\$5 and \$6" is money: an escaped dollar opens no formula.
        if formula.start() < position or text[: formula.start()].endswith("\\"):
            continue
        parts += [_prose(text[position : formula.start()]), formula.group()]
        position = formula.end()
    parts.append(_prose(text[position:]))
    return " ".join(unicodedata.normalize("NFC", "".join(parts)).split())


def _prose(text: str) -> str:
    out: list[str] = []
    position = 0
    while position < len(text):
        character = text[position]
        if character == "\\" and position + 1 < len(text):
            piece, position = _command(text, position)
        elif character in "{}":
            piece, position = "", position + 1
        elif character == "~":
            piece, position = " ", position + 1
        else:
            run = next((r for r in ("---", "--", "``", "''") if text.startswith(r, position)), character)
            piece = {"---": "—", "--": "–", "``": "“", "''": "”"}.get(run, run)
            position += len(run)
        out.append(piece)
    return "".join(out)


def _command(text: str, position: int) -> tuple[str, int]:
    """Return what the command at `position` stands for, and where the text goes on."""
    name = found.group(1) if (found := _COMMAND.match(text, position)) else text[position + 1]
    after = found.end() if found else position + 2
    if name in _ACCENTS:
        base, after = _argument(text, after)
        if base:
            return _DOTLESS.get(base[0], base[0]) + _ACCENTS[name] + base[1:], after
    elif name in _LETTERS:
        # A blank after a command ends it; so does {}.
        return _LETTERS[name], _skip_blank(text, after)
    elif _FORMATTING.fullmatch(name):
        return "", _skip_blank(text, after)
    elif not found:
        return {"\\": " ", "-": "", "/": "", ",": " ", ";": " ", ":": " ", "!": ""}.get(name, name), after
    argument = _ARGUMENT.match(text, after)  # \citep{key} stays whole
    end = argument.end() if argument else after
    return text[position:end], end


def _skip_blank(text: str, position: int) -> int:
    if text.startswith("{}", position):
        return position + 2
    return position + 1 if text[position : position + 1].isspace() else position


def _argument(text: str, position: int) -> tuple[str, int]:
    """Return the letter that an accent stands on, in braces or not."""
    found = _BASE.match(text, position)
    if not found:
        return "", position
    base = (found.group(1) or found.group(2) or found.group(3) or "").strip()
    base = _LETTERS.get(base.removeprefix("\\"), base) if base.startswith("\\") or found.group(2) else base
    return base, found.end()
