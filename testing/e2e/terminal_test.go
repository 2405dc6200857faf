package e2e_test

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plotline/testing/kit/expect"
)

// newRepository creates a small git repository.
func newRepository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	expect.WriteFile(t, filepath.Join(dir, "oven.go"), "package oven")
	for _, args := range [][]string{
		{"init", "-q"},
		{"commit", "-q", "--allow-empty", "-m", "Begin"},
		{"add", "oven.go"},
		{"commit", "-q", "--allow-empty", "-m", "Go on [with] \"signs\""},
		{"commit", "-q", "--allow-empty", "-m", "終わり"},
	} {
		cmd := exec.CommandContext(t.Context(), "git", append([]string{"-C", dir, "-c", "user.name=A", "-c", "user.email=a@b.c"}, args...)...) //nolint:gosec // a repository of the test's own
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	return dir
}

// TestFirstSteps performs a new user's first steps twice on every store.
func TestFirstSteps(t *testing.T) {
	t.Parallel()
	onStores(t, func(t *testing.T, args, env []string) {
		t.Helper()
		repository := newRepository(t)
		with := func(command ...string) []string { return append(command, args...) }
		for range 2 {
			out := must(t, plotline(t, env, with("import", "git", repository)...))
			if !strings.Contains(out, "The graph has the 3 commits of this history and 2 relationships") {
				t.Errorf("import said %s", out)
			}
		}
		if out := must(t, plotline(t, env, with("graph")...)); !strings.HasPrefix(out, "graph TD\n") || strings.Count(out, "-->|then|") != 2 {
			t.Errorf("the graph is %s", out)
		}
		sha, err := exec.CommandContext(t.Context(), "git", "-C", repository, "rev-parse", "HEAD~1").Output()
		if err != nil {
			t.Fatal(err)
		}
		recalled := must(t, plotline(t, env, with("recall", "oven.go")...))
		if first, _, _ := strings.Cut(recalled, "\n"); !strings.Contains(first, "Go on") || !strings.HasSuffix(first, ", commit "+string(sha[:10])+")") {
			t.Errorf("recall says %s", recalled)
		}
		order := must(t, plotline(t, env, with("graph", "order")...))
		if begin, end := strings.Index(order, "Begin"), strings.Index(order, "終わり"); begin < 0 || end < begin {
			t.Errorf("the order is %s", order)
		}
		var parsed struct {
			TotalCount int `json:"total_count"`
		}
		if err := json.Unmarshal([]byte(must(t, plotline(t, env, with("graph", "order", "--json")...))), &parsed); err != nil || parsed.TotalCount != 3 {
			t.Errorf("order --json: %+v, %v", parsed, err)
		}
		if out := must(t, plotline(t, env, with("doctor")...)); slices.ContainsFunc(strings.Split(out, "\n"), func(line string) bool { return strings.HasPrefix(line, "bad") }) {
			t.Errorf("doctor said %s", out)
		}
	})
}

func TestImportExampleAndConfig(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := must(t, plotline(t, nil, "import", "example", "--data-dir", dir))
	if !strings.Contains(out, "Imported 60 episodes") {
		t.Errorf("import said %s", out)
	}
	var config struct {
		MCPServers map[string]struct {
			Command string
			Args    []string
		}
	}
	printed := must(t, plotline(t, nil, "mcp", "--print-config", "--data-dir", dir))
	if err := json.Unmarshal([]byte(printed), &config); err != nil {
		t.Fatal(err)
	}
	safe := must(t, plotline(t, nil, "mcp", "--print-config", "--read-only", "--locale", "de", "--workspace", "w"))
	for _, kept := range []string{`"--read-only"`, `"--locale"`, `"de"`, `"--workspace"`, `"w"`} {
		if !strings.Contains(safe, kept) {
			t.Errorf("the entry lacks %s: %s", kept, safe)
		}
	}
	entry := config.MCPServers["plotline"]
	if entry.Command != binary || strings.Join(entry.Args, " ") != "mcp --data-dir "+dir+" --workspace auto" {
		t.Errorf("the entry is %+v", entry)
	}
}

