#!/usr/bin/env bash
# Names the address of the memory page:
#
#   testing/setup/page.sh COMMAND…      the command that serves it
#
# Where a person sits at a terminal and there is a browser, it runs the command and opens the page. Otherwise it says why
# not. CI or NO_BROWSER in the environment prevent it too.
set -euo pipefail
address=${PLOTLINE_LISTEN:-127.0.0.1:7333}
page=http://$address/
index=$(dirname "$0")/../../web/dist/index.html

answers() { (exec 3<>"/dev/tcp/${address%:*}/${address##*:}") 2>/dev/null; }
has_person() { [ -t 0 ] && [ -t 1 ]; }
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

whynot=
if [ -n "${CI:-}${NO_BROWSER:-}" ]; then
  whynot='CI or NO_BROWSER is set'
elif ! has_person; then
  whynot='this is no terminal'
elif ! browser=$(opener); then
  whynot='there is no browser here'
fi
if [ ! -e "$index" ]; then
  printf '\nThere is no memory page: the program was built without it. Install Node.js 20.19 or newer, and run it again.\n'
elif answers; then
  printf '\nThe memory page does not open: %s is taken, perhaps by an earlier run. End that, or take another address:\n\nPLOTLINE_LISTEN=127.0.0.1:%d make run\n' \
    "$address" $((${address##*:} + 1))
elif [ -n "$whynot" ]; then
  printf '\nThe memory page does not open by itself: %s. It is at %s while this runs:\n\n%s\n' "$whynot" "$page" "$(printf '%q ' "$@" | sed 's/ $//')"
else
  printf '\nThe memory page opens at %s. Ctrl-C ends the server.\n\n' "$page"
  open_when_ready "$browser" &
  exec "$@"
fi
