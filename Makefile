# Spinney's commands. `make help` lists them.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
BENCH ?= cart
RUNS ?= 100000
SEED ?= 0
SOURCES := CMakeLists.txt pyproject.toml README.md \
	$(shell find core bindings src/spinney -name __pycache__ -prune -o -print)
CPP := $(shell find core bindings fuzz -name '*.h' -o -name '*.cpp')
# Other versions of clang-format lay out a few lines differently.
CLANG_FORMAT := $(shell clang-format --version 2>/dev/null | grep -q 'version 14\.' && echo clang-format)

.PHONY: help demo gallery test lint bench fuzz develop clean
.DELETE_ON_ERROR:

help:  ## list the commands
	@awk -F':.*## ' '/^[a-z]+:.*## /{printf "make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/.installed-cli  ## install Spinney in .venv; fit, score, draw, save and predict on the penguins
	@$(VENV)/bin/spinney demo

gallery: $(VENV)/.installed-plot  ## draw the pictures of examples/ into examples/pictures
	@for script in examples/*.py; do echo "$$script"; $(PY) $$script || exit 1; done

test: $(VENV)/.installed-test lint  ## install what the tests need and run every check
	$(PY) -m pytest -n auto

lint: $(VENV)/.installed-test  ## ruff, mypy and, where it is present, clang-format
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(if $(CLANG_FORMAT),$(CLANG_FORMAT) --dry-run --Werror $(CPP),@echo "clang-format 14 not found: C++ layout not checked")

bench: $(VENV)/.installed-bench  ## compare with the peers; BENCH=boosting or BENCH=forest for those, ARGS=--quick for a short run
	$(PY) benchmarks/$(BENCH).py $(ARGS)

fuzz:  ## read changed model files under sanitizers; RUNS=100000 and SEED=0 unless told
	@cmake -S fuzz -B build/fuzz >/dev/null
	@cmake --build build/fuzz --parallel 2
	build/fuzz/fuzz_files $(RUNS) $(SEED) tests/persistence/golden/*/*.spinney

develop: $(PY)  ## editable install for contributors; again after a change in C++
	$(PY) -m pip install --quiet "scikit-build-core>=0.11" "nanobind>=2.4" "cmake>=3.20" ninja
	$(PY) -m pip install --quiet --no-build-isolation --editable ".[test,bench]"
	@rm -f $(VENV)/.installed*

clean:  ## remove .venv, builds and caches
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Spinney needs Python 3.11 or newer, and '$(PYTHON)' is not." \
			"Name another one: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/.installed: $(SOURCES) | $(PY)
	@command -v $${CXX:-c++} >/dev/null || { echo "Spinney needs a C++20 compiler." >&2; exit 1; }
	@echo "Building and installing Spinney (a minute or two)"
	@$(PY) -m pip install --quiet .
	@touch $@

# The package is there already, so pip adds only what the extra asks for.
$(VENV)/.installed-%: $(VENV)/.installed
	@$(PY) -m pip install --quiet "spinney[$*]"
	@touch $@
