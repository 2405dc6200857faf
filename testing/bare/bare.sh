#!/usr/bin/env bash
# Tests `make run` and `make test` on a bare Debian 12, as a new contributor has it: with git, make and Go,
# without caches, and with a clone in a folder that has another name and a space in it. Run it by hand as
# root:
#
#   testing/bare/bare.sh [PACKAGE…]     make test of these packages alone, such as ./graph/...
#
# It creates three separate environments, called worlds, from one root file system of debootstrap:
#
#   root       make run, also without a history; make test
#   sudoer     an ordinary user with a sudo that asks for no password: make run, the set-up of make test
#   user       an ordinary user without: make run, also without a history; make test says once what is missing, and ends
#
# A world is a mount and process namespace with its own root, so that its processes end with it. It has no
# Docker engine, so its Neo4j runs by Java. This machine's settings for package clients (mirrors,
# certificates, proxies) are copied into it, and nowhere else.
#
# BARE_DIR names a folder that keeps all files, so that the next run reuses its root file system.
# BARE_WORLDS lists the worlds to test. BARE_LOG keeps the output of each step.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
# shellcheck source-path=SCRIPTDIR source=../setup/step.sh
. "$here/../setup/step.sh"

readonly CODENAME=bookworm CLONE="/srv/another place/graph-memory"
dir=${BARE_DIR:-$(mktemp -d "${TMPDIR:-/var/tmp}/plotline-bare.XXXXXX")}

