# Each target sets up by itself whatever it needs, in .venv.
.PHONY: play test check bench lock clean help
.DEFAULT_GOAL := help

bin := .venv/bin

play: .venv/ready ## play a game
	@$(bin)/lostcities play

test: .venv/ready ## run every test
	@$(bin)/pytest -n 2 --dist worksteal

check: .venv/ready ## lint and types
	@$(bin)/ruff format --check --quiet .
	@$(bin)/ruff check --quiet .
	@$(bin)/mypy

bench: .venv/ready ## measure the speed, beside other engines
	@$(bin)/uv pip install --quiet --python $(bin)/python --requirement benchmarks/requirements.lock
	@$(bin)/python benchmarks/run.py

lock: .venv/ready ## choose the newest versions that fit, for every Python from 3.11 to 3.14
	@tools/lock

clean: ## remove what the other targets made
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' $(MAKEFILE_LIST) | expand -t 16

.venv/ready: requirements.lock pyproject.toml tools/setup
	@tools/setup
