package snippets_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"plotline/testing/kit/markdown"
)

// pageLimit is far longer than a page takes. It ends a hang.
const pageLimit = 3 * time.Minute

// step is a shell block, with the block of its expected output, if any.
type step struct {
	block  markdown.Block
	prints *markdown.Block
}

// before is the beginning of a page's script. A server that a block starts in the foreground runs in the
// background here, until the next one starts.
const before = `set -euo pipefail
server=
stop() {
  [ -n "$server" ] || return 0
  kill -- "-$server" 2>/dev/null || true
  wait "$server" || true
  while kill -0 -- "-$server" 2>/dev/null; do sleep 0.05; done
  server=
}
trap stop EXIT
listens() {
  for _ in $(seq 300); do
    curl -ks -o /dev/null "http://$PLOTLINE_LISTEN/livez" || curl -ks -o /dev/null "https://$PLOTLINE_LISTEN/livez" && return
    kill -0 "$server" 2>/dev/null || return 1
    sleep 0.1
  done
  return 1
}
`

var endsServing = regexp.MustCompile(`(?m)^[^#\n]*\bplotline( [^#&\n]*)? serve( [^#&\n]*)?(#.*)?\s*\z`)

// foreground reports whether a block ends by starting a server without a trailing &.
func foreground(block string) bool {
	return endsServing.MatchString(strings.ReplaceAll(block, "\\\n", " "))
}

// runShell runs the page's blocks in one shell, and checks their output.
func (w *world) runShell() {
	w.t.Helper()
	if len(w.shell) == 0 {
		return
	}
	w.open()
	var script strings.Builder
	script.WriteString(before)
	for i, s := range w.shell {
		text := w.rewrite(s.block.Text)
		w.write(w.file(i, "sh"), text)
		part := "{ . %s; } >%s 2>&1 </dev/null\n"
		if foreground(s.block.Text) {
			part = "stop; set -m; { exec bash -euo pipefail %s; } >%s 2>&1 </dev/null & server=$!; set +m; listens\n"
		}
		fmt.Fprintf(&script, part, w.file(i, "sh"), w.file(i, "out"))
	}
	output, err := w.bash(script.String())
	for i, s := range w.shell {
		out, missing := os.ReadFile(w.file(i, "out"))
		if last := i == len(w.shell)-1; err != nil && (last || !exists(w.file(i+1, "out"))) {
			w.failf(s.block, "the shell ended: %v\n%s\n%s%s", err, w.rewrite(s.block.Text), out, output)
			return
		}
		if missing != nil {
			w.failf(s.block, "it was not run: %v", missing)
		}
		w.compare(s, string(out))
	}
}

// bash runs a script in the page's checkout, and kills the processes that it leaves.
func (w *world) bash(script string) (output string, failure error) {
	ctx, cancel := context.WithTimeout(w.t.Context(), pageLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", script)
	cmd.Dir, cmd.Env = w.checkout, w.env
	kill := inGroup(cmd)
	cmd.WaitDelay = 10 * time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	failure = cmd.Run()
	if cmd.Process != nil {
		kill() // usually nothing is left
	}
	return out.String(), failure
}

// compare looks for each line of the page, in order. … matches anything.
func (w *world) compare(s step, out string) {
	w.t.Helper()
	if s.prints == nil {
		return
	}
	rest := out
	for line := range strings.Lines(w.rewrite(s.prints.Text)) {
		line = strings.TrimSpace(line)
		if line == "" || line == "…" {
			continue
		}
		pattern := regexp.MustCompile(`(?m)^\s*` + strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*") + `\s*$`)
		found := pattern.FindStringIndex(rest)
		if found == nil {
			w.failf(*s.prints, "the block at line %d does not print %q, but\n%s", s.block.Line, line, out)
			return
		}
		rest = rest[found[1]:]
	}
}

// file returns the path of a step's file outside the checkout.
func (w *world) file(i int, kind string) string {
	return filepath.Join(w.scratch, fmt.Sprintf("%02d.%s", i, kind))
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}
