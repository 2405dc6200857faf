#!/usr/bin/env bash
# Starts a Docker engine if none responds, on a machine without an init system: root on a bare Debian, in a
# container or in CI. It can safely run twice or concurrently. The engine stays. It logs to a file, which is
# named if the start fails.
set -euo pipefail

log=${PLOTLINE_ENGINE_LOG:-${TMPDIR:-/tmp}/plotline-dockerd.log}
limit=60

say() { printf 'engine: %s\n' "$*" >&2; }
answers() { docker version >/dev/null 2>&1; }

if answers; then
  say "a Docker engine answers"
  exit
fi
if [ -n "${DOCKER_HOST:-}" ]; then
  say "DOCKER_HOST is $DOCKER_HOST, where no engine answers: start that one, or unset the variable"
  exit 1
fi
if ! command -v dockerd >/dev/null; then
  say "there is no dockerd: install a Docker engine (Debian: apt-get install docker.io iptables)"
  exit 1
fi
if [ "$(id -u)" -ne 0 ]; then
  say "no Docker engine answers, and only root can start one: start it, or join the group docker"
  exit 1
fi

# A second dockerd exits when it finds the first one's pid file, so two of these scripts wait for the same
# engine. If a crash left a pid file without its process, dockerd notices and continues.
say "starting dockerd, which logs to $log"
nohup setsid dockerd >>"$log" 2>&1 </dev/null &
for ((second = 0; second < limit; second++)); do
  if answers; then
    say "ready after $second s"
    exit
  fi
  sleep 1
done
say "dockerd did not answer within $limit s; the end of its log:"
tail -n 20 "$log" >&2
exit 1
