#!/usr/bin/env bash
# Tries `make run` and `make test` on a bare Debian 12, as a new contributor has it: git, make and Go,
# none of our caches, and a clone in a folder with another name and a space in it. By hand, as root:
#
#   testing/bare/bare.sh [PACKAGE…]     make test of these packages alone, such as ./graph/...
#
# Three worlds begin with the same root file system, which debootstrap makes, and share nothing:
#
#   root       make run, also without a history; make test
#   sudoer     an ordinary user with a sudo that asks for no password: make run, the set-up of make test
#   user       an ordinary user without: make run, also without a history; make test says once what is missing, and ends
#
# A world is a mount and process namespace with a root of its own, so that whatever runs in it ends with
# it. It has no Docker engine: its Neo4j runs by Java. What this machine's package clients are set up
# with (mirrors, certificates, proxies) is copied into it, and into nothing else.
#
# BARE_DIR names a folder for all of it, which then stays, and whose root file system the next run takes
# again. BARE_WORLDS are the worlds to try. BARE_LOG keeps what each step printed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
# shellcheck source-path=SCRIPTDIR source=../setup/step.sh
. "$here/../setup/step.sh"

readonly CODENAME=bookworm CLONE="/srv/another place/graph-memory"
dir=${BARE_DIR:-$(mktemp -d "${TMPDIR:-/var/tmp}/plotline-bare.XXXXXX")}

# Also when it is ended: nothing stays mounted.
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

# mirror is where this machine's apt gets the release from.
mirror() {
  # shellcheck disable=SC2016
  apt-get indextargets --format '$(CODENAME) $(REPO_URI)' 'Created-By: Packages' | sed -n "s/^$CODENAME //p" | head -n 1
}

# make_base: debootstrap, this machine's settings of package clients, and what a contributor has.
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

# copy_settings: no file with passwords is among them.
copy_settings() { # ROOT
  local file
  apt-config dump | grep -E '^Acquire::' >"$1/etc/apt/apt.conf.d/90machine" || true
  rm -f "$1/etc/apt/sources.list"
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} /etc/resolv.conf /etc/hosts \
    /etc/pip.conf /etc/npmrc /usr/local/etc/npmrc /usr/local/share/ca-certificates/*.crt; do
    if [ -f "$file" ]; then install -D -m 644 "$file" "$1$file" || return; fi
  done
}

# settings prints what the environment tells package clients, and what Go is told by its own file.
settings() {
  local name
  for name in $(compgen -e | grep -iE '^((https?|all|no)_proxy|(ssl|curl|requests|node_extra|pip|git_ssl).*(ca|cert).*|pip_(index|extra|default|trusted).*|npm_config_.*|go(proxy|sumdb|nosumdb|noproxy|private|insecure)|maven_opts|java_tool_options)$'); do
    printf '%s=%s\0' "$name" "${!name}"
  done
  for name in GOPROXY GOSUMDB GONOSUMDB GONOPROXY GOPRIVATE GOINSECURE; do
    printf '%s=%s\0' "$name" "$(go env "$name")"
  done
}

# inside runs a command in a root file system, as a user, with nothing of ours in its environment.
inside() { # ROOT USER COMMAND…
  local root=$1 user=$2 home=/home/$2 environment
  shift 2
  if [ "$user" = root ]; then home=/root; fi
  mapfile -d '' environment < <(settings)
  # A new root, and not only another one (chroot), from which no user namespace could be made.
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
    # This shell stays the first process: it takes in those whose parents end.
    status=0
    setpriv --reuid "$user" --regid "$user" --init-groups env -i "$@" || status=$?
    exit "$status"
  ' inside "$root" "$user" ${environment[@]+"${environment[@]}"} HOME="$home" USER="$user" LANG=C.UTF-8 TERM=dumb \
    PATH=/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

# in_clone runs a command of the shell in the world's clone.
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

# As an archive of the sources has it.
readonly ARCHIVE='mkdir "../no history" && git archive HEAD | tar -xC "../no history" && cd "../no history" && make run'

# try prints the time, and keeps what was printed.
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

# refused: one message, and nothing built.
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
