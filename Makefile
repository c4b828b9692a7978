# Each target sets up by itself whatever it needs, in .venv.
.PHONY: play test fuzz test-lab test-ray check bench cluster-test soak lint-deploy image-test screenshots lock clean help
.DEFAULT_GOAL := help

bin := .venv/bin
# The tests start many processes: none has to compile the libraries again, whatever the surroundings say.
pytest := PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX=$(CURDIR)/.venv/bytecode $(bin)/pytest

play: .venv/ready ## play in the browser
	@tools/page
	@exec $(bin)/lostcities serve --open --log-level warning # without a line for each request, and Ctrl-C is no failure

test: .venv/ready ## run every test
	@tools/page & page=$$!; $(bin)/python tools/compile && wait $$page # else each worker would compile the rules for itself
	@$(pytest) -n 2 --dist worksteal --ignore tests/lab --ignore tests/cluster --ignore tests/page
	@$(pytest) -n 2 --dist worksteal tests/page # on its own: a browser keeps an event loop running

fuzz: .venv/ready ## search on for what breaks: new examples each time, and ten times as many
	@HYPOTHESIS_PROFILE=fuzz $(pytest) -n 2 --dist worksteal -m hypothesis --ignore tests/lab --ignore tests/cluster --ignore tests/page

test-lab: .venv/ready ## the training code: types and tests, with PyTorch
	@$(bin)/python -c 'import torch, matplotlib' 2>/dev/null || $(bin)/pip install --quiet 'torch>=2.6,<2.14' 'matplotlib>=3.9'
	@MYPYPATH=src $(bin)/mypy --config-file= --strict --ignore-missing-imports src/lostcities/lab tests/lab
	@$(pytest) tests/lab

test-ray: .venv/ready ## the arena on a Ray cluster, with Ray
	@test -d .venv/ray || $(bin)/pip install --quiet --target .venv/ray 'ray>=2.60'
	@PYTHONPATH=.venv/ray $(pytest) tests/cluster

check: .venv/ready ## lint and types
	@$(bin)/ruff format --check --quiet .
	@$(bin)/ruff check --quiet .
	@$(bin)/mypy

screenshots: .venv/ready ## pictures of every page and table
	@$(bin)/python tools/screenshots

bench: .venv/ready ## measure the speed, beside other engines
	@$(bin)/uv pip install --quiet --python $(bin)/python --requirement benchmarks/requirements.lock
	@$(bin)/python benchmarks/run.py
	@$(bin)/python benchmarks/tables.py

cluster-test: .venv/ready ## kill replicas behind a proxy and restart the database: is anything lost? (needs Caddy)
	@$(bin)/python tools/compile
	@$(bin)/python benchmarks/replicas.py

soak: .venv/ready ## an hour of an attacker's load: does the server come back to where it was?
	@$(bin)/python tools/compile
	@$(bin)/python benchmarks/soak.py

lint-deploy: .venv/ready ## check what is in deploy/ with the tools made for it
	@deploy/lint

image-test: .venv/ready ## build the image's steps in a bare Debian, start the server there and play (needs root)
	@tools/page
	@deploy/try-in-debian

lock: .venv/ready ## choose the newest versions that fit, for every Python from 3.11 to 3.14
	@tools/lock

clean: ## remove what the other targets made
	rm -rf web/node_modules web/.build-lock src/lostcities/web screenshots .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

.venv/ready: requirements.lock pyproject.toml tools/setup
	@tools/setup
