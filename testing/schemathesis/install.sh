#!/usr/bin/env bash
# Installs Schemathesis once into a folder of the cache, with the versions and checksums of
# requirements.txt. It prints the path of the program.
#
#   testing/schemathesis/install.sh
#   testing/schemathesis/install.sh --here      says whether it is there, and installs nothing
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
own=$("$here/../kit/installed/venv.sh" schemathesis "$here" "$@") || {
  echo "testing/schemathesis/install.sh installs it" >&2
  exit 1
}
echo "$own/bin/st"
