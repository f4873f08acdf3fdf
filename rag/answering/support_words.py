"""Words of a sentence as the support check compares them: stems, synonyms, and how telling each is."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable
from functools import cache, lru_cache
from typing import NamedTuple

import Stemmer

from rag.models.onnx_file import RERANKER_TOKENIZER, WordPieces
from rag.text import fold

_WORD = re.compile(r"[^\W_]+(?:['’][a-z]+)?")
_STOP = frozenset(
    """a about above after again against all also although am an and any are as at be because been before
    being
    between both but by can could did do does doing down during each either else even ever for from
    further had has have having he her here hers him his how however i if in into is it its itself just
    let many may me might more most much must my no nor not of off on once one only onto or other our
    ours out over own per rather same she should since so some such than that the their theirs them then
    there these they this those though through thus to too toward under until up upon us very via was we
    were what when where whether which while who whom whose why will with within without would yet you
    your""".split()
)
# Words that say little in an abstract: a sentence may use another of them for the same thing.
_GENERIC = frozenset(
    """able achieve across additionally address aim allow almost also analyse analyze apply approach
    approximately argue around attain author average based benchmark called claim compare conclude
    considerably
    current data dataset demonstrate describe develop different earlier empirical employ enable evaluate
    existing experiment experimental explore extensive finally find framework furthermore get give goal
    help however include introduce investigate involve issue keep leverage like make method model
    moreover named namely nearly need new notably novel observe obtain offer overall paper performance
    present previous prior problem propose provide reach relative report require respectively result
    roughly run
    set several show significant significantly specifically state study substantially suggest take task
    technique use utilise utilize various well work yield""".split()
)
_SYNONYMS = """
show demonstrate prove reveal indicate illustrate find establish
outperform surpass exceed beat superior better
fast quick rapid speed accelerate speedup acceleration faster quicker speedier
reduce cut decrease lower shrink lessen diminish drop fewer less halve reduction small smaller
increase raise grow enlarge rise boost higher
improve enhance boost better improvement gain advance
use employ leverage utilise utilize exploit apply adopt
propose introduce present devise design develop
keep maintain preserve retain remain
need require demand necessitate
large big huge vast substantial
comparable equal par match similar competitive same
robust withstand resilient robustness resist
build construct create design generate synthesize synthesise produce make
method approach technique algorithm procedure scheme
network net
train learn fit
finetune tune adapt
precise accurate exact accuracy precision
new novel
earlier existing prior previous past
modern current recent
reach achieve attain obtain get match
recover restore
infer inference
help benefit improve aid assist effective useful
because since due
predict predictive forecast prediction
cost expensive expense compute computation
author we our
begin start
end finish
choose select pick selection
quickly rapidly
show exhibit display
parameter weight
sentence utterance
person people human participant
text language
vision visual
guarantee ensure assure
allow enable permit let
assess evaluate measure test examine gauge
explain interpret
error mistake
combine merge fuse integrate
split divide partition
remove eliminate discard drop prune
join link connect
broad wide general
exceed surpass over
number amount quantity count
follow track
declare proclaim announce signal
""".strip().splitlines()

# Forms of verbs that a stemmer leaves apart.
_IRREGULAR = {
    form: verb
    for verb, *forms in (
        line.split()
        for line in """show shown
