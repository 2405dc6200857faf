package e2e_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"plotline/testing/kit/serving"
)

// TestWritesMakeVectors checks that commands make the vectors of what they write, with the model that recall uses, and
// that no model fails a write.
func TestWritesMakeVectors(t *testing.T) {
	t.Parallel()
	create := []string{"episodes", "create", "The garden must irrigate itself", "--reward", "0"}
	imported := []string{"import", "example"}
	with := func(command []string, args ...string) []string { return slices.Concat(command, args) }
	server := func(url, model string) []string {
		return []string{"--embeddings-base-url", url, "--embeddings-model", model}
	}
	const nowhere = "http://127.0.0.1:1/v1"
	for _, tt := range []struct {
		name    string
		command []string
		says    []string // on the error stream; none for nothing
		missing int      // vectors afterwards
	}{
		{"create", create, nil, 0},
		{"create as JSON", with(create, "--json"), nil, 0},
		{"update", []string{"episodes", "update", "1", "--reflection", "Water it at night"}, nil, 0},
		{"import", imported, nil, 0},
		{"import as JSON", with(imported, "--json"), nil, 0},
		{"create, off", with(create, "--embeddings", "off"), nil, 1},
		{"update, off", []string{"episodes", "update", "1", "--reflection", "Water it at night", "--embeddings", "off"}, nil, 1},
		{"import, off", with(imported, "--embeddings", "off"), nil, 60},
		{"create, another model", with(create, "--embeddings-model", "large"), []string{"The episode is stored. ", "endpoint/small", "--switch", "1 of 2 episodes"}, 1},
		{"import, another model", with(imported, "--embeddings-model", "large"), []string{"The import is complete. ", "endpoint/small", "--switch", "1 of 61 episodes"}, 60},
		{"create, no server", with(create, server(nowhere, "small")...), []string{"The episode is stored. Making vectors failed: ", "1 of 2 episodes have a vector", "run: plotline embed"}, 1},
		{"import, no server", with(imported, server(nowhere, "small")...), []string{"The import is complete. Making vectors failed: ", "1 of 61 episodes"}, 60},
		{"create, no file", with(create, "--embeddings", "builtin"), []string{"The episode is stored. ", "there is no bge-small-en-v1.5.model"}, 1},
		{"import, no file", with(imported, "--embeddings", "builtin"), []string{"The import is complete. ", "there is no bge-small-en-v1.5.model"}, 60},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, e := newTerminal(t), newEmbedder(t)
			c.env = e.env("small")
			c.create("The cellar is painted green")
			got := c.run(tt.command...)
			if got.Status != 0 || got.Out == "" || len(tt.says) == 0 && got.Err != "" {
				t.Errorf("status %d: %s%s", got.Status, got.Out, got.Err)
			}
			if slices.Contains(tt.command, "--json") && !strings.HasPrefix(got.Out, "{") {
				t.Errorf("no document: %s", got.Out)
			}
			told := strings.Join(strings.Fields(got.Err), " ")
			for _, text := range tt.says {
				if !strings.Contains(told, text) {
					t.Errorf("it does not say %q: %s", text, got.Err)
				}
			}
			if made := c.json("embed")["made"]; made != float64(tt.missing) {
				t.Errorf("%v vectors were missing, want %d", made, tt.missing)
			}
		})
	}
}

// TestWritesWithoutModel checks on both stores that a workspace gets no model from one that does not answer, that commands
// say nothing without a model, and that they use a model that answers.
func TestWritesWithoutModel(t *testing.T) {
	t.Parallel()
	onStores(t, func(t *testing.T, args, env []string) {
		t.Helper()
		c, e := terminal{t, args, env}, newEmbedder(t)
		create := []string{"episodes", "create", "The garden must irrigate itself", "--reward", "0"}
		if got := c.run(create...); got.Status != 0 || got.Err != "" {
			t.Errorf("no model: %+v", got)
		}
		got := c.run(append(create, "--embeddings-base-url", "http://127.0.0.1:1/v1", "--embeddings-model", "large")...)
		if got.Status != 0 || !strings.Contains(got.Err, "Recall finds episodes by words") {
			t.Errorf("no server: %+v", got)
		}
		c.env = append(c.env, e.env("small")...)
		if got := c.run("import", "example"); got.Status != 0 || got.Err != "" {
			t.Errorf("import: %+v", got)
		}
		c.says("episodes", "create", "Irrigate the roof as well", "--reward", "0")
		if got := c.json("embed"); got["made"] != 0.0 || got["vectors"] != 63.0 || got["model"] != "endpoint/small" {
			t.Errorf("embed says %v", got)
		}
		if meaning, numbers, _ := c.recalled("water"); meaning != "on" || len(numbers) != 2 { // one stands for two equal ones
			t.Errorf("recall by meaning is %s: %v", meaning, numbers)
		}
		bad := c.run(append(create, "--embeddings", "endpoint", "--embeddings-model", "")...)
		if bad.Status != 2 || bad.Out != "" || !strings.Contains(bad.Err, "needs both") {
			t.Errorf("settings that are incomplete: %+v", bad)
		}
	})
}

// TestImportInterruptedAtVectors checks that an interrupt after the import says that the import is complete.
func TestImportInterruptedAtVectors(t *testing.T) {
	t.Parallel()
	c, e := newTerminal(t), newEmbedder(t)
	c.env = e.env("small")
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	var calls atomic.Int64
	e.beforeReply(func(r *http.Request) {
		if calls.Add(1) == 3 { // after the sample and the first batch
			interrupt()
			<-r.Context().Done()
		}
	})
	cmd := exec.CommandContext(ctx, binary, append([]string{"import", "example"}, c.args...)...) //nolint:gosec // the program under test
	cmd.Env = append(serving.Environ(), c.env...)
	cmd.Cancel = func() error {
		return errors.Join(cmd.Process.Signal(syscall.SIGINT), os.ErrProcessDone) // status 0 is no error of Wait then
	}
	got := serving.Finish(t, cmd)
	if got.Status != 0 || !strings.HasPrefix(got.Out, "Imported 60 episodes") ||
		!strings.Contains(got.Err, "The import is complete. Making vectors was stopped. 4 of 60 episodes have a vector") {
		t.Errorf("%+v", got)
	}
	if got := c.json("embed"); got["made"] != 56.0 {
		t.Errorf("embed says %v", got)
	}
}

// TestFoundWithinASecond checks that mcp embeds an episode at once after its write, also right after the start, while the
// texts of other processes may wait longer.
func TestFoundWithinASecond(t *testing.T) {
	t.Parallel()
	c, e := newTerminal(t), newEmbedder(t)
	c.env = e.env("small")
	c.create("The cellar is painted green")
	s := serve(t, c.env, c.args...)
	for i := range 3 {
		id := s.episode(fmt.Sprintf("Garden %d must irrigate itself", i))
		written := time.Now()
		for !strings.Contains(fmt.Sprint(s.call("recall", map[string]any{"query": "water"})["episodes"]), id) {
			if time.Since(written) > time.Second {
				t.Fatalf("the episode %d is not found by meaning\n%s", i, s.Log())
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
}
