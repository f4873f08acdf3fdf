from pathlib import Path

import pytest

from rag.errors import UsageError
from rag.settings import Settings, load_settings, settings_notes


def test_defaults():
    settings = load_settings()
    assert settings.index is None
    assert (settings.embedding, settings.mode, settings.host, settings.port) == (
        "minilm",
        "auto",
        "127.0.0.1",
        7860,
    )
    assert not settings.written_is_possible


def test_the_environment_goes_before_dotenv_before_toml(monkeypatch):
    Path("rag.toml").write_text('port = 1\nanswer_papers = 2\nthreads = 3\nmode = "quoted"\n')
    Path(".env").write_text("RAG_PORT=4\nRAG_ANSWER_PAPERS=5\nOTHER=x\n")
    monkeypatch.setenv("RAG_PORT", "6")
    settings = load_settings()
    assert (settings.port, settings.answer_papers, settings.threads, settings.mode) == (6, 5, 3, "quoted")
    assert load_settings(port=7).port == 7
    assert load_settings(port=None).port == 6


def test_empty_variables_count_as_not_set(monkeypatch):
    monkeypatch.setenv("RAG_INDEX", "")
    monkeypatch.setenv("RAG_PORT", "")
    assert load_settings().index is None
    assert load_settings().port == 7860


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("RAG_PORT", "eighty"),
        ("RAG_PORT", "70000"),
        ("RAG_DENSE_WEIGHT", "2"),
        ("RAG_MODE", "sung"),
        ("RAG_THREADS", "0"),
        ("RAG_ANSWER_PAPERS", "0"),
        ("RAG_LLM_TIMEOUT", "-1"),
    ],
)
def test_a_bad_value_is_named_in_one_line(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(UsageError) as caught:
        load_settings()
    message = str(caught.value)
    assert name in message
    assert value in message
    assert "\n" not in message
    assert caught.value.exit_code == 2


@pytest.mark.parametrize("content", [b"port = = 1", b"\xff\xfe", b"[["])
def test_a_broken_rag_toml_is_told(content):
    Path("rag.toml").write_bytes(content)
    with pytest.raises(UsageError, match=r"rag\.toml"):
        load_settings()


def test_a_model_name_makes_written_answers_possible(monkeypatch):
    monkeypatch.setenv("RAG_LLM_MODEL", "some-model")
    assert load_settings().written_is_possible


def test_a_key_is_not_shown(monkeypatch):
    monkeypatch.setenv("RAG_LLM_API_KEY", "sk-secret-1")
    settings = load_settings()
    assert settings.llm_api_key.get_secret_value() == "sk-secret-1"
    assert "sk-secret-1" not in repr(settings) + str(settings) + settings.model_dump_json()


def test_every_option_is_described():
    for name, field in Settings.model_fields.items():
        assert field.description, name
        assert field.description.endswith(".")


def test_a_tilde_in_a_path_is_the_home_folder(monkeypatch):
    monkeypatch.setenv("RAG_INDEX", "~/papers")
    assert load_settings().index == Path.home() / "papers"


def test_an_unknown_setting_is_told_with_the_nearest_name(monkeypatch):
    assert settings_notes(load_settings()) == []
    monkeypatch.setenv("RAG_LLM_MODLE", "x")
    monkeypatch.setenv("RAG_ZZZ", "x")
    Path(".env").write_text("RAG_ANSWER_PAPER=5\nOTHER=x\n")
    Path("rag.toml").write_text("prot = 1\n")
    notes = settings_notes(load_settings())
    assert [note.split()[2] for note in notes] == [
        "RAG_ANSWER_PAPER",
        "RAG_LLM_MODLE",
        "RAG_PROT",
        "RAG_ZZZ",
    ]
    assert "did you mean RAG_ANSWER_PAPERS?" in notes[0]
    assert "did you mean RAG_LLM_MODEL?" in notes[1]
    assert "did you mean RAG_PORT?" in notes[2]
    assert "did you mean" not in notes[3]


def test_an_address_without_a_model_is_told(monkeypatch):
    monkeypatch.setenv("RAG_LLM_BASE_URL", "http://127.0.0.1:11434/v1")
    assert "RAG_LLM_MODEL" in settings_notes(load_settings())[0]
    monkeypatch.setenv("RAG_LLM_MODEL", "x")
    assert settings_notes(load_settings()) == []
