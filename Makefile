# Everything starts here. `make run` and `make test` need only python3 (3.11 or newer), make and git.
PYTHON ?= python3
IN = .venv/bin/python

.PHONY: run link test check-long format lock clean

run: ## start Henhouse on this machine; HALL=1 for the hall's network, EMPTY=1 without the demo club, PORT=8001
	@$(PYTHON) -I config/install.py run
	@exec $(IN) -m config.launch

link: ## another one-time link to sign in with (ADDRESS=http://… if not on this machine)
	@$(IN) manage.py link $(if $(ADDRESS),--address $(ADDRESS),$(if $(PORT),--address http://127.0.0.1:$(PORT)))

test: ## everything that must hold
	@$(PYTHON) -I config/install.py run test dev
	@exec $(IN) tests/run.py

check-long: ## the laws that `make test` samples, run whole
	@$(PYTHON) -I config/install.py run test dev
	@exec $(IN) tests/run.py --long

format: ## put the code into its one form
	@$(PYTHON) -I config/install.py run test dev
	@$(IN) -m ruff check --fix --exit-zero --quiet .
	@$(IN) -m ruff format .

# The lock names no index, so that it holds wherever the packages come from.
COMPILE = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate \
	--custom-compile-command "make lock"
lock: ## pin what requirements*.in ask for (UPGRADE=--upgrade for the newest)
	@$(PYTHON) -I config/install.py dev
	@$(IN) -m $(COMPILE) $(UPGRADE) requirements.in -o requirements.txt
	@$(IN) -m $(COMPILE) $(UPGRADE) requirements-test.in -o requirements-test.txt
	@$(IN) -m $(COMPILE) $(UPGRADE) requirements-dev.in -o requirements-dev.txt
	@$(IN) -m $(COMPILE) $(UPGRADE) requirements-bench.in -o requirements-bench.txt

clean: ## remove what was built; never touches the data in var/
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
