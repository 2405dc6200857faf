# Sourced by build.sh and process.sh: what a Neo4j release is made of when there
# is no image registry. Everything comes from Maven Central and an installed JDK.
# shellcheck shell=bash

say() { printf 'neo4j %s: %s\n' "$VERSION" "$*" >&2; }
# die exits with 3, which says: this machine lacks something, so try another way.
die() { say "$*"; exit 3; }

# image_tag names the image as the public registry does, so that whoever can pull
# the public one never builds, and nothing else has to know which of the two it is.
image_tag() { printf 'neo4j:%s-community' "$VERSION"; }

# cache_dir keeps the jars between builds; never inside the work tree.
cache_dir() { printf '%s/neo4j/%s' "${PLOTLINE_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/plotline}" "$VERSION"; }

# main_class: the entry point was renamed when the calendar versions began.
main_class() {
  case $VERSION in
    4.* | 5.*) echo org.neo4j.server.CommunityEntryPoint ;;
    *) echo org.neo4j.server.Neo4jCommunity ;;
  esac
}

java_feature() { # DIR: the feature number (17, 21, …) of the Java there
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null || true
}

# find_java TOOL prints the home of a Java that has bin/TOOL and that VERSION can
# run on: 5.x is made for 17 and 21, the calendar versions need 21 or newer.
find_java() {
  local tool=$1 low=21 high=99 home feature
  case $VERSION in 4.* | 5.*) low=17 high=21 ;; esac
  for home in "${JAVA_HOME:-}" /usr/lib/jvm/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if [ -z "$home" ] || [ ! -x "$home/bin/$tool" ]; then continue; fi
    feature=$(java_feature "$home")
    if [ "${feature:-0}" -ge "$low" ] && [ "$feature" -le "$high" ]; then
      echo "$home"
      return
    fi
  done
  die "needs a Java from $low to $high with bin/$tool: set JAVA_HOME, or install one under /usr/lib/jvm (Debian: openjdk-17-jdk-headless for 5.x)"
}

# fetch_jars fills the cache with the server's jars and prints the folder. It is
# filled beside its place and moved there whole: a broken download is never used.
fetch_jars() {
  local home tmp
  home=$(cache_dir)
  if [ ! -d "$home/lib" ]; then
    command -v mvn >/dev/null || die "needs Maven (mvn) to fetch its jars"
    mkdir -p "$home"
    tmp=$(mktemp -d "$home/fetch.XXXXXX")
    say "fetching its jars with Maven"
    cat >"$tmp/pom.xml" <<POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>plotline</groupId><artifactId>neo4j-for-tests</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.neo4j</groupId><artifactId>neo4j</artifactId><version>$VERSION</version></dependency>
    <dependency><groupId>org.neo4j.app</groupId><artifactId>neo4j-server</artifactId><version>$VERSION</version></dependency>
  </dependencies>
</project>
POM
    mvn -B -q -ntp -Dstyle.color=never -f "$tmp/pom.xml" dependency:copy-dependencies \
      -DincludeScope=runtime -DoutputDirectory="$tmp/lib" >&2 ||
      { rm -rf "$tmp"; die "Maven could not fetch its jars"; }
    # -T: two builds at once must not nest one folder in the other.
    mv -T "$tmp/lib" "$home/lib" 2>/dev/null || [ -d "$home/lib" ] || die "its jars could not be put into $home"
    rm -rf "$tmp"
  fi
  echo "$home/lib"
}