// TestUsageErrors checks that each mistake gives a status other than 0 and one sentence that names it.
func TestUsageErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	config := filepath.Join(dir, "config.json")
	expect.WriteFile(t, config, `{"workspce":"x"}`)
	duplicate := filepath.Join(dir, "twice.json")
	expect.WriteFile(t, duplicate, `{"log-level":"info","log_level":"warn"}`)
	broken := filepath.Join(dir, "broken.jsonl")
	expect.WriteFile(t, broken, "{}\n")
	tests := []struct {
		name string
		env  []string
		args []string
		want string
	}{
		{"unknown flag", nil, []string{"mcp", "--stoer", "x"}, "--stoer"},
		{"bad enum", nil, []string{"mcp", "--store", "x"}, "--store"},
		{"bad enum in the environment", []string{"PLOTLINE_STORE=x"}, []string{"doctor"}, "--store"},
		{"bad bool in the environment", []string{"PLOTLINE_READ_ONLY=perhaps"}, []string{"mcp"}, "--read-only"},
		{"bad duration", nil, []string{"mcp", "--timeout", "fast"}, "--timeout"},
		{"no time at all", nil, []string{"mcp", "--timeout", "0s"}, "--timeout"},
		{"Neo4j without a URI", nil, []string{"doctor", "--store", "neo4j"}, "--neo4j-uri"},
		{"bad URI", []string{"NEO4J_URI=http://x"}, []string{"doctor"}, "neo4j-uri"},
		{"bad workspace", nil, []string{"graph", "--workspace", "A B"}, "workspace"},
		{"unknown toolset", nil, []string{"mcp", "--toolsets", "episodes,films"}, "films"},
		{"unknown locale", nil, []string{"mcp", "--locale", "!!"}, "--locale"},
		{"root without a path in the environment", []string{"PLOTLINE_MEDIA_ROOT=/a,b=/c/.."}, []string{"mcp"}, `"b=/c/.." must be an absolute path`},
		{"the same name twice in the file", nil, []string{"doctor", "--config", duplicate}, "the file has both log-level and log_level"},
		{"unknown name in the file", nil, []string{"doctor", "--config", config}, "workspce"},
		{"no such file", nil, []string{"import", "file", filepath.Join(dir, "gone.jsonl")}, "gone.jsonl"},
		{"bad line", nil, []string{"import", "file", broken}, "line 1"},
		{"no history", nil, []string{"import", "git", dir}, "no git history"},
		{"bad id", nil, []string{"graph", "show", "nonsense"}, "UUID"},
		{"bound", nil, []string{"graph", "--max-nodes", "501"}, "--max-nodes must be between 1 and 500"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			args := tt.args
			if tt.args[0] != "mcp" || len(tt.args) < 2 || tt.args[1] != "--data-dir" {
				args = append(args, "--data-dir", privateDir(t))
			}
			got := plotline(t, tt.env, args...)
			if got.Status == 0 || got.Out != "" || !strings.Contains(got.Err, tt.want) || strings.Count(strings.TrimSpace(got.Err), "\n") > 0 {
				t.Errorf("status %d, out %q, err %q", got.Status, got.Out, got.Err)
			}
		})
	}
}

func TestEmptyEnvironmentCountsAsUnset(t *testing.T) {
	t.Parallel()
	got := plotline(t, []string{"NEO4J_URI=", "PLOTLINE_STORE=", "PLOTLINE_TIMEOUT="}, "doctor", "--data-dir", t.TempDir())
	if out := must(t, got); !strings.Contains(out, "embedded") {
		t.Errorf("doctor said %s", out)
	}
}

// TestSettingPrecedence checks that flags override the environment, and the environment overrides the file.
func TestSettingPrecedence(t *testing.T) {
	t.Parallel()
	config := filepath.Join(t.TempDir(), "config.json")
	expect.WriteFile(t, config, `{"workspace":"from-file","log-level":"error"}`)
	for _, tt := range []struct {
		env  []string
		args []string
		want string
	}{
		{nil, nil, "from-file"},
		{[]string{"PLOTLINE_WORKSPACE=from-env"}, nil, "from-env"},
		{[]string{"PLOTLINE_WORKSPACE=from-env"}, []string{"--workspace", "from-flag"}, "from-flag"},
	} {
		args := append([]string{"doctor", "--config", config, "--data-dir", t.TempDir()}, tt.args...)
		if out := must(t, plotline(t, tt.env, args...)); !strings.Contains(out, tt.want) {
			t.Errorf("%v %v: %s", tt.env, tt.args, out)
		}
	}
}