# Also runs when the script is interrupted, so that nothing stays mounted.
end() {
  local root
  for root in "$dir"/*/root; do
    if mountpoint -q "$root"; then umount --lazy "$root"; fi
  done
  [ -n "${BARE_DIR:-}" ] || rm -rf "$dir"
}
trap end EXIT
trap 'exit 1' INT TERM
logs=${BARE_LOG:-$dir/log}
base=$dir/base

# mirror prints the address from which this machine's apt gets the release.
mirror() {
  # shellcheck disable=SC2016
  apt-get indextargets --format '$(CODENAME) $(REPO_URI)' 'Created-By: Packages' | sed -n "s/^$CODENAME //p" | head -n 1
}

# make_base creates the root file system: debootstrap, this machine's settings for package clients, and a
# contributor's tools.
make_base() {
  local new=$dir/new from
  from=$(mirror)
  if [ -z "$from" ]; then
    echo "This machine's apt knows no mirror of $CODENAME: add one to its sources."
    return 1
  fi
  rm -rf "$new" && mkdir -p "$new" &&
    debootstrap --variant=minbase --include=ca-certificates "$CODENAME" "$new" "$from" &&
    copy_settings "$new" &&
    inside "$new" root update-ca-certificates &&
    inside "$new" root apt-get update &&
    inside "$new" root apt-get install -y --no-install-recommends git make sudo &&
    inside "$new" root useradd --create-home --shell /bin/bash sudoer &&
    inside "$new" root useradd --create-home --shell /bin/bash user &&
    echo 'sudoer ALL=(ALL) NOPASSWD: ALL' >"$new/etc/sudoers.d/sudoer" &&
    cp -a "$(go env GOROOT)" "$new/usr/local/go" &&
    mv "$new" "$base"
}

# copy_settings copies the settings of package clients, except files with passwords.
copy_settings() { # ROOT
  local file
  apt-config dump | grep -E '^Acquire::' >"$1/etc/apt/apt.conf.d/90machine" || true
  rm -f "$1/etc/apt/sources.list"
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} /etc/resolv.conf /etc/hosts \
    /etc/pip.conf /etc/npmrc /usr/local/etc/npmrc /usr/local/share/ca-certificates/*.crt; do
    if [ -f "$file" ]; then install -D -m 644 "$file" "$1$file" || return; fi
  done
}

# settings prints the environment variables for package clients, and the settings in Go's own file.
settings() {
  local name
  for name in $(compgen -e | grep -iE '^((https?|all|no)_proxy|(ssl|curl|requests|node_extra|pip|git_ssl).*(ca|cert).*|pip_(index|extra|default|trusted).*|npm_config_.*|go(proxy|sumdb|nosumdb|noproxy|private|insecure)|maven_opts|java_tool_options)$'); do
    printf '%s=%s\0' "$name" "${!name}"
  done
  for name in GOPROXY GOSUMDB GONOSUMDB GONOPROXY GOPRIVATE GOINSECURE; do
    printf '%s=%s\0' "$name" "$(go env "$name")"
  done
}

# inside runs a command in a root file system as a user, with a clean environment.
inside() { # ROOT USER COMMAND…
  local root=$1 user=$2 home=/home/$2 environment
  shift 2
  if [ "$user" = root ]; then home=/root; fi
  mapfile -d '' environment < <(settings)
  # Uses a new root rather than chroot, in which no user namespace could be created.
  # shellcheck disable=SC2016
  unshare --mount --pid --fork --kill-child bash -euc '
    root=$1 user=$2
    shift 2
    mount --bind "$root" "$root"
    cd "$root"
    mkdir -p .outside
    mount --rbind /dev dev
    pivot_root . .outside
    mount -t proc proc /proc
    mount -t sysfs -o ro sysfs /sys
    umount -l /.outside
    cd /
    # This shell stays the first process and adopts orphaned processes.
    status=0
    setpriv --reuid "$user" --regid "$user" --init-groups env -i "$@" || status=$?
    exit "$status"
  ' inside "$root" "$user" ${environment[@]+"${environment[@]}"} HOME="$home" USER="$user" LANG=C.UTF-8 TERM=dumb \
    PATH=/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

# in_clone runs a shell command in the world's clone.
in_clone() { # WORLD COMMAND
  inside "$dir/$1/root" "$1" bash -euo pipefail -c "cd '$CLONE' && $2"
}

open_world() { # WORLD
  local root=$dir/$1/root
  rm -rf "${dir:?}/$1" && mkdir -p "$dir/$1/upper" "$dir/$1/work" "$root" &&
    mount -t overlay overlay -o "lowerdir=$base,upperdir=$dir/$1/upper,workdir=$dir/$1/work" "$root" &&
    mkdir -p "$root${CLONE%/*}" &&
    git clone --quiet --no-hardlinks "$top" "$root$CLONE" &&
    inside "$root" root chown -R "$1": "${CLONE%/*}"
}

close_world() { # WORLD
  umount "$dir/$1/root" && rm -rf "${dir:?}/$1"
}

# A folder with the sources but without a history, as from an archive.
readonly ARCHIVE='mkdir "../no history" && git archive HEAD | tar -xC "../no history" && cd "../no history" && make run'

# try runs a command, prints its duration, and keeps its output.
number=0
try() { # WORLD COMMAND
  number=$((number + 1))
  step "$1: $2" tee_log "$logs/$number-$1" in_clone "$@"
}
tee_log() { # FILE COMMAND…
  local file=$1
  shift
  "$@" 2>&1 | tee "$file"
}

# refused checks that make test prints one message and builds nothing.
refused() { # WORLD
  local out=$logs/refused
  if in_clone "$1" "rm -rf bin && make test" >"$out" 2>&1; then
    echo "make test passed, which cannot be"
    return 1
  fi
  cat "$out"
  [ "$(grep -c 'sudo apt-get install -y' "$out")" -eq 1 ] && in_clone "$1" "[ ! -e bin ]"
}

world() { # WORLD
  step "$1: a clone" open_world "$1"
  case $1 in
    root)
      try root "make run"
      try root "$ARCHIVE"
      try root "make test PACKAGES='$packages'"
      ;;
    sudoer)
      try sudoer "make run"
      try sudoer "testing/setup/setup.sh test"
      ;;
    user)
      try user "make run"
      try user "$ARCHIVE"
      step "user: make test says what is missing" refused user
      ;;
  esac
  step "$1: once more, the set-up of make run" in_clone "$1" "testing/setup/setup.sh run"
  step "$1: the end" close_world "$1"
}

if [ "$(id -u)" -ne 0 ]; then
  echo "bare.sh makes a root file system: only root can"
  exit 1
fi
packages=${*:-./...}
mkdir -p "$logs"
if [ ! -d "$base" ]; then step "A bare Debian ($CODENAME) with git, make and Go" make_base; fi
for name in ${BARE_WORLDS:-user sudoer root}; do world "$name"; done
echo "all of it passed"
