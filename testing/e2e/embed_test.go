package e2e_test

import (
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/fetch"
	"plotline/testing/kit/serving"
)

// recalled returns recall's answer to a query: the state of search by meaning, the numbers of the episodes
// found, and the hint.
func (c terminal) recalled(query string) (meaning string, numbers []int, hint string) {
	c.t.Helper()
	out := c.json("recall", query)
	for _, one := range out["episodes"].([]any) { //nolint:forcetypeassert // the document of recall
		numbers = append(numbers, int(one.(map[string]any)["id"].(float64))) //nolint:forcetypeassert // as above
	}
	hint, _ = out["hint"].(string)
	return out["meaning"].(string), numbers, hint //nolint:forcetypeassert // as above
}

// TestEmbed checks on both stores that the command makes the missing vectors, that recall uses them, and
// that another model replaces them on request.
func TestEmbed(t *testing.T) {
	t.Parallel()
	onStores(t, func(t *testing.T, args, env []string) {
		t.Helper()
		c, e := terminal{t, args, env}, newEmbedder(t)
		off := c.run("embed")
		if off.Status != 2 || !strings.Contains(off.Err, "plotline model install") || !strings.Contains(off.Err, "--embeddings-base-url") {
			t.Errorf("without a model: status %d: %s", off.Status, off.Err)
		}
		c.says("episodes", "create", "The garden must irrigate itself", "--reward", "0")
		c.says("episodes", "create", "The cellar is painted green", "--reward", "0")
		if meaning, numbers, _ := c.recalled("water"); meaning != "off" || len(numbers) > 0 {
			t.Errorf("without a model: %s, %v", meaning, numbers)
		}
		base := c.env
		c.env = slices.Concat(base, e.env("small"), []string{"PLOTLINE_EMBEDDINGS_API_KEY=secret"})
		if got := c.json("embed"); got["made"] != 2.0 || got["waiting"] != 0.0 || got["vectors"] != 2.0 || got["model"] != "endpoint/small" {
			t.Errorf("embed says %v", got)
		}
		if text := c.says("embed"); !strings.Contains(text, "Made 0 vectors") || !strings.Contains(text, "All 2 episodes") {
			t.Errorf("once more: %s", text)
		}
		if meaning, numbers, hint := c.recalled("water"); meaning != "on" || !slices.Equal(numbers, []int{1}) ||
			hint != "No episode has: water. These are the nearest by meaning." {
			t.Errorf("by meaning: %s, %v, %q", meaning, numbers, hint)
		}
		if slices.ContainsFunc(e.used(), func(key string) bool { return key != "Bearer secret" }) {
			t.Errorf("the server was sent %q", e.used())
		}
		c.env = slices.Concat(base, e.env("large"))
		c.replace()
	})
}

// replace changes the model of a workspace with two episodes from small to large.
func (c terminal) replace() {
	c.t.Helper()
	if got := c.run("embed"); got.Status != 1 || !strings.Contains(got.Err, "endpoint/small") || !strings.Contains(got.Err, "--switch") {
		c.t.Errorf("another model: status %d: %s", got.Status, got.Err)
	}
	if meaning, _, hint := c.recalled("garden"); meaning != "off" || !strings.Contains(hint, "--switch") {
		c.t.Errorf("another model: recall by meaning is %s, %q", meaning, hint)
	}
	row(c.t, c.says("doctor"), "note", "meaning", "large of http", "the workspace has 2 vectors of endpoint/small")
	got := c.run(append([]string{"embed"}, "--switch")...)
	if got.Status != 0 || !strings.Contains(got.Out, "Made 2 vectors by endpoint/large") || !strings.Contains(got.Out, "took the place of endpoint/small") ||
		!strings.Contains(got.Err, "They stay in use until") {
		c.t.Errorf("the switch: status %d: %s%s", got.Status, got.Out, got.Err)
	}
	if meaning, numbers, _ := c.recalled("water"); meaning != "on" || !slices.Equal(numbers, []int{1}) {
		c.t.Errorf("after the switch: %s, %v", meaning, numbers)
	}
	row(c.t, c.says("doctor"), "ok", "meaning", "large of http", "2 vectors, 0 waiting")
}

