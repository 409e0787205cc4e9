#!/usr/bin/env bash
# sanitize.sh address|thread [PYTEST ARGUMENT...]: build the core with AddressSanitizer and UBSan or
# with ThreadSanitizer, and run tests on it. Needs the Python of `make test-address` in $PY.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
kind=$1; shift
case $kind in
  address) sanitizers=address,undefined; libraries="libasan.so libubsan.so" ;;
  thread) sanitizers=thread; libraries=libtsan.so ;;
  *) echo "usage: sanitize.sh address|thread [PYTEST ARGUMENT...]" >&2; exit 2 ;;
esac
build=$PWD/build/$kind
cmake -S . -B "$build" -G Ninja -DCMAKE_MAKE_PROGRAM="$(command -v "${PY%/*}/ninja")" \
  -DPython_EXECUTABLE="$PY" -DSPINNEY_SANITIZE=$sanitizers -DCMAKE_BUILD_TYPE=Debug \
  ${CMAKE_ARGS:-} >/dev/null
cmake --build "$build"
rm -rf "$build/site"
cp -r src "$build/site"
cp "$build"/_core*.so "$build/site/spinney/"
# Python itself is not instrumented: the runtime is loaded first, and leaks are not reported.
for library in $libraries; do preload="${preload:-} $(${CXX:-c++} -print-file-name=$library)"; done
export LD_PRELOAD="$preload" PYTHONPATH="$build/site:$PWD" OPENBLAS_NUM_THREADS=1
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export TSAN_OPTIONS="halt_on_error=1 suppressions=$PWD/tests/thread_suppressions.txt"
exec "$PY" -m pytest -n auto --dist worksteal "$@"
