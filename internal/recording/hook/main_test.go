package hook_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"plotline/internal/recording/hook"
	"plotline/internal/recording/spool"
)

// program is the real program, which TestMain builds as the Makefile does.
var program string

// panics is the variable by which a test starts itself as a hook that panics.
const panics = "PLOTLINE_TEST_PANICS"

func TestMain(m *testing.M) {
	if os.Getenv(panics) != "" {
		hook.MainWith(os.Args[1:], func(string) string { panic("the hook panics") })
	}
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "plotline-hook")
		if err != nil {
			panic(err)
		}
		defer func() { _ = os.RemoveAll(dir) }()
		program = filepath.Join(dir, "plotline-hook")
		args := []string{
			"build", "-trimpath", "-buildvcs=false", "-tags=purego", "-gcflags=runtime=-l", "-gcflags=time=-l", "-gcflags=fmt=-l", "-gcflags=reflect=-l",
			"-gcflags=encoding/json=-l", "-ldflags", "-s -w -buildid=", "-o", program, "plotline/cmd/plotline-hook",
		}
		build := exec.CommandContext(context.Background(), "go", args...)
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			panic(string(out))
		}
		return m.Run()
	}())
}

// world is a person's machine: a home folder, a data folder and a project.
type world struct {
	*testing.T

	home, dataDir, project string
	env                    []string // added to the variables
}

func newWorld(t *testing.T) *world {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{T: t, home: filepath.Join(base, "home"), dataDir: filepath.Join(base, "data"), project: filepath.Join(base, "home", "shop")}
	for _, dir := range []string{w.dataDir, filepath.Join(w.project, ".git", "refs", "heads")} {
		w.must(os.MkdirAll(dir, 0o700))
	}
	w.put(filepath.Join(w.project, ".git", "HEAD"), "ref: refs/heads/main\n")
	w.put(filepath.Join(w.project, ".git", "refs", "heads", "main"), strings.Repeat("ab", 20)+"\n")
	w.settings(spool.Settings{Record: spool.On})
	return w
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) put(path, text string) {
	w.Helper()
	w.must(os.MkdirAll(filepath.Dir(path), 0o700))
	w.must(os.WriteFile(path, []byte(text), 0o600))
}

// settings writes record.json, with the data folder.
func (w *world) settings(s spool.Settings) {
	w.Helper()
	s.V, s.DataDir = spool.Version, w.dataDir
	raw, err := json.Marshal(s)
	w.must(err)
	w.put(filepath.Join(w.configDir(), "plotline", "record.json"), string(raw))
}

func (w *world) configDir() string {
	if runtime.GOOS == "darwin" {
		return filepath.Join(w.home, "Library", "Application Support")
	}
	return filepath.Join(w.home, ".config")
}

// command returns a call of the program.
func (w *world) command(args ...string) *exec.Cmd {
	w.Helper()
	cmd := exec.CommandContext(w.Context(), program, args...)
	cmd.Env = append([]string{"HOME=" + w.home, "PATH=" + filepath.Join(w.home, "bin")}, w.env...)
	cmd.Dir = w.home
	return cmd
}

// run calls the program and returns what it printed. It must end well, and print no error. A call that keeps nothing is
// repeated: on a machine with too much to do, the program ends at its deadline.
func (w *world) run(stdin string, args ...string) string {
	w.Helper()
	out, before := "", len(w.raw())
	for range 3 {
		if out = w.finish(w.command(args...), strings.NewReader(stdin)); len(w.raw()) != before {
			break
		}
	}
	return out
}

func (w *world) finish(cmd *exec.Cmd, stdin io.Reader) string {
	w.Helper()
	var out, problems bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, &out, &problems
	err := cmd.Run()
	if _, failed := errors.AsType[*exec.ExitError](err); failed || problems.Len() > 0 || cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 0 {
		w.Fatalf("%v: %v, %s", cmd.Args[1:], err, problems.String())
	}
	if text := out.String(); text != "" && !json.Valid([]byte(text)) {
		w.Errorf("%v printed %q", cmd.Args[1:], text)
	}
	return out.String()
}

// payload returns a sample of a client in the world's project, with fields changed.
func (w *world) payload(sample string, fields map[string]any) string {
	w.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", "payloads", sample+".json"))
	w.must(err)
	quoted, err := json.Marshal(w.project)
	w.must(err)
	raw = bytes.ReplaceAll(raw, []byte("/home/user/project"), bytes.Trim(quoted, `"`))
	if fields == nil {
		return string(raw)
	}
	var all map[string]any
	w.must(json.Unmarshal(raw, &all))
	maps.Copy(all, fields)
	raw, err = json.Marshal(all)
	w.must(err)
	return string(raw)
}

// sessions returns all files of the spool.
func (w *world) sessions() []spool.File {
	w.Helper()
	files, err := spool.In(w.dataDir).Sessions()
	w.must(err)
	return files
}

// lines returns the lines of the only session.
func (w *world) lines() []spool.Line {
	w.Helper()
	files := w.sessions()
	if len(files) != 1 {
		w.Fatalf("%d sessions: %v", len(files), files)
	}
	content, err := files[0].Read()
	w.must(err)
	if content.Bad+content.Newer > 0 || content.Unfinished {
		w.Errorf("%+v", content)
	}
	return content.Lines
}

// raw returns all that is in the data folder.
func (w *world) raw() string {
	w.Helper()
	var all strings.Builder
	w.must(filepath.WalkDir(w.dataDir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			raw, failed := os.ReadFile(path) //nolint:gosec // the test's own folder
			err = failed
			all.WriteString(path + "\n" + string(raw) + "\n")
		}
		return err
	}))
	return all.String()
}

const (
	claudePrompt = "claude-code/UserPromptSubmit"
	submit       = "UserPromptSubmit"
)

// within fails if a call took longer than a limit. No test asserts a time that a person would notice; this one ends a hang.
func (w *world) within(began time.Time) {
	w.Helper()
	const most = 20 * time.Second
	if took := time.Since(began); took > most {
		w.Errorf("it took %s", took)
	}
}