// TestEmbedInterrupted checks that finished vectors are kept and the next run continues.
func TestEmbedInterrupted(t *testing.T) {
	t.Parallel()
	c, e := newTerminal(t), newEmbedder(t)
	var lines strings.Builder
	for i := range 70 { // more than two batches
		fmt.Fprintf(&lines, `{"type":"episode","episode_id":"019a0000-0000-7000-8000-%012d","query":"Number %d","reward":0,"created_at":"2026-09-01"}`+"\n", i, i)
	}
	path := t.TempDir() + "/many.jsonl"
	expect.WriteFile(t, path, lines.String())
	c.says("import", path)
	c.env = e.env("small")

	var calls int
	var count sync.Mutex
	third := make(chan struct{})
	e.beforeReply(func(r *http.Request) {
		count.Lock()
		calls++
		stands := calls == 3 // after the sample and the first batch
		count.Unlock()
		if stands {
			close(third)
			<-r.Context().Done()
		}
	})
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	cmd := exec.CommandContext(ctx, binary, append([]string{"embed"}, c.args...)...) //nolint:gosec // the program under test
	cmd.Env = append(serving.Environ(), c.env...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGINT) }
	go func() {
		<-third
		interrupt()
	}()
	got := serving.Finish(t, cmd)
	if got.Status != 1 || !strings.Contains(got.Err, "stopped: 4 of 70 waiting episodes have vectors; run the command again to continue") {
		t.Errorf("status %d: %s", got.Status, got.Err)
	}
	if got := c.json("embed"); got["made"] != 66.0 || got["vectors"] != 70.0 {
		t.Errorf("the next run says %v", got)
	}
}

// TestEmbedWithUnreachableModel checks that an unreachable model changes nothing, including the workspace's
// model.
func TestEmbedWithUnreachableModel(t *testing.T) {
	t.Parallel()
	c, e := newTerminal(t), newEmbedder(t)
	c.create("Alpha")
	c.env = e.env("small")
	c.says("embed")
	away := []string{"--embeddings-base-url", "http://127.0.0.1:1/v1", "--embeddings-model", "large"}
	if got := c.run(append([]string{"embed", "--switch", "--json"}, away...)...); got.Status != 1 || !strings.Contains(got.Err, `"unavailable"`) {
		t.Errorf("status %d: %s", got.Status, got.Err)
	}
	got := c.run(append([]string{"doctor"}, away...)...)
	row(t, got.Out, "bad", "meaning", "large of http://127.0.0.1:1/v1")
	row(t, c.says("doctor"), "ok", "meaning", "1 vector, 0 waiting")
	if meaning, numbers, hint := c.recalled("Alpha"); meaning != "on" || len(numbers) != 1 || hint != "" {
		t.Errorf("%s, %v, %q", meaning, numbers, hint)
	}
}

// TestMCPEmbedsInBackground checks that mcp makes the vectors of its workspace.
func TestMCPEmbedsInBackground(t *testing.T) {
	t.Parallel()
	onStores(t, func(t *testing.T, args, env []string) {
		t.Helper()
		c, e := terminal{t, args, env}, newEmbedder(t)
		c.env = append(c.env, e.env("small")...)
		s := serve(t, c.env, c.args...)
		s.episode("The cellar is painted green") // recall compares with the average
		s.episode("The garden must irrigate itself")
		waitUntil(t, "mcp makes vectors", c.recallFinds(1))
		_ = s.CloseInput()
		if status := s.end(); status != 0 {
			t.Errorf("status %d\n%s", status, s.Log())
		}
	})
}

// TestServeEmbedsInBackground checks that serve makes vectors in every workspace, except with
// --read-only. It uses the embedded store: on Neo4j, serve would embed other tests' workspaces too.
func TestServeEmbedsInBackground(t *testing.T) {
	t.Parallel()
	c, e := newTerminal(t), newEmbedder(t)
	c.env = e.env("small")
	c.args = append(c.args, "--workspace", "other")
	c.says("episodes", "create", "The cellar is painted green", "--reward", "0", "--embeddings", "off")
	c.says("episodes", "create", "Irrigate the roof as well", "--reward", "0", "--embeddings", "off")
	args := slices.Clip(c.args[:len(c.args)-2])
	reader := serving.Start(t, binary, c.env, append(args, "--read-only")...)
	server := serving.Start(t, binary, c.env, args...)
	waitUntil(t, "serve makes vectors", c.recallFinds(1))
	const made = "plotline_embeddings_made_total "
	waitUntil(t, "serve counts them", func() bool { return strings.Contains(metrics(t, server), made+"2\n") })
	if text := metrics(t, reader); !strings.Contains(text, made+"0\n") {
		t.Errorf("a server that only reads made vectors:\n%s", text)
	}
}

