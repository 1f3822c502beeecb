# Everything a newcomer needs. Nothing is installed outside this folder.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PLAY   := $(VENV)/play
DEV    := $(VENV)/dev
READY  := $(VENV)/ready
PACKAGES := web/node_modules/.build
ALL_PACKAGES := web/node_modules/.all
PAGE   := src/noughts/web/static/index.html
DATA   := $(addprefix web/generated/,cost.json lessons.json names.ts position-map.json searches.json)
DATA   += $(addprefix web/generated/,search.wasm table.json)
SOURCE := $(DATA) $(shell find src/noughts/solver/books certificates web/src web/public web/*.* -type f)
# What is compiled or declared (tools/declarations.py).
SOLVER := $(shell grep -rl --include='*.py' 'import _cython as cython' src/noughts) \
	src/noughts/threats/threat_types.py src/noughts/solver/tablebase/values.py \
	$(shell find src/noughts -name '*.pxd') tools/declarations.py

DOCS   := build/site
#: What the last build of the page said, which tests/packaging reads.
SAID   := build/page.log
# What a person reads, comments and messages included.
SPELLED := $(wildcard *.md certificates/*.md proofs/*.md web/*.md) Makefile bench docs examples src tests tools $(wildcard web/deep/*.ts) web/e2e web/src web/tests
CORE   := $(patsubst %,tests/core/test_%.py,notation position position_base record score svg) tests/json/test_decode.py
DRIVE  := $(BIN)/python -m pytest -n auto --dist worksteal
STEP   := @$(PYTHON) tools/step.py
# uv takes a fifth of pip's time. Where there is none, or it does not find what pip is set to find, pip does it.
PIP    := $(BIN)/python -m pip install --disable-pip-version-check --progress-bar off --no-compile
INSTALL = { $(BIN)/uv pip install --python $(BIN)/python $1 || $(PIP) $1; }
LOCKED := --no-deps --require-hashes -r requirements
# Node comes from this machine, or from a Python package, which is installed beside ours.
NODE   := $(shell $(PYTHON) web/build.py node && echo $(PYTHON))
WEB    := $(or $(NODE),$(BIN)/python) web/build.py
BOTH   := @$(MAKE) --no-print-directory --jobs=2

# The tests start hundreds of programs: none of them should be translated to bytecode each time.
unexport PYTHONDONTWRITEBYTECODE

# If there is a C compiler, a solver that was not compiled is an error.
ifneq ($(shell command -v $${CC:-cc} 2>/dev/null),)
export NOUGHTS_REQUIRE_COMPILED := 1
COMPILE := Compile the solver
else
COMPILE := Solver: slow without cc
endif

.PHONY: certificates man play setup setup-tests quick test test-python test-page system test-deep
.PHONY: test-under-load check collect python check-python check-page docs bench verified fuzz lock data clean scorm

# Ctrl-C is how it ends, so that is no error. The shell ignores it, and waits for the server.
play:  ## play a game, now
	$(BOTH) setup
	@trap : INT; $(BIN)/noughts serve || exit $$(($$? == 130 ? 0 : $$?))

setup: $(READY) $(PAGE)
	@:

# All packages at once, and not first those for the build.
setup-tests:
	$(BOTH) PACKAGES=$(ALL_PACKAGES) $(READY) $(DEV) $(ALL_PACKAGES) $(PAGE)

# What waits for a network or for one process leaves a core to the others.
test:  ## every check and every test, in about nine minutes on two cores
	@$(MAKE) --no-print-directory --jobs=3 PACKAGES=$(ALL_PACKAGES) test-python test-page

test-python: check-python system $(PAGE)
	@$(DRIVE)

# Its lines stand among the dots of the other tests; what it says is shown if it fails.
test-page: check-page system $(DEV) $(PAGE)
	$(STEP) --plain "Unit tests of the page" $(BIN)/python web/build.py test
	$(STEP) --plain "The page in a browser" $(BIN)/python web/build.py e2e

system:
	@tests/packages.sh

quick:  ## the tests of the core and the checks of changed files, in seconds
	$(BOTH) $(READY) $(DEV)
	$(STEP) "Style" sh -c '$(BIN)/ruff check . && $(BIN)/ruff format --check .'
	$(STEP) "Types" $(BIN)/mypy
	$(STEP) "Format of changed pages" sh -c 'cd web && git diff --name-only --relative --diff-filter=d HEAD . | xargs -r npx --no -- oxfmt --check --no-error-on-unmatched-pattern'
	$(STEP) "Tests of the core" $(BIN)/python -m pytest -q -n 2 $(CORE)

test-deep: setup-tests  ## the tests that take long as well, and which lines no test runs
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -n auto --dist worksteal -m "deep or not deep"
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report
	$(STEP) --plain "The page in a browser, all else" $(BIN)/python web/build.py deep

test-under-load:  ## make test while eight others want the processor
	@command -v stress-ng >/dev/null || { echo "This needs the package stress-ng." >&2; exit 1; }
	@stress-ng --quiet --cpu 8 & load=$$!; trap "kill $$load" EXIT; $(MAKE) test

check:  ## style, types, prose, spelling, links, workflows
	$(BOTH) PACKAGES=$(ALL_PACKAGES) check-python check-page collect

check-python: $(READY) $(DEV)
	$(STEP) --plain "Style and types of Python" sh -ec '$(BIN)/ruff check .; $(BIN)/ruff format --check .; $(BIN)/mypy'
	$(STEP) --plain "Documents" $(BIN)/python docs/site.py $(DOCS)
	$(STEP) --plain "Prose and spelling" sh -ec '$(BIN)/python tools/prose.py; $(BIN)/codespell $(SPELLED)'
	$(STEP) --plain "Workflows" $(BIN)/zizmor --offline --quiet --no-progress .github

# `make test` collects them anyway.
collect: $(READY) $(DEV)
	$(STEP) --plain "Collect the tests" $(BIN)/python -m pytest -qq --collect-only

check-page: $(READY) $(ALL_PACKAGES)
	$(STEP) --plain "Style and types of the page" $(BIN)/python web/build.py check

docs: $(READY) $(DEV)  ## the guide and the reference of the library, in build/site
	@$(BIN)/python docs/site.py $(DOCS)
	@echo "Written: $(DOCS)/index.html"

# With relative addresses, for it stands anywhere in a platform.
scorm: $(READY) $(PAGE)  ## the chapters of Learn as a package for learning platforms, in build
	$(STEP) --plain "Build the package" $(WEB) scorm
	@$(BIN)/python tools/scorm.py build/scorm build/noughts-learn-scorm.zip

man: $(READY)  ## the manual pages of all commands, in build/man
	@$(BIN)/python -m noughts.cli.manual build/man

python:
	@$(PYTHON) -c 'import sys; sys.exit("Noughts needs Python 3.11 or later, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'

$(PLAY): requirements/install.lock requirements/play.lock pyproject.toml setup.py | python
	$(STEP) "Python packages" sh -c 'export NOUGHTS_COMPILE=0; \
	    { test -x $(BIN)/python || $(PYTHON) -m venv $(VENV); } && \
	    { $(PIP) $(LOCKED)/install.lock || true; } && $(call INSTALL,$(LOCKED)/play.lock) && \
	    $(call INSTALL,--no-build-isolation --no-deps --editable .)'
	@touch $@

$(DEV): requirements/dev.lock $(PLAY)
	$(STEP) "Python packages for tests" sh -c '$(call INSTALL,$(LOCKED)/dev.lock)'
	@touch $@

# Only what has changed is compiled.
$(READY): $(PLAY) $(SOLVER)
	$(STEP) "$(COMPILE)" $(BIN)/python setup.py build_ext --inplace
	@touch $@

$(PACKAGES): web/package-lock.json | $(if $(NODE),python,$(PLAY))
	$(STEP) "Node packages" $(WEB) install $(if $(filter $@,$(ALL_PACKAGES)),--all)
	@touch $@

ifneq ($(PACKAGES),$(ALL_PACKAGES))
$(ALL_PACKAGES): web/package-lock.json | $(if $(NODE),python,$(PLAY))
	$(STEP) "Node packages for tests" $(WEB) install --all
	@touch $@
endif

$(PAGE): $(SOURCE) | $(PACKAGES)
	@mkdir -p $(dir $(SAID))
	$(STEP) "Build the page" sh -c '$(WEB) build > $(SAID) 2>&1 || { cat $(SAID); exit 1; }'
	@touch $@

data: setup-tests  ## compute again what the page knows of Python, in web/generated
	@$(BIN)/python web/build.py data

bench: setup-tests  ## the figures the documents quote, measured here
	@$(BIN)/python bench/run.py
	@$(BIN)/python bench/server.py
	@$(BIN)/python bench/games.py
	@$(BIN)/python bench/solver.py
	@$(BIN)/python bench/gravity.py
	@$(BIN)/python bench/certificate.py
	@$(BIN)/python bench/ledger.py
	@$(BIN)/python bench/oracle.py
	@$(BIN)/python web/build.py speed

certificates: $(READY) $(DEV)  ## write the certificates of solved games again; takes minutes
	@$(BIN)/python bench/certificate.py --all --write certificates
	@$(BIN)/python bench/certificate.py --index certificates
	@$(BIN)/python tools/solved.py

verified:  ## check the proofs of proofs/ with Rocq, and build the checker that is proved
	@$(MAKE) --no-print-directory -C proofs

fuzz: $(READY) $(DEV)  ## random positions against the naive solver, for as long as one lets it
	@$(BIN)/python -m tests.solver.fuzz

# Without OpenSpiel, which brings 200 MB along: its test installs it by itself.
LOCK := $(BIN)/uv pip compile --universal --generate-hashes --no-emit-index-url --custom-compile-command "make lock" --quiet
lock: $(DEV)  ## renew requirements/*.lock from pyproject.toml
	@$(LOCK) --upgrade --group install --no-annotate --output-file requirements/install.lock
	@$(LOCK) pyproject.toml --upgrade --extra all --extra gymnasium --extra jupyter --extra mcp --extra pettingzoo --group dev --output-file requirements/dev.lock
	@$(LOCK) pyproject.toml --upgrade --extra games --group build --constraint requirements/dev.lock --no-annotate --output-file requirements/play.lock

clean:  ## forget the environment and every cache
	@rm -rf $(VENV) web/node_modules web/deep/node_modules web/.svelte-check src/noughts/web/static build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage* htmlcov
