#!/usr/bin/env bash
# Installs the peers of `make bench-peers` once, at pinned versions, and prints shell commands that set
# their locations:
#
#   PEERS_PYTHON   a Python environment with mcp-neo4j-memory and Neo4j's own MCP server
#   PEERS_PLUGINS  a folder with APOC, which Neo4j's own MCP server requires
#
# The memory server from npm is in npm/. npm ci installs it like every other Node package here.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# The newest 5.26 on Maven Central. APOC's minor version must equal the server's.
apoc=5.26.19
plugins=${PLOTLINE_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/plotline}/apoc/$apoc

# fetch fills a temporary folder and moves it to its place when it is complete.
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

python=$("$here/../../kit/installed/venv.sh" peers "$here")
if [ ! -d "$plugins" ]; then fetch; fi
printf "export PEERS_PYTHON='%s'\nexport PEERS_PLUGINS='%s'\n" "$python" "$plugins"
