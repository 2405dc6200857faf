#!/usr/bin/env bash
# Installs what FOLDER/requirements.txt names, at its versions and checksums, into a Python environment of
# its own in the cache, once, and prints the environment's folder. Nobody's home folder or Python is touched.
#
#   testing/installed/venv.sh NAME FOLDER
#   testing/installed/venv.sh NAME FOLDER --here    says whether it is there, and installs nothing
set -euo pipefail
name=$1 requirements=$2/requirements.txt

cache=${PLOTLINE_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/plotline}/$name
# Other requirements are another folder, so that what is there is always whole and never stale.
own=$cache/$(cksum <"$requirements" | tr ' ' -)

say() { printf '%s: %s\n' "$name" "$*" >&2; }

# python prints the command of a Python that is new enough and can make environments.
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

# install makes it in its place, for an environment cannot be moved, and marks it when it is whole. The
# list is complete: pip, which would look for more where an extra is asked for, is not to.
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
  # One at a time: two installations into one folder would be none.
  mkdir -p "$cache"
  exec 9>"$cache/lock"
  if command -v flock >/dev/null; then flock 9; fi
  if [ ! -e "$own/complete" ]; then install; fi
fi
echo "$own"
