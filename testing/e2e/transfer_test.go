package e2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/tier"
)

// manyLines writes an export of a graph: a chain of episodes with two relationships after each.
func manyLines(t *testing.T, episodes int) (path string, count int) {
	t.Helper()
	var text bytes.Buffer
	id := func(kind, i int) string { return fmt.Sprintf("019a0000-0000-7000-%04x-%012x", kind, i) }
	const at = "2026-01-02T03:04:05.000006+00:00"
	for i := 1; i <= episodes; i++ {
		fmt.Fprintf(&text, `{"type":"episode","episode_id":%q,"id":%d,"name":"e%d","query":"Why?\n%d","reward":-0.1,"tags":["b","a"],`+
			`"metadata":{"n":%d.10,"é":null},"created_at":%q,"updated_at":%q,"idempotency_key":"key %d","key_digest":"d"}`+"\n",
			id(0x8000, i), 3*i, i, i, i, at, at, i)
	}
	types := []string{"follows", "causes", "part_of", "related_to", "contradicts", "refines"}
	for i := 1; i < episodes; i++ {
		for n, to := range []int{i + 1, min(i+7, episodes)} {
			if n == 1 && to == i+1 {
				continue
			}
			count++
			fmt.Fprintf(&text, `{"type":"relationship","id":%q,"from_episode_id":%q,"to_episode_id":%q,"relationship_type":%q,"strength":0.30000000000000004,"created_at":%q}`+"\n",
				id(0x9000, count), id(0x8000, i), id(0x8000, to), types[count%len(types)], at)
		}
	}
	path = filepath.Join(t.TempDir(), "graph.jsonl")
	expect.WriteFile(t, path, text.String())
	return path, count
}

