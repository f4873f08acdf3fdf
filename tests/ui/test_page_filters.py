import pytest

from rag.errors import UsageError
from rag.retrieval.filters import PaperFilter
from rag.ui.filters import in_words, typed_filter


def test_typed_fields_become_a_filter():
    typed = typed_filter("2020-2022, 2024", " ICML , NeurIPS", "Lund, A.; Ito", "a", "", "vision")
    assert typed == PaperFilter(
        years=[2020, 2021, 2022, 2024],
        venues=["ICML", "NeurIPS"],
        authors=["Lund, A.", "Ito"],
        collections=["a"],
        keywords=[],
        without=["vision"],
    )
    assert in_words(typed) == (
        "from 2020-2022, 2024, at ICML or NeurIPS, by Lund, A. or Ito, in the collection a, without vision"
    )
    assert not typed_filter("", " ", ";", ",", "", "")
    assert in_words(typed_filter("", "", "", "", "", "")) == ""


@pytest.mark.parametrize("years", ["soon", "2024-2020", "24"])
def test_years_that_cannot_be_read_are_refused(years):
    with pytest.raises(UsageError, match="is no year"):
        typed_filter(years, "", "", "", "", "")
