#!/usr/bin/env bash
# Runs Docker Compose v2 with the given arguments. It uses that of the docker command, or builds one from
# its sources if there is none (Debian's package, a bare CI machine). The build takes two to four minutes
# once. It is stored in the cache; nothing else in the home folder changes.
#
#   testing/compose/compose.sh version
#   testing/compose/compose.sh --here      says whether there is one, and builds none
set -euo pipefail

version=v2.40.3
module=github.com/docker/compose/v2
cache=${PLOTLINE_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/plotline}/compose
own=$cache/docker-compose-$version

say() { printf 'compose: %s\n' "$*" >&2; }

# build builds Compose beside its final path and moves it there, so that concurrent or interrupted builds
# leave no partial file. `go install` rejects a module with exclude directives. So it is built in its own
# folder, with its released versions and checksums.
build() {
  local dir began=$SECONDS new
  command -v go >/dev/null || { say "the docker command has no Compose, and there is no Go to build it with: install Docker Compose v2"; return 1; }
  say "the docker command has no Compose: building $version once, which takes some minutes"
  mkdir -p "$cache"
  new=$(mktemp "$cache/build.XXXXXX")
  # Run outside Plotline's module, so that its go.mod does not apply.
  dir=$(cd "$cache" && GOWORK=off GOFLAGS=-mod=mod go mod download -json "$module@$version" | sed -n 's/^[[:space:]]*"Dir": "\(.*\)",$/\1/p') &&
    (cd "$dir" && CGO_ENABLED=0 GOWORK=off GOFLAGS=-buildvcs=false go build -trimpath \
      -ldflags "-s -w -X $module/internal.Version=$version" -o "$new" ./cmd) &&
    chmod 755 "$new" && mv -f "$new" "$own" || { rm -f "$new"; say "it could not be built"; return 1; }
  say "built in $((SECONDS - began)) s: $own"
}

if docker compose version >/dev/null 2>&1; then
  if [ "${1:-}" = --here ]; then exit; fi
  exec docker compose "$@"
fi
if [ "${1:-}" = --here ]; then [ -x "$own" ]; exit; fi
if [ ! -x "$own" ]; then build; fi
exec "$own" "$@"
