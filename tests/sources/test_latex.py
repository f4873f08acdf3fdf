import pytest

from rag.sources.latex import to_unicode


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"M{\"u}ster, J{\'e}r{\^o}me", "Müster, Jérôme"),
        (r"M\"uller and M\"{u}ller", "Müller and Müller"),
        (r"{\L}ukasz {\'S}wiat", "Łukasz Świat"),
        (r"S{\o}rensen, {\AA}sa", "Sørensen, Åsa"),
        (r"Gar{\c{c}}on, Fran{\c c}ois", "Garçon, François"),
        (r"\v{Z}i\v{z}ka, \'{\i}, \'\i x", "Žižka, í, íx"),
        (r"{\ss}harp \o re {\ae}on", "ßharp øre æon"),
        (r"\L{}odz", "Łodz"),
        (r"100\% Wind \& Rain \#1 a\_b \$5", "100% Wind & Rain #1 a_b $5"),
        (r"{K}ite{M}ap: {P}lanning {$O(n \log n)$} Detours", r"KiteMap: Planning $O(n \log n)$ Detours"),
        (
            r"The {\em {nested {braces}}} stay, \emph{so} do \textbf{these}",
            "The nested braces stay, so do these",
        ),
        ("a -- b --- ``c'' d~e", "a – b — “c” d e"),
        (r"as \citep{key2031} say $x_{1}$ and $$y^{2}$$", r"as \citep{key2031} say $x_{1}$ and $$y^{2}$$"),
        (r"from \$5 to \$6 {X}", "from $5 to $6 X"),
        (r"one\\two \- three", "one two three"),
        ("ends in a backslash \\", "ends in a backslash \\"),
        (r"\unknown stays", r"\unknown stays"),
        ("unbalanced $ and } and {", "unbalanced $ and and"),
    ],
)
def test_to_unicode(latex, text):
    assert to_unicode(latex) == text
