# `make run` shows the memory at work, `make test` runs every test. Both need Python 3.11+, git and make, nothing else.
# PYTHON=/path/to/python3 chooses the interpreter; ARGS="-k preamble" narrows the tests.

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run test e2e conformance interop load fuzz lint format types imports check package installed installed-dev

# Without it pyright asks the registry for a newer version of itself on every run.
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1
# As a variable from the command line it would reach the script anyway, from here also as one of the environment.
export PYTHON

help:
	@echo "make run      install if needed and watch agents use the memory (a demo that leaves no trace)"
	@echo "make test     install if needed and run every test, a file on each core; pytest gets ARGS=\"-m 'not slow'\""
	@echo "make e2e      the page in Chromium alone; pictures of every tab go into build/pictures"
	@echo "make lint     ruff: rules and format            make format   rewrite the files in that format"
	@echo "make types    pyright in strict mode            make imports  who may import whom"
	@echo "make conformance  the official suite of the protocol, both eras (npm; packages go into .node)"
	@echo "make interop      clients of other makers, Claude Code too (npm; some hundred MB in .node)"
	@echo "make load     64 clients over HTTP beside an empty server, two minutes; ARGS=--short for five seconds"
	@echo "make fuzz     thousands of odd requests to /rpc, others each time; FUZZ=20000 for more"
	@echo "make check    lint, types, imports and test     make package  wheel and source archive in dist/"

run: installed
	@.venv/bin/palimpsest demo

test: installed-dev
	@sh .ci/browser
	@.venv/bin/pytest -n auto --maxprocesses 4 --dist loadfile $(ARGS)

e2e: installed-dev
	@sh .ci/browser
	@.venv/bin/pytest tests/e2e $(ARGS)

conformance: installed-dev
	@PYTHONPATH=tests/support .venv/bin/python tests/conformance/run.py

interop: installed-dev
	@PALIMPSEST_INTEROP=$(or $(INTEROP),all) .venv/bin/pytest tests/interop $(ARGS)

load: installed-dev
	@.venv/bin/python benchmarks/load.py $(ARGS)

fuzz: installed-dev
	@PALIMPSEST_FUZZ=$(or $(FUZZ),5000) .venv/bin/pytest tests/server/http/test_rpc_fuzz.py $(ARGS)

lint: installed-dev
	@.venv/bin/ruff check
	@.venv/bin/ruff format --check

format: installed-dev
	@.venv/bin/ruff check --fix
	@.venv/bin/ruff format

types: installed-dev
	@.venv/bin/pyright

imports: installed-dev
	@.venv/bin/lint-imports

check: lint types imports test

package: installed-dev
	@.venv/bin/python -m build

installed:
	@sh .ci/venv run

installed-dev:
	@sh .ci/venv dev
