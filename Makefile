# Each target sets up all that it needs. Python 3.11 to 3.13 must be there.
FITS := import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))
PYTHON ?= $(shell for name in python3.13 python3.12 python3.11 python3 python; do \
	$$name -c '$(FITS)' 2>/dev/null && echo $$name && break; done)
BIN := .venv/bin
READY := .venv/ready
NIGHT ?= 2026-09-25

.PHONY: setup night test check bench clean

setup: $(READY)

$(READY): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" && $(PYTHON) -c '$(FITS)' \
		|| { echo "Redline needs Python 3.11 to 3.13; say which with: make PYTHON=/path/to/python3.12"; exit 1; }
	@echo "Setting up .venv (once) ..."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'uv>=0.9,<1'
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --requirement requirements.lock
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --editable .
	@touch $(READY)

night: $(READY)  ## the night of the shipped sample, from inbox to branch
	@$(BIN)/redline night --date $(NIGHT)

test: $(READY)  ## all tests, then types and style
	@$(BIN)/pytest -n auto
	@$(BIN)/mypy
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