find found
choose chose chosen
grow grew grown
make made
keep kept
build built
give gave given
take took taken
hold held
draw drew drawn
rise rose risen
fall fell fallen
beat beaten
know knew known
write wrote written
begin began begun
become became
lead led
lose lost
learn learnt
teach taught
bring brought
forget forgot forgotten
win won
tell told
say said
think thought
seek sought
drive drove driven
deal dealt
mean meant
spend spent
run ran
see saw seen""".splitlines()
    )
    for form in forms
}


class Word(NamedTuple):
    """A word at `start` of its text; `stem` is what it is compared by.

    `is_content` is whether it is no function word, `is_generic` whether nearly every abstract could use it.
    """

    text: str
    start: int
    stem: str
    is_content: bool
    is_generic: bool


class TextWords:
    """The stems of a text, looked up as `same` compares them."""

    def __init__(self, found: Iterable[Word]) -> None:
        """Prepare the look-up of the words `found`."""
        self.stems = frozenset(word.stem for word in found)
        groups = _groups()
        self._groups = frozenset(n for stem in self.stems for n in groups.get(stem, ()))
        self._families: dict[str, list[str]] = {}
        for known in self.stems:
            self._families.setdefault(known[:4], []).append(known)

    def has(self, stem: str) -> bool:
        """Whether the text has the stem, one of its family, or a synonym."""
        if stem in self.stems or not self._groups.isdisjoint(_groups().get(stem, ())):
            return True
        return any(related(stem, known) for known in self._families.get(stem[:4], ()))


@lru_cache(maxsize=2000)
def text_words(text: str) -> TextWords:
    """Return the words of `text` for looking them up."""
    return TextWords(words(text))


@lru_cache(maxsize=2000)
def words(text: str) -> tuple[Word, ...]:
    """Return the words of `text` in order; what a hyphen or a slash joins counts as several."""
    return tuple(word_at(found.group(), found.start()) for found in _WORD.finditer(text))


def word_at(text: str, start: int) -> Word:
    """Return the word `text` that stands at `start`."""
    return Word(text, start, *_facts(text))


@lru_cache(maxsize=50_000)
def _facts(word: str) -> tuple[str, bool, bool]:
    """Return the stem of a word, and whether it is one of content, and generic."""
    stemmed, is_content = stem(word), word.casefold() not in _STOP
    return stemmed, is_content, not is_content or stemmed in _generic_stems()


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """Return the stem of a word; British and American spellings have the same."""
    plain = re.sub(r"['’]s?$", "", fold(word))
    plain = _IRREGULAR.get(plain, plain)
    plain = re.sub(r"(?<=\w{3})is(e|es|ed|ing|ation|ations|er|ers)$", r"iz\1", plain)
    plain = plain.replace("behaviour", "behavior").replace("colour", "color").replace("favour", "favor")
    plain = re.sub(r"(?<=[aeo])ll(?=ing$|ed$|er$)", "l", plain)
    stemmed: str = _stemmer().stemWord(plain)
    return stemmed


@lru_cache(maxsize=200_000)
def same(first: str, second: str) -> bool:
    """Whether two stems are equal, of one family, or synonyms."""
    if related(first, second):
        return True
    groups = _groups()
    return first in groups and second in groups and bool(groups[first] & groups[second])


def related(first: str, second: str) -> bool:
    """Whether two stems are equal or of one family, such as "optimiz" and "optim"."""
    if first == second:
        return True
    if first[:4] != second[:4]:
        return False
    shorter, longer = sorted((first, second), key=len)
    return len(shorter) >= 5 and longer.startswith(shorter[: max(5, len(shorter) - 1)])


@lru_cache(maxsize=50_000)
def weight(word: str) -> float:
    """Return how telling a word is, 0 to 1: by its rank in a vocabulary that is sorted by frequency."""
    ids = _pieces().encode(fold(word))
    if len(ids) != 1:
        return 1.0
    # Its first words stand at 1996, the rarest near 30,000.
    return min(1.0, max(0.1, math.log(max(2, ids[0] - 1990)) / math.log(28_000)))


def shared_weight(stems: Iterable[str], others: Collection[str]) -> float:
    """Return how much those of `stems` tell together that are among `others` or of their family."""
    return sum(weight(s) for s in stems if any(related(s, o) for o in others))


@cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english")


@cache
def _pieces() -> WordPieces:
    return WordPieces(RERANKER_TOKENIZER.locate())


@cache
def _generic_stems() -> frozenset[str]:
    return frozenset(stem(word) for word in _GENERIC)


@cache
def _groups() -> dict[str, frozenset[int]]:
    groups: dict[str, set[int]] = {}
    for number, line in enumerate(_SYNONYMS):
        for word in line.split():
            groups.setdefault(stem(word), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in groups.items()}
