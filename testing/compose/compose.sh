#!/usr/bin/env bash
# Runs Docker Compose v2 with the arguments it is given: the docker command's own, or where that
# has none (Debian's package, a bare CI machine) one built from its sources at the Go proxy. That
# takes two to four minutes once; it stays in the cache, and nobody's home folder is touched.
#
#   testing/compose/compose.sh version
#   testing/compose/compose.sh --here      says whether there is one, and builds none
set -euo pipefail

version=v2.40.3
module=github.com/docker/compose/v2
cache=${PLOTLINE_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/plotline}/compose
own=$cache/docker-compose-$version

say() { printf 'compose: %s\n' "$*" >&2; }

# build makes it beside its place and moves it there: another that builds meanwhile, or a build
# that is ended, leaves no half of one. `go install` refuses a module that excludes others, so
# it is built in its own folder, with the versions and checksums that it was released with.
build() {
  local dir began=$SECONDS new
  command -v go >/dev/null || { say "the docker command has no Compose, and there is no Go to build it with: install Docker Compose v2"; return 1; }
  say "the docker command has no Compose: building $version once, which takes some minutes"
  mkdir -p "$cache"
  new=$(mktemp "$cache/build.XXXXXX")
  # From elsewhere than our module, whose go.mod it does not concern.
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
