"""Numbers of papers, and how they are said: of a list, per year, of the authors with the most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rag.retrieval.rules.tallies import Tally

_MOST_NAMED = 40
_PLACE = {"year": "in", "venue": "at", "author": "by", "keyword": "with", "collection": "in"}


@dataclass(frozen=True, slots=True)
class Listing:
    """How many papers there are, of which `borderline` may be about something else.

    `exact` is a number that was counted by the facts of the papers, not by what they are about.
    """

    total: int
    borderline: int = 0
    exact: bool = False

    def __str__(self) -> str:
        if not self.total:
            return "no papers"
        papers = f"{self.total:,} {'paper' if self.total == 1 else 'papers'}"
        if self.exact:
            return papers
        clear = self.total - self.borderline
        return f"about {papers}: {clear:,} clearly, {self.borderline:,} borderline"


@dataclass(frozen=True, slots=True)
class Total:
    """How many papers there are of one year, venue and so on.

    `borderline` of them may be about something else than the topic.
    """

    value: str
    papers: int
    borderline: int = 0

    def __str__(self) -> str:
        clear = self.papers - self.borderline
        if not self.borderline:
            return f"{clear:,}"
        return f"{clear:,} and {self.borderline:,} borderline" if clear else f"{self.borderline:,} borderline"


@dataclass(frozen=True, slots=True)
class Totals:
    """The numbers that a question asks for, as `wanted` says.

    `values` are years ascending, others with most papers first, and where the most are wanted those that
    have as many as the last one, as far as they are few; `more` others have as many. There are
    `different` values in all. `counted` are the papers, of which `unknown` have none. `leading` are the
    ids of the papers of the first value, where it is asked for, leads alone and has few.
    """

    wanted: Tally
    values: tuple[Total, ...]
    more: int
    different: int
    counted: Listing
    unknown: int
    leading: tuple[str, ...] = ()

    def __str__(self) -> str:
        group, kind = self.wanted.group, self.wanted.kind
        if not self.different:
            return f"There are {self.counted}; no record of them says the {group}."
        said = self._each() if kind == "each" else self._number() if kind == "number" else self._first()
        if self.unknown:
            said += f". Of {self.unknown:,} papers the record has no {group}"
        return f"{said}."

    def _each(self) -> str:
        group = self.wanted.group
        named = [f"{total} {_PLACE[group]} {total.value}" for total in self.values[:_MOST_NAMED]]
        are = "is" if self.counted.total == 1 else "are"
        return f"By {group}, there {are} {self._papers()}: {self._with_others(named)}"

    def _number(self) -> str:
        are = "is" if self.different == 1 else "are"
        said = f"There {are} {self.different:,} {self._noun(self.different)} of {self._papers()}"
        if self.wanted.group == "author":
            return said
        named = [f"{total.value} ({total})" for total in self.values[:_MOST_NAMED]]
        return f"{said}: {self._with_others(named)}"

    def _first(self) -> str:
        if self.wanted.kind == "at least":
            return self._many()
        which = f"the {self.wanted.kind} papers{'' if self.counted.exact else ' on the topic'}"
        of = "" if self.counted.exact else f", of {self._papers()}"
        others = f"; {self.more:,} more have as many" if self.more else ""
        if self.wanted.most > 1:
            named = ", ".join(f"{total.value} ({total})" for total in self.values)
            return f"The {len(self.values)} {self._noun(len(self.values))} with {which}{of}: {named}{others}"
        if len(self.values) == 1 and not self.more:
            return f"{self.values[0].value} has {which}: {self.values[0]}{of}"
        if self.more:
            count = len(self.values) + self.more
            one = f"one of them {self.values[0].value}"
            return f"{count:,} {self._noun(count)} have {which}, {self.values[0]} each, {one}{of}"
        names = _joined([total.value for total in self.values])
        return f"{names} have {which}: {self.values[0]} each{of}"

    def _many(self) -> str:
        count = len(self.values) + self.more
        papers = f"{self.wanted.most} {'paper' if self.wanted.most == 1 else 'papers'}"
        of = "" if self.counted.exact else f", of {self._papers()}"
        lead = f"{count:,} {self._noun(count)} {'has' if count == 1 else 'have'} at least {papers}{of}"
        named = [f"{total.value} ({total})" for total in self.values]
        others = [f"{self.more:,} more"] if self.more else []
        return f"{lead}: {_joined([*named, *others])}" if named else lead.replace("0 ", "No ", 1)

    def _papers(self) -> str:
        if self.counted.exact:
            return str(self.counted)
        clear = self.counted.total - self.counted.borderline
        papers = "paper" if self.counted.total == 1 else "papers"
        return (
            f"about {self.counted.total:,} {papers} ({clear:,} clearly on the topic,"
            f" {self.counted.borderline:,} borderline)"
        )

    def _with_others(self, named: Sequence[str]) -> str:
        others = self.different - len(named)
        return _joined([*named, f"{others:,} more {self._noun(others)}"] if others else named)

    def _noun(self, count: int) -> str:
        return self.wanted.group if count == 1 else f"{self.wanted.group}s"


def _joined(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + " and " * (len(names) > 1) + names[-1]
