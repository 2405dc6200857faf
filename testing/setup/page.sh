#!/usr/bin/env bash
# Names the address of the memory page:
#
#   testing/setup/page.sh COMMAND…      the command that serves it
#
# Where a person sits at a terminal and there is a browser, it runs the command and opens the page. CI or NO_BROWSER in
# the environment prevent that.
set -euo pipefail
address=${PLOTLINE_LISTEN:-127.0.0.1:7333}
page=http://$address/

answers() { (exec 3<>"/dev/tcp/${address%:*}/${address##*:}") 2>/dev/null; }
has_person() { [ -t 0 ] && [ -t 1 ] && [ -z "${CI:-}${NO_BROWSER:-}" ]; }
opener() {
  case $(uname -s) in
    Darwin) command -v open ;;
    *) [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}${WSL_DISTRO_NAME:-}" ] && { command -v xdg-open || command -v wslview; } ;;
  esac
}
open_when_ready() { # PROGRAM
  local tries=100
  until answers; do
    tries=$((tries - 1))
    if [ $tries -eq 0 ]; then return; fi
    sleep 0.1
  done
  "$1" "$page" >/dev/null 2>&1
}

if answers || ! has_person || ! browser=$(opener); then
  printf '\nThe memory page shows the whole graph at %s while this runs:\n\n%s\n' "$page" "$(printf '%q ' "$@" | sed 's/ $//')"
  exit
fi
printf '\nThe memory page opens at %s. Ctrl-C ends the server.\n\n' "$page"
open_when_ready "$browser" &
exec "$@"
