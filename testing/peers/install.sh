#!/usr/bin/env bash
# Installs what `make bench-peers` measures beside Plotline, at pinned versions, once, and prints the
# lines for a shell that say where it is:
#
#   PEERS_PYTHON   a Python environment with mcp-neo4j-memory and Neo4j's own MCP server
#   PEERS_PLUGINS  a folder with APOC, which the latter does not start without
#
# The memory server from npm is in npm/, installed by npm ci as every other Node package here.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# The newest 5.26 on Maven Central; APOC's minor version must be the server's.
apoc=5.26.19
plugins=${PLOTLINE_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/plotline}/apoc/$apoc

# fetch fills the folder beside its place and moves it there whole.
fetch() {
  local tmp
  command -v mvn >/dev/null || { echo "peers: needs Maven (mvn) to fetch APOC" >&2; return 1; }
  mkdir -p "${plugins%/*}"
  tmp=$(mktemp -d "${plugins%/*}/fetch.XXXXXX")
  cat >"$tmp/pom.xml" <<POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>plotline</groupId><artifactId>apoc-for-benchmarks</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.neo4j.procedure</groupId><artifactId>apoc-core</artifactId><version>$apoc</version></dependency>
    <dependency><groupId>org.neo4j.procedure</groupId><artifactId>apoc-common</artifactId><version>$apoc</version></dependency>
  </dependencies>
</project>
POM
  mvn -B -q -ntp -Dstyle.color=never -f "$tmp/pom.xml" dependency:copy-dependencies \
    -DincludeScope=runtime -DoutputDirectory="$tmp/lib" >&2 || { rm -rf "$tmp"; return 1; }
  mv -T "$tmp/lib" "$plugins"
  rm -rf "$tmp"
}

python=$("$here/../installed/venv.sh" peers "$here")
if [ ! -d "$plugins" ]; then fetch; fi
printf "export PEERS_PYTHON='%s'\nexport PEERS_PLUGINS='%s'\n" "$python" "$plugins"
