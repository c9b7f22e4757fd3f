# Python 3.11 or newer and make are all that is needed; `make help` lists what can be made.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PO     := $(wildcard src/sleuth/locale/*/LC_MESSAGES/*.po)
PINNED := pyproject.toml constraints.txt hatch_build.py $(PO)
# Wheels only: whatever would have to be compiled needs a compiler, which nobody was asked to have.
PIP    := $(BIN)/python -m pip --disable-pip-version-check -qq install --only-binary :all: --constraint constraints.txt
GAME    = games/$(shell date +%Y-%m-%d-%H%M%S).case
FAST   := $(sort $(wildcard benchmarks/bench_*.py))

.DEFAULT_GOAL := help
.PHONY: help run test check bench docs golden soak po picture pins clean

help: ## list what can be made
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /|/' | awk -F'|' '{printf "  make %-9s %s\n", $$1, $$2}'

run: $(VENV)/run ## play a classic game of four to its end, keep it, and start the notebook for your own table
	@$(BIN)/sleuth play --edition classic --players 4 --agent casual --out $(GAME)
	@exec $(BIN)/sleuth serve

test: check ## everything a change must pass
	@sh tools/debian.sh
	@$(BIN)/pytest -n 2 --quiet

check: $(VENV)/dev ## style, types and layers
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/mypy
	@$(BIN)/lint-imports --cache-dir .cache/imports > .cache/imports.log 2>&1 || { cat .cache/imports.log; exit 1; }
	@echo "style, types and layers are in order"

bench: $(VENV)/dev ## measure, in CPU time
	@for file in $(FAST); do echo "── $$file"; $(BIN)/python -m $$(echo $${file%.py} | tr / .) || exit 1; done

docs: $(VENV)/dev ## build the documentation into site/
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet && echo "site/index.html"

golden: $(VENV)/dev ## write the golden playthroughs anew; look at the difference before committing
	@$(BIN)/python -m tests.golden

soak: $(VENV)/dev ## 10,000 random games over all editions, each replayed from its text
	@$(BIN)/python -m tests.soak

po: $(VENV)/dev ## find new sentences, merge and compile the German
	@$(BIN)/python -m tools.messages

picture: $(VENV)/run ## draw the picture in the README
	@$(BIN)/python -m tools.picture

pins: ## write constraints.txt anew, with the newest versions
	@PYTHON=$(PYTHON) sh tools/pins.sh

clean: ## remove what was made, but not your games
	@rm -rf $(VENV) .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis site build dist
	@find src tests benchmarks tools -name __pycache__ -prune -exec rm -rf {} +
	@find src -name '*.mo' -delete

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "sleuth needs Python 3.11 or newer: make PYTHON=python3.12"; exit 1; }
	@echo "Making $(VENV) …"
	@$(PYTHON) -m venv $(VENV)

# The build's own needs come first, so that the build uses the pinned versions as well.
$(VENV)/run: $(PINNED) | $(BIN)/python
	@echo "Installing sleuth (once, and when its needs change) …"
	@$(PIP) hatchling babel editables
	@$(PIP) --no-build-isolation --editable .
	@touch $@

$(VENV)/dev: $(PINNED) | $(VENV)/run
	@echo "Installing what tests, lab and docs need …"
	@$(PIP) --no-build-isolation --editable '.[cluster,lab,postgres,dev]'
	@mkdir -p .cache && touch $@ $(VENV)/run

# The page at the table.
.PHONY: screenshots load crash fuzz
screenshots: $(VENV)/dev ## pictures of every step of the page, for the docs
	@$(BIN)/python -m tests.web.screenshots docs/screenshots

load: $(VENV)/dev ## 200 pages on 50 notebooks for five minutes
	@$(BIN)/python -m tests.web.load

crash: $(VENV)/dev ## kill -9 of the server, 20 times in 500 entries, on SQLite and PostgreSQL
	@$(BIN)/python -m tests.web.crash

fuzz: $(VENV)/dev ## whatever the interface may be sent, for ten minutes
	@end=$$(($$(date +%s) + 600)); while [ $$(date +%s) -lt $$end ]; do \
	  HYPOTHESIS_PROFILE=search SLEUTH_SCHEMA_EXAMPLES=200 $(BIN)/pytest tests/web/test_schema.py --quiet --timeout 1200 || exit 1; done
