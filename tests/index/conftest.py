"""An index of the invented papers."""

import pytest
from invented_papers import PAPERS, new_index


@pytest.fixture
def index(tmp_path, embedder):
    made = new_index(tmp_path / "index", embedder, PAPERS)
    yield made
    made.close()
