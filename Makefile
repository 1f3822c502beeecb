# Everything a newcomer needs. Nothing is installed outside this folder.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/ready
PAGE   := src/noughts/web/static/index.html
SOURCE := $(shell find src/noughts certificates web/assembly web/src web/public web/*.* -type f -not -path '*/static/*' -not -name '*.pyc')

DOCS   := build/site
DRIVE  := $(BIN)/python -m pytest -n auto --dist worksteal

# The tests start hundreds of programs: none of them should be translated to bytecode each time.
unexport PYTHONDONTWRITEBYTECODE

# Where there is a C compiler, a solver that was not compiled is a mistake.
ifneq ($(shell command -v $${CC:-cc} 2>/dev/null),)
export NOUGHTS_REQUIRE_COMPILED := 1
endif

.PHONY: certificates man play test test-deep test-under-load check node check-python check-page docs bench fuzz lock clean

play: $(READY) $(PAGE)  ## play a game, now
	@$(BIN)/noughts serve

test: check $(PAGE)  ## every check and every test, in a quarter of an hour
	@tests/packages.sh
	@$(DRIVE)
	@$(BIN)/python web/build.py test
	@$(BIN)/python web/build.py e2e

test-deep: $(READY) $(PAGE)  ## the tests that take long as well, and which lines no test runs
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -n auto --dist worksteal -m "deep or not deep"
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

test-under-load:  ## make test while eight others want the processor
	@command -v stress-ng >/dev/null || { echo "This needs the package stress-ng." >&2; exit 1; }
	@stress-ng --quiet --cpu 8 & load=$$!; trap "kill $$load" EXIT; $(MAKE) test

check:  ## style, types, links, workflows
	@$(MAKE) --no-print-directory --jobs=2 $(READY) node
	@$(MAKE) --no-print-directory --jobs=2 --output-sync check-python check-page

# Half a minute of waiting that fits beside setting up; without a Node here it comes afterwards.
node:
	@$(PYTHON) web/build.py install

check-python:
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python docs/site.py
	@$(BIN)/zizmor --offline --quiet --no-progress .github

check-page:
	@$(BIN)/python web/build.py check

docs: $(READY)  ## the guide and the reference of the library, in build/site
	@$(BIN)/python docs/site.py $(DOCS)
	@echo "Written: $(DOCS)/index.html"

man: $(READY)  ## the manual pages of all commands, in build/man
	@$(BIN)/python -m noughts.cli.manual build/man

$(PAGE): $(READY) $(SOURCE)
	@echo "Building the page (once, and after a change) ..."
	@$(BIN)/python web/build.py build
	@touch $@

bench: $(READY) $(PAGE)  ## the figures the documents quote, measured here
	@$(BIN)/python bench/run.py
	@$(BIN)/python bench/server.py
	@$(BIN)/python bench/games.py
	@$(BIN)/python bench/solver.py
	@$(BIN)/python bench/gravity.py
	@$(BIN)/python bench/certificate.py
	@$(BIN)/python bench/ledger.py
	@$(BIN)/python web/build.py speed

$(READY): requirements.lock pyproject.toml setup.py $(wildcard $(addprefix src/noughts/,bits.p* placing.p* stones.p* $(addprefix solver/,*.py */*.py */*.pxd *.pxd) certificate/*.py certificate/*.pxd large/*.py large/*.pxd))
	@$(PYTHON) -c 'import sys; sys.exit("Noughts needs Python 3.11 or later, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@echo "Setting up in ./$(VENV) (once) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@

certificates: $(READY)  ## write the certificates of solved games again; takes minutes
	@$(BIN)/python bench/certificate.py --all --write certificates
	@$(BIN)/python bench/certificate.py --index certificates

fuzz: $(READY)  ## random positions against the naive solver, for as long as one lets it
	@$(BIN)/python -m tests.solver.fuzz

# Without OpenSpiel, which brings 200 MB along: its test installs it by itself.
lock:  ## renew requirements.lock from pyproject.toml
	@$(BIN)/python -m pip install --quiet uv
	@$(BIN)/uv pip compile pyproject.toml --extra all --extra jupyter --extra mcp --extra pettingzoo --group dev --universal --generate-hashes \
	    --no-emit-index-url --upgrade --custom-compile-command "make lock" --quiet --output-file requirements.lock

clean:  ## forget the environment and every cache
	@rm -rf $(VENV) web/node_modules src/noughts/web/static build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage* htmlcov