// recallFinds returns a function that reports whether recall finds n episodes about water.
func (c terminal) recallFinds(n int) func() bool {
	return func() bool {
		_, numbers, _ := c.recalled("water")
		return len(numbers) == n
	}
}

func metrics(t *testing.T, s *serving.Server) string {
	t.Helper()
	reply, err := fetch.Get(t.Context(), s.URL+"/metrics")
	if err != nil {
		t.Fatal(err)
	}
	return string(reply.Body)
}

// TestExitDoesNotWaitForModel checks that a hanging model does not keep a process alive.
func TestExitDoesNotWaitForModel(t *testing.T) {
	t.Parallel()
	c, e := newTerminal(t), newEmbedder(t)
	c.env = e.env("small")
	asked, end := make(chan struct{}, 9), make(chan struct{})
	e.beforeReply(func(*http.Request) {
		asked <- struct{}{}
		<-end
	})
	defer close(end)
	s := serve(t, c.env, c.args...)
	s.episode("The garden must irrigate itself")
	<-asked
	start := time.Now()
	_ = s.CloseInput()
	if status, took := s.end(), time.Since(start); status != 0 || took > 3*time.Second {
		t.Errorf("status %d after %s\n%s", status, took, s.Log())
	}
}

// TestBuiltinModel checks that the model's file in the data folder is enough.
func TestBuiltinModel(t *testing.T) {
	t.Parallel()
	c := newTerminal(t)
	c.create("orders arrive twice") // words of its vocabulary
	row(t, c.says("doctor"), "note", "meaning", "off")
	writeTinyModel(t, valueOf(c.args, "--data-dir"), false)
	row(t, c.says("doctor"), "ok", "meaning", "builtin/tiny in ", ".model; no vectors yet")
	if got := c.json("embed"); got["made"] != 1.0 || got["model"] != "builtin/tiny" {
		t.Errorf("embed says %v", got)
	}
	row(t, c.says("doctor"), "ok", "meaning", "builtin/tiny in ", ".model; 1 vector, 0 waiting")
	row(t, c.says("doctor", "--embeddings", "off"), "note", "meaning", "off")
	if meaning, _, _ := c.recalled("orders twice"); meaning != "on" {
		t.Errorf("recall by meaning is %s", meaning)
	}
}

// TestUnusableBuiltinModel checks that recall then searches by words and gives the reason, and that
// servers start.
func TestUnusableBuiltinModel(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, why string
		args      []string
		damaged   bool
	}{
		{"missing", "there is no bge-small-en-v1.5.model", []string{"--embeddings", "builtin"}, false},
		{"damaged", "plotline model install", nil, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := newTerminal(t)
			if tt.damaged {
				writeTinyModel(t, valueOf(c.args, "--data-dir"), true)
			}
			s := serve(t, nil, slices.Concat(c.args, tt.args)...)
			s.episode("The garden must irrigate itself")
			out := s.call("recall", map[string]any{"query": "garden"})
			if hint, _ := out["hint"].(string); out["meaning"] != "off" || !strings.Contains(hint, "Only words were searched") || !strings.Contains(hint, tt.why) {
				t.Errorf("recall says %v", out)
			}
			if !strings.Contains(s.Log(), "recall finds episodes by words only") {
				t.Errorf("the log says nothing:\n%s", s.Log())
			}
			doctor := c.run(append([]string{"doctor"}, tt.args...)...)
			row(t, doctor.Out, "bad", "meaning")
			if doctor.Status != 1 || !strings.Contains(doctor.Out, "plotline model install") {
				t.Errorf("status %d: %s", doctor.Status, doctor.Out)
			}
			if got := c.run(append([]string{"embed"}, tt.args...)...); got.Status != 1 || !strings.Contains(got.Err, tt.why) {
				t.Errorf("embed: status %d: %s", got.Status, got.Err)
			}
		})
	}
}
