#!/usr/bin/env bash
# Installs Schemathesis, at the versions and checksums of requirements.txt, into a folder of the cache,
# once, and prints the path of its program.
#
#   testing/schemathesis/install.sh
#   testing/schemathesis/install.sh --here      says whether it is there, and installs nothing
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
own=$("$here/../installed/venv.sh" schemathesis "$here" "$@") || {
  echo "testing/schemathesis/install.sh installs it" >&2
  exit 1
}
echo "$own/bin/st"
