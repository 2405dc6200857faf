package transcript_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"plotline/internal/recording/spool"
)

// Tasks of the samples.
const (
	claudeFix    = "b58a23cd-6894-41be-882a-b4dc30808b89"
	claudeMul    = "1d6bcc3d-ca68-4a72-bad3-07535cff4e16"
	claudeFork   = "f10baad0-08b6-40fe-9f4b-c76e599925d7"
	claudeHelp   = "4100cf97-5434-4458-8192-09350453b4cd"
	claudeHelped = "c112805f-8c06-4a39-b6d3-181db47b1247"
	codexFix     = "01a21562-7b2a-7ac2-86b4-bff0c7a0f19f"
	codexMul     = "01a21567-b52a-7140-b1ad-ebb3efcbcffa"
)

// sample copies transcripts into a folder of their own and returns the path of the first one. Each name of a sample is followed by the
// name that a client gives it.
func sample(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for pair := range slices.Chunk(names, 2) {
		raw, err := os.ReadFile(filepath.Join("testdata", pair[0]))
		if err != nil {
			t.Fatal(err)
		}
		folder(t, dir, filepath.Dir(pair[1]))
		if err := os.WriteFile(filepath.Join(dir, pair[1]), raw, 0o600); err != nil { //nolint:gosec // G703: a folder of the test
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, names[1])
}

// show writes a line as a reader would.
func show(line spool.Line) string {
	task := line.Task
	if len(task) > 8 {
		task = task[len(task)-8:]
	}
	parts := []string{time.UnixMilli(line.T).UTC().Format("15:04:05"), task, string(line.Kind)}
	add := func(name, value string) {
		if value != "" {
			parts = append(parts, name+fmt.Sprintf("%q", value))
		}
	}
	if line.Kind == spool.Session {
		parts = append(parts, line.Source)
	}
	add("project=", line.Project)
	add("folder=", line.Folder)
	add("branch=", line.Branch)
	add("head=", line.Head)
	add("client=", line.Client)
	add("model=", line.Model)
	add("", line.Text)
	if line.Kind == spool.Tool {
		parts = append(parts, string(line.Class))
	}
	add("", line.Command)
	if line.Exit != nil {
		parts = append(parts, fmt.Sprintf("exit=%d", *line.Exit))
	}
	add("first=", line.First)
	add("tail=", line.Tail)
	add("", line.Path)
	if line.OK != nil {
		parts = append(parts, fmt.Sprintf("ok=%v", *line.OK))
	}
	add("", line.Name)
	if line.Kind == spool.End {
		parts = append(parts, string(line.How))
	}
	add("words=", line.Words)
	return strings.Join(parts, " ")
}
