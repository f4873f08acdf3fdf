import pytest

from rag.retrieval.names import method_names


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("which papers improve DPO?", ["DPO"]),
        ("What loss does UGrid introduce?", ["UGrid"]),
        ("How does LoRA differ from QLoRA and LoRA?", ["LoRA", "QLoRA"]),
        ("What does GPT-4 score?", ["GPT-4"]),
        ("Is RL used here by Anna Karenina?", []),
    ],
)
def test_method_names(question, names):
    assert method_names(question) == names
