#!/usr/bin/env bash
# Runs a command and prints one line with its name and duration. It shows the command's output only if the
# command fails. Another script can source this file for the function.
#
#   testing/setup/step.sh NAME COMMAND…

step() { # NAME COMMAND…
  local name=$1 began=$SECONDS log status=0
  shift
  log=$(mktemp "${TMPDIR:-/tmp}/plotline-step.XXXXXX") || return
  printf '%s … ' "$name"
  "$@" >"$log" 2>&1 </dev/null || status=$?
  if [ "$status" -eq 0 ]; then
    printf '%d s\n' $((SECONDS - began))
  else
    printf 'failed after %d s:\n' $((SECONDS - began))
    tail -n 60 "$log"
  fi
  rm -f "$log"
  return "$status"
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  set -euo pipefail
  step "$@"
fi
