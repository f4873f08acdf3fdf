import pytest

from rag.sources.authors import parse_authors, split_at_commas


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (["Ada One", "Bo Two"], ("Ada One", "Bo Two")),
        ([{"fullname": "Ada One", "institution": "X"}, {"name": "Bo Two"}], ("Ada One", "Bo Two")),
        ([{"first": "Ada", "last": "One"}, {"given": "Bo", "family": "Two"}], ("Ada One", "Bo Two")),
        ([{"author": {"display_name": "Ada One"}}], ("Ada One",)),
        ([{"firstName": "Ada", "middle_name": "B.", "lastName": "One"}], ("Ada B. One",)),
        (["One, Ada", "Two, Bo"], ("One, Ada", "Two, Bo")),
        ("Ada One, Bo Two and Cy Three", ("Ada One", "Bo Two", "Cy Three")),
        ("Ada One, Bo Two, and Cy Three", ("Ada One", "Bo Two", "Cy Three")),
        ("One, Ada; Two, Bo", ("One, Ada", "Two, Bo")),
        ("Ada One; Bo Two;", ("Ada One", "Bo Two")),
        ("One, Ada and Two, Bo", ("One, Ada", "Two, Bo")),
        ("One, Test A & Two, Test B", ("One, Test A", "Two, Test B")),
        ("Ada One and Bo Two", ("Ada One", "Bo Two")),
        ("Ada One & Bo Two", ("Ada One", "Bo Two")),
        ("One, Ada", ("One, Ada",)),
        ("Ada One", ("Ada One",)),
        ("Ada One, Bo Two", ("Ada One", "Bo Two")),
        ("One, A., Two, B. C.", ("One, A.", "Two, B. C.")),
        ("Ada One, Jr., Bo Two", ("Ada One, Jr.", "Bo Two")),
        ("Ada One\nBo Two", ("Ada One", "Bo Two")),
        (["Ada One and Bo Two"], ("Ada One", "Bo Two")),
        ([["Ada One"], None, 42, {}, True], ("Ada One",)),
        ({"value": ["Ada One", "Bo Two"]}, ("Ada One", "Bo Two")),
        (["Ada One", "Ada One", "", "  ", "None", "et al."], ("Ada One",)),
        ("Alessandro Anderson", ("Alessandro Anderson",)),
        (None, ()),
        (7, ()),
        ("", ()),
        ([[[[[[[["too deep"]]]]]]]], ()),
    ],
)
def test_shapes(value, names):
    assert parse_authors(value) == names


def test_known_commas():
    assert split_at_commas("One, Two Three,  , Four") == ("One", "Two Three", "Four")
