#!/usr/bin/env bash
# Runs a Neo4j as a plain process, for a machine that has Java and Maven but no
# Docker engine. The Go package beside this folder calls it:
#
#   process.sh java VERSION                prints the home of a Java for it; exit 3: there is none
#   process.sh jlink VERSION               the same, of a Java with jlink
#   process.sh here VERSION                says whether Java and the jars are here
#   process.sh fetch VERSION               fetches the jars; exit 3: not possible here
#   process.sh start VERSION RUN LEASES    starts the server in RUN and returns
#   process.sh run VERSION RUN             becomes the server, with its data in RUN
#
# The server's settings are the caller's environment, as for entrypoint.sh. A keeper
# ends it when no process has used it for a while, as the files in LEASES tell, whose
# names are process ids: nobody else would, for a test binary has no last act.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
verb=$1 VERSION=$2
# shellcheck source-path=SCRIPTDIR source=recipe.sh
. "$here/recipe.sh"

in_use() { # LEASES
  local file
  for file in "$1"/*; do
    if kill -0 "${file##*/}" 2>/dev/null; then return 0; fi
  done
  return 1
}

# leave hides the server from those who look for one, and says whether nobody came
# in that very moment.
leave() { # RUN LEASES
  mv "$1/address" "$1/address.idle" 2>/dev/null || return 0
  sleep 1
  in_use "$2" || return 0
  mv "$1/address.idle" "$1/address"
  return 1
}

# keep runs the server and ends it: when told, or when nobody has used it for long.
# What stays is the log, until the next start sweeps it.
keep() { # RUN LEASES
  local run=$1 leases=$2 idle=0 limit=${PLOTLINE_NEO4J_IDLE:-600} step=5
  echo $$ >"$run/keeper.pid"
  "$here/entrypoint.sh" &
  server=$!
  trap 'rm -f "$run"/address*; kill "$server" 2>/dev/null; wait "$server"; rm -rf "$NEO4J_HOME"' EXIT
  trap exit TERM INT
  while kill -0 "$server" 2>/dev/null; do
    # In the background, for a signal must not wait until the sleep is over.
    sleep "$step" &
    wait $!
    if in_use "$leases"; then idle=0; else idle=$((idle + step)); fi
    if [ "$idle" -ge "$limit" ] && leave "$run" "$leases"; then
      say "unused for $idle s: it ends"
      break
    fi
  done
}

# prepare sets what entrypoint.sh asks for; a folder NEO4J_PLUGINS goes onto the class path too.
prepare() { # RUN
  JAVA_HOME=$(find_java java)
  NEO4J_LIB=$(fetch_jars)${NEO4J_PLUGINS:+/*:$NEO4J_PLUGINS}
  NEO4J_MAIN=$(main_class)
  export JAVA_HOME NEO4J_LIB NEO4J_MAIN
  export NEO4J_HOME=$1/home NEO4J_CONF=$1/home/conf NEO4J_DATA=$1/home/data NEO4J_LOGS=$1/home/logs
}

case $verb in
  java | jlink) find_java "$verb" ;;
  here) find_java java >/dev/null && [ -d "$(cache_dir)/lib" ] ;;
  fetch)
    find_java java >/dev/null
    fetch_jars >/dev/null
    ;;
  start)
    prepare "$3"
    # All three streams go elsewhere: go test waits for whoever holds its output.
    nohup "$0" keep "$VERSION" "$3" "$4" >"$3/log" 2>&1 </dev/null &
    ;;
  keep) keep "$3" "$4" ;;
  run)
    prepare "$3"
    exec "$here/entrypoint.sh"
    ;;
  *) die "process.sh java|jlink|here|fetch|start|run, not $verb" ;;
esac
