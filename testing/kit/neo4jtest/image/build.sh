#!/usr/bin/env bash
# Makes the Docker image neo4j:VERSION-community where no image registry can be
# reached: a Java runtime cut down by jlink, the server's jars from Maven Central,
# the shared libraries that Java names, a static busybox for a shell, and
# entrypoint.sh. It carries the public image's name and takes the same variables.
# For tests only: Neo4j is GPLv3 and nothing of it is shipped.
#
#   build.sh [--force] [VERSION…]     default: every version of ../versions.txt
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=recipe.sh
. "$here/recipe.sh"

# What jlink keeps. Missing one shows only at run time, so the list is Neo4j's, as
# found by running it; java.desktop is for the beans that its JSON library reads.
modules=java.base,java.logging,java.naming,java.management,java.sql,java.xml,jdk.unsupported,java.desktop,java.security.jgss,java.security.sasl,jdk.crypto.ec,java.net.http,jdk.management,java.instrument,java.compiler,jdk.jfr,java.scripting,java.rmi,jdk.zipfs,jdk.naming.dns

# recipe_mark changes when anything here changes, and with it the image is stale.
recipe_mark() { cat "$here"/{build,recipe,entrypoint}.sh | cksum | tr ' ' -; }

# present: an image that does not carry our label is somebody's public one, which
# is what we imitate: it is never replaced.
present() {
  local mark
  mark=$(docker image inspect --format '{{index .Config.Labels "plotline.recipe"}}' "$(image_tag)" 2>/dev/null) || return 1
  [ -z "$mark" ] || [ "$mark" = "$(recipe_mark)" ]
}

# put_libraries copies what the dynamic loader will look for, under its own path.
put_libraries() {
  local root=$1 lib
  { find "$root/opt/java" -type f \( -name '*.so' -o -perm -100 \) -exec ldd {} + 2>/dev/null || true; } |
    grep -o '/[^ ]*\.so[^ ]*' | grep -v "^$root" | sort -u >"$root/../libraries"
  # Names are looked up through these, which no program names.
  find /lib /usr/lib -maxdepth 2 \( -name 'libnss_files.so.2' -o -name 'libnss_dns.so.2' \) >>"$root/../libraries"
  while read -r lib; do
    if [ -f "$lib" ]; then install -D "$lib" "$root$lib"; fi
  done <"$root/../libraries"
}

put_system() {
  local root=$1
  mkdir -p "$root"/{bin,etc,data,logs,tmp,root,var/lib/neo4j}
  install "$busybox" "$root/bin/busybox"
  # Busybox lists itself among its applets: that one is the file.
  "$root/bin/busybox" --list | while read -r applet; do [ -e "$root/bin/$applet" ] || ln -s busybox "$root/bin/$applet"; done
  printf 'root:x:0:0:root:/root:/bin/sh\nneo4j:x:7474:7474::/var/lib/neo4j:/bin/sh\n' >"$root/etc/passwd"
  printf 'root:x:0:\nneo4j:x:7474:\n' >"$root/etc/group"
  echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
  install "$here/entrypoint.sh" "$root/entrypoint.sh"
  chmod 1777 "$root/tmp"
}

build() {
  local java lib root work=$1
  java=$(find_java jlink)
  lib=$(fetch_jars)
  root=$work/root
  mkdir -p "$root/opt/neo4j"
  say "jlink with $java"
  "$java/bin/jlink" --add-modules "$modules" --output "$root/opt/java" \
    --strip-debug --no-header-files --no-man-pages
  cp -Rl "$lib" "$root/opt/neo4j/lib" 2>/dev/null || cp -R "$lib" "$root/opt/neo4j/"
  put_system "$root"
  put_libraries "$root"
  say "importing it as $(image_tag)"
  tar -C "$root" --numeric-owner --owner=7474 --group=7474 -c . | docker import \
    --change 'ENTRYPOINT ["/entrypoint.sh"]' --change 'CMD ["neo4j"]' \
    --change 'USER 7474:7474' --change 'WORKDIR /var/lib/neo4j' \
    --change 'EXPOSE 7474 7473 7687' \
    --change "ENV PATH=/bin:/opt/java/bin JAVA_HOME=/opt/java NEO4J_HOME=/var/lib/neo4j NEO4J_MAIN=$(main_class)" \
    --change "LABEL plotline.recipe=$(recipe_mark)" \
    - "$(image_tag)" >/dev/null
  # Those it replaced have no name any more; one stays while a container runs it.
  docker image prune --force --filter label=plotline.recipe >/dev/null
}

force=
if [ "${1:-}" = --force ]; then force=yes; shift; fi
if [ $# -eq 0 ]; then
  mapfile -t versions < <(sed -n 's/^[a-z]* \([0-9].*\)/\1/p' "$here/../versions.txt")
  set -- "${versions[@]}"
fi
for VERSION; do
  if [ -z "$force" ] && present; then
    say "the image $(image_tag) is there"
    continue
  fi
  [ "$(uname -s)" = Linux ] || die "the image is made of this machine's Java and libraries, which must be Linux's"
  docker version >/dev/null 2>&1 || die "no Docker engine answers: start it (testing/kit/neo4jtest/engine.sh does)"
  busybox=$(command -v busybox || true)
  if [ -z "$busybox" ] || ldd "$busybox" >/dev/null 2>&1; then
    die "needs a static busybox (Debian: busybox-static)"
  fi
  work=$(mktemp -d "${TMPDIR:-/tmp}/neo4j-image.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  started=$SECONDS
  build "$work"
  rm -rf "$work"
  say "built in $((SECONDS - started)) s"
done
