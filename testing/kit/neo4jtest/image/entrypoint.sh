#!/bin/sh
# Starts a Neo4j server in the foreground, configured the way the public image is:
# NEO4J_AUTH=neo4j/secret (or none), and NEO4J_server_memory_heap_max__size=512m
# for the setting server.memory.heap.max_size ("_" stands for ".", "__" for "_").
#
# In the image it runs under busybox; process.sh runs it as a plain process. So:
# POSIX sh, and no other tools than sed, grep, env and mkdir.
set -eu

: "${NEO4J_HOME:=/var/lib/neo4j}" "${NEO4J_LIB:=/opt/neo4j/lib}" "${JAVA_HOME:=/opt/java}"
: "${NEO4J_CONF:=$NEO4J_HOME/conf}" "${NEO4J_DATA:=/data}" "${NEO4J_LOGS:=/logs}"
: "${NEO4J_MAIN:?names the main class of this release}"
export NEO4J_HOME NEO4J_CONF
mkdir -p "$NEO4J_CONF" "$NEO4J_DATA" "$NEO4J_LOGS"
conf=$NEO4J_CONF/neo4j.conf

# Settings are the variables that go on in lower case. A setting's name holds no
# "-", so that it can stand for "__" while "_" becomes ".".
settings=$(env | sed -n 's/^NEO4J_\([a-z][A-Za-z0-9_]*=.*\)/\1/p' | sed \
  -e ':a' -e 's/^\([^=]*\)__\([^=]*=\)/\1-\2/' -e 'ta' \
  -e ':b' -e 's/^\([^=]*\)_\([^=]*=\)/\1.\2/' -e 'tb' \
  -e ':c' -e 's/^\([^=]*\)-\([^=]*=\)/\1_\2/' -e 'tc')

# Neo4j refuses a setting that stands twice: a default only where none is given.
default() { printf '%s\n' "$settings" | grep -q "^$1=" || printf '%s=%s\n' "$1" "$2"; }
{
  default server.default_listen_address 0.0.0.0
  default server.directories.data "$NEO4J_DATA"
  default server.directories.logs "$NEO4J_LOGS"
  default server.memory.heap.initial_size 512m
  default server.memory.heap.max_size 512m
  default server.memory.pagecache.size 128m
  # A server made for tests tells nobody that it exists.
  default dbms.usage_report.enabled false
  if [ "${NEO4J_AUTH:-}" = none ]; then default dbms.security.auth_enabled false; fi
  if [ -n "$settings" ]; then printf '%s\n' "$settings"; fi
} >"$conf"
setting() { sed -n "s/^$1=//p" "$conf"; }

# The password is a second JVM and some two seconds: only for a new database.
case ${NEO4J_AUTH:-none} in
  none) ;;
  neo4j/?*)
    if [ ! -e "$NEO4J_DATA/dbms/auth.ini" ]; then
      "$JAVA_HOME/bin/java" -Xmx64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$NEO4J_LIB/*" \
        org.neo4j.cli.AdminTool dbms set-initial-password "${NEO4J_AUTH#neo4j/}"
    fi
    ;;
  *) echo "NEO4J_AUTH must be none or neo4j/<password>" >&2; exit 1 ;;
esac

# Neo4j's own launcher takes the heap from the settings and opens these packages.
exec "$JAVA_HOME/bin/java" \
  -Xms"$(setting server.memory.heap.initial_size)" -Xmx"$(setting server.memory.heap.max_size)" \
  -XX:+UseG1GC -XX:+ExitOnOutOfMemoryError -Dfile.encoding=UTF-8 \
  --add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED \
  --add-opens=java.base/sun.nio.ch=ALL-UNNAMED --add-opens=java.base/java.util.concurrent=ALL-UNNAMED \
  --add-opens=java.base/jdk.internal.ref=ALL-UNNAMED \
  -cp "$NEO4J_LIB/*" "$NEO4J_MAIN" --home-dir="$NEO4J_HOME" --config-dir="$NEO4J_CONF" --console-mode
