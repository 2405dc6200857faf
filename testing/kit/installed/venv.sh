#!/usr/bin/env bash
# Installs the packages of FOLDER/requirements.txt, with their versions and checksums, into a separate
# Python environment in the cache. It does so once, and prints the environment's folder. It changes neither
# the system's Python nor the user's.
#
#   testing/kit/installed/venv.sh NAME FOLDER
#   testing/kit/installed/venv.sh NAME FOLDER --here    says whether it is there, and installs nothing
set -euo pipefail
name=$1 requirements=$2/requirements.txt

cache=${PLOTLINE_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/plotline}/$name
# The folder depends on the requirements, so an existing one is always complete and current.
own=$cache/$(cksum <"$requirements" | tr ' ' -)

say() { printf '%s: %s\n' "$name" "$*" >&2; }

# python prints the command of a Python that is new enough and can create environments.
python() {
  local command
  for command in "${PYTHON:-python3}" python3.14 python3.13 python3.12 python3.11; do
    if "$command" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$command"
      return
    fi
  done
  say "needs Python 3.11 or newer with venv (Debian: apt-get install python3-venv)"
  return 1
}

# install creates the environment in its final place, because it cannot be moved, and marks it when it is
# complete. The list is complete, so pip must not resolve further dependencies.
install() {
  local began=$SECONDS command
  command=$(python)
  say "installing it once"
  rm -rf "$own"
  mkdir -p "$cache"
  "$command" -m venv "$own" &&
    "$own/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
      --only-binary :all: --no-deps --require-hashes --requirement "$requirements" >&2 ||
    { rm -rf "$own"; say "it could not be installed"; return 1; }
  touch "$own/complete"
  say "installed in $((SECONDS - began)) s: $own"
}

if [ ! -e "$own/complete" ]; then
  if [ "${3:-}" = --here ]; then
    say "it is not installed"
    exit 1
  fi
  # A lock prevents two installations into one folder.
  mkdir -p "$cache"
  exec 9>"$cache/lock"
  if command -v flock >/dev/null; then flock 9; fi
  if [ ! -e "$own/complete" ]; then install; fi
fi
echo "$own"