// TestExportAndImport copies a graph from store to store, back to the first kind, and expects the same bytes
// from each.
func TestExportAndImport(t *testing.T) {
	t.Parallel()
	path, relationships := manyLines(t, 60)
	want := string(expect.ReadFile(t, path))
	between := tier.Pick([]store{onNeo4j(neo4jtest.LTS)}, []store{onNeo4j(neo4jtest.LTS), onNeo4j(neo4jtest.Next)})
	for _, where := range slices.Concat([]store{embedded()}, between, []store{embedded()}) {
		args, env := where.open(t)
		output := must(t, plotline(t, env, append([]string{"import", path, "--json"}, args...)...))
		var counts map[string]int
		if err := json.Unmarshal([]byte(output), &counts); err != nil || counts["episodes_created"] != 60 || counts["relationships_created"] != relationships {
			t.Errorf("%s: import said %s", where.name, output)
		}
		path = filepath.Join(t.TempDir(), "export.jsonl")
		must(t, plotline(t, env, append([]string{"export", "--output", path}, args...)...))
		if got := string(expect.ReadFile(t, path)); got != want {
			t.Fatalf("%s: moved, the graph is\n%s", where.name, got)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
		if got := plotline(t, env, append([]string{"export"}, args...)...); got.Out != want || got.Status != 0 {
			t.Errorf("%s: standard output differs, status %d: %s", where.name, got.Status, got.Err)
		}
	}
}

// TestImportFromPipe checks that import without arguments reads standard input, and names a wrong line.
func TestImportFromPipe(t *testing.T) {
	t.Parallel()
	path, _ := manyLines(t, 3)
	good := expect.ReadFile(t, path)
	dir := t.TempDir()
	for _, c := range []struct {
		input  string
		status int
		out    string
		err    string
	}{
		{string(good), 0, "Imported 3 episodes and 3 relationships; 0 and 0 already existed.\n", ""},
		{string(good), 0, "Imported 0 episodes and 0 relationships; 3 and 3 already existed.\n", ""},
		{strings.Replace(string(good), `"name":"e2"`, `"name":"else"`, 1), 1, "", "plotline: line 2: Episode 019a0000-0000-7000-8000-000000000002 exists with other content\n"},
		{"", 0, "Imported 0 episodes and 0 relationships; 0 and 0 already existed.\n", "There was nothing to import: the input is empty.\n"},
	} {
		cmd := exec.CommandContext(t.Context(), binary, "import", "--data-dir", dir)
		cmd.Env, cmd.Stdin = serving.Environ(), strings.NewReader(c.input)
		if got := serving.Finish(t, cmd); got.Status != c.status || got.Out != c.out || got.Err != c.err {
			t.Errorf("%+v, want %+v", got, c)
		}
	}
	bad := filepath.Join(t.TempDir(), "bad.jsonl")
	expect.WriteFile(t, bad, string(good)+"{\n")
	if got := plotline(t, nil, "import", bad, "--data-dir", dir); got.Status != 1 || !strings.HasPrefix(got.Err, "plotline: bad.jsonl, line 7: ") {
		t.Errorf("%+v", got)
	}
}

// TestFailedExportLeavesNoFile checks that it leaves no file and does not return status 0.
func TestFailedExportLeavesNoFile(t *testing.T) {
	t.Parallel()
	data, dir := t.TempDir(), t.TempDir()
	must(t, plotline(t, nil, "import", "example", "--data-dir", data))
	old := filepath.Join(dir, "old.jsonl")
	expect.WriteFile(t, old, "old\n")
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = full.Close() }()
	cmd := exec.CommandContext(t.Context(), binary, "export", "--data-dir", data)
	cmd.Env, cmd.Stdout = serving.Environ(), full
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	if err := cmd.Run(); err == nil || complaint.String() != "plotline: the export cannot be written: no space left on device\n" {
		t.Errorf("%v: %s", err, complaint.String())
	}
	for _, c := range []struct{ name, path, want string }{
		{"a folder", dir, "is not a file"},
		{"a device", "/dev/null", "is not a file"},
		{"no folder", filepath.Join(dir, "gone", "x"), "no such file or directory"},
	} {
		if got := plotline(t, nil, "export", "--data-dir", data, "--output", c.path); got.Status != 1 || !strings.Contains(got.Err, c.want) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
	away := plotline(t, []string{"NEO4J_URI=bolt://127.0.0.1:1", "NEO4J_PASSWORD=x"}, "export", "--output", old, "--timeout", "1s", "--data-dir", data)
	if away.Status == 0 || string(expect.ReadFile(t, old)) != "old\n" {
		t.Errorf("%+v: %s", away, expect.ReadFile(t, old))
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
}

// TestKilledImportIsResumed kills an import halfway, and expects the next run to complete the graph.
func TestKilledImportIsResumed(t *testing.T) {
	t.Parallel()
	path, relationships := manyLines(t, 4000)
	want := string(expect.ReadFile(t, path))
	for _, where := range []store{embedded(), onNeo4j(neo4jtest.LTS)} {
		t.Run(where.name, func(t *testing.T) {
			t.Parallel()
			args, env := where.open(t)
			killed := killInTheMiddle(t, env, append([]string{"import", path}, args...), want)
			must(t, plotline(t, env, append([]string{"import", path, "--json"}, args...)...))
			again := must(t, plotline(t, env, append([]string{"import", path, "--json"}, args...)...))
			if !strings.Contains(again, `"episodes_skipped": 4000`) || !strings.Contains(again, fmt.Sprintf(`"relationships_skipped": %d`, relationships)) {
				t.Errorf("after %t: %s", killed, again)
			}
			if got := must(t, plotline(t, env, append([]string{"export"}, args...)...)); got != want {
				t.Error("the graph is not what was imported")
			}
		})
	}
}

// killInTheMiddle feeds an import through standard input and kills it with SIGKILL when it has read half.
func killInTheMiddle(t *testing.T, env, args []string, text string) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	args[1] = "-"
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Env = append(serving.Environ(), env...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Write([]byte(text[:2*len(text)/3])); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	return cmd.Wait() != nil
}

// TestImportMemoryServerFile imports the memory server's file.
func TestImportMemoryServerFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join("..", "..", "graph", "transfer", "testdata", "memory.jsonl")
	onStores(t, func(t *testing.T, args, env []string) {
		t.Helper()
		for _, want := range []string{"4 episodes are new", "0 episodes are new"} {
			if output := must(t, plotline(t, env, append([]string{"import", "memory", file}, args...)...)); !strings.Contains(output, want) {
				t.Errorf("%s", output)
			}
		}
		if out := must(t, plotline(t, env, append([]string{"graph"}, args...)...)); !strings.Contains(out, "Ada Lovelace") {
			t.Errorf("%s", out)
		}
	})
	broken := filepath.Join(t.TempDir(), "memory.jsonl")
	expect.WriteFile(t, broken, `{"type":"entity","name":"a","entityType":"t","observations":[]}`+"\n{")
	if got := plotline(t, nil, "import", "memory", broken, "--data-dir", t.TempDir()); got.Status != 1 || !strings.HasPrefix(got.Err, "plotline: memory.jsonl, line 2: ") {
		t.Errorf("%+v", got)
	}
}
