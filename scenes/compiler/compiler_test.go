package compiler_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"plotline/internal/fault"
	"plotline/internal/sharing"
	"plotline/scenes/compiler"
	"plotline/scenes/tsx"
	"plotline/testing/kit/brokenscenes"
	"plotline/testing/kit/expect"
	"plotline/testing/kit/serving"
)

// program is the released binary. The test binary cannot be the child: with the race detector it needs more memory
// than a child may have.
var program string

func TestMain(m *testing.M) {
	status := serving.Main(m, &program)
	if status == 0 {
		if err := goleak.Find(); err != nil {
			_, _ = fmt.Fprintln(os.Stderr, err)
			status = 1
		}
	}
	os.Exit(status)
}

func newCompiler(tb testing.TB, outcomes *[]string) *compiler.Compiler {
	tb.Helper()
	observe := func(outcome string) { *outcomes = append(*outcomes, outcome) }
	if outcomes == nil {
		observe = nil
	}
	return compiler.New(compiler.Config{Program: program, Logger: slog.New(slog.DiscardHandler), Observe: observe})
}

// TestSameAsInProcess checks that a child gives the same result as the compiler in this process.
func TestSameAsInProcess(t *testing.T) {
	t.Parallel()
	c := newCompiler(t, nil)
	codes := []string{"", "export default () => <b>é \u2028</b>;\nexport const durationInFrames = 7 * 30;\n", "export default 1"}
	broken := brokenscenes.All()
	for _, b := range broken[:min(len(broken), 10)] { // each starts a process
		codes = slices.Concat(codes, []string{b.Code, tsx.Safe(b.Name, b.Code, 90)})
	}
	for _, code := range codes {
		want, wantErr := tsx.Compile(code)
		got, err := c.Compile(t.Context(), "w", code)
		if got != want || (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
			t.Errorf("%.100q\n%+v, %v, want\n%+v, %v", code, got, err, want, wantErr)
		}
	}
}

// numbered repeats a part, in which # is the number of the repetition and % the number before it.
func numbered(part string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.NewReplacer("#", strconv.Itoa(i+1), "%", strconv.Itoa(i)).Replace(part))
	}
	return b.String()
}

// bombs is short code for which esbuild takes minutes or gigabytes without limits.
func bombs() map[string]string {
	const scene = "export default () => "
	return map[string]string{
		"doubled text":      "enum E { a0 = 'x', " + numbered("a# = a% + a%, ", 40) + "}\n" + scene + "E.a40",
		"list of commas":    scene + "(" + strings.Repeat("x,", 100_000) + "x)",
		"statement":         scene + "{\n" + strings.Repeat("x,", 100_000) + "x }",
		"inlined texts":     "const enum E { a = '" + strings.Repeat("x", 100_000) + "' }\n" + scene + "[" + strings.Repeat("E.a,", 35_000) + "]",
		"names bound twice": scene + "{ let {" + strings.Repeat("x,", 100_000) + "y} = z }",
		"exported twice":    strings.Repeat("export default 1;", 15_000),
		"namespaces":        strings.Repeat("namespace N{export let x=1}", 9000) + scene + "1",
		"decorators":        "class A {" + strings.Repeat("@x a;", 39_000) + "}\n" + scene + "1",
		"parameters":        "export default (" + strings.Repeat("x,", 100_000) + "y) => 1",
	}
}

// TestCostlyScenes checks that code that exceeds a limit ends the child, and that the error is a problem of the scene.
func TestCostlyScenes(t *testing.T) {
	t.Parallel()
	for name, code := range bombs() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var outcomes []string
			_, err := newCompiler(t, &outcomes).Compile(t.Context(), "w", code)
			var problem *tsx.Problem
			if !errors.As(err, &problem) || !strings.Contains(err.Error(), "the code takes more than 3 s or 192 MB to compile") || !strings.Contains(err.Error(), " is its longest with ") {
				t.Errorf("%.300v", err)
			}
			if strings.Join(outcomes, " ") != "exhausted" {
				t.Errorf("observed %v", outcomes)
			}
		})
	}
}

// TestLeave checks that cancelling ends the child and frees its slot.
func TestLeave(t *testing.T) {
	t.Parallel()
	var outcomes []string
	c := newCompiler(t, &outcomes)
	for range 2 {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := c.Compile(ctx, "w", bombs()["list of commas"]); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	}
	if _, err := c.Compile(t.Context(), "w", "export default () => 1"); err != nil {
		t.Error(err)
	}
	if got := strings.Join(outcomes, " "); got != "cancelled cancelled compiled" {
		t.Errorf("observed %s", got)
	}
}

// TestCredentialHasOneShare checks that a credential gets the slots of one workspace, however many workspaces it visits.
func TestCredentialHasOneShare(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the child is a shell script")
	}
	script := filepath.Join(t.TempDir(), "child")
	expect.NoError(t, os.WriteFile(script, []byte("#!/bin/sh\n: >\"$0.$$\"\nread -r line\nexec /bin/sleep 60\n"), 0o700)) //nolint:gosec // it is run
	c := compiler.New(compiler.Config{Program: script, Logger: slog.New(slog.DiscardHandler)})
	children := func() int {
		all, err := filepath.Glob(script + ".*")
		expect.NoError(t, err)
		return len(all)
	}
	await := func(n int) {
		for children() < n && t.Context().Err() == nil {
			time.Sleep(time.Millisecond)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	compile := func(ctx context.Context, credential, workspace string) {
		_, _ = c.Compile(sharing.WithCredential(ctx, credential), workspace, "export default () => 1")
	}
	all.Go(func() { compile(ctx, "visitor", "a") })
	await(1)
	late, stop := context.WithTimeout(ctx, 100*time.Millisecond)
	defer stop()
	compile(late, "visitor", "b")
	if n := children(); n != 1 {
		t.Errorf("%d children of one credential ran at once", n)
	}
	all.Go(func() { compile(ctx, "other", "b") })
	await(2)
}

// TestNoChild checks that a program that cannot be started is a fault of the server, not a problem of the scene.
func TestNoChild(t *testing.T) {
	t.Parallel()
	var output bytes.Buffer
	c := compiler.New(compiler.Config{Program: "/nowhere/at/all", Logger: slog.New(slog.NewTextHandler(&output, nil))})
	_, err := c.Compile(t.Context(), "w", "export default () => 1")
	if fault.CodeOf(err) != fault.Unavailable || strings.Contains(fault.From(err).Details, "nowhere") || !strings.Contains(output.String(), "does not start") {
		t.Errorf("%v, logged %s", err, output.String())
	}
}

// TestCheckedFirst checks that code that is too long or too deep starts no process.
func TestCheckedFirst(t *testing.T) {
	t.Parallel()
	var started atomic.Bool
	c := compiler.New(compiler.Config{Program: "/nowhere", Logger: slog.New(slog.DiscardHandler), Observe: func(outcome string) {
		started.Store(started.Load() || outcome != "refused")
	}})
	for _, code := range []string{"", strings.Repeat("x", tsx.MaxBytes+1), "x=" + strings.Repeat("[", 1000)} {
		if _, err := c.Compile(t.Context(), "w", code); err == nil {
			t.Errorf("%.20q compiles", code)
		}
	}
	if started.Load() {
		t.Error("a child is started for what is refused without one")
	}
}
