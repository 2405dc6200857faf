package recorded_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/internal/recording/check"
	"plotline/internal/recording/spool"
)

// script is made-up work in one project, and later prompts with what should be told at them.
type script struct {
	name     string
	Project  string
	Sessions []struct{ Tasks []job }
	Asks     []ask
}

// job is what an agent does for one prompt.
type job struct {
	Prompt string
	Did    []step
	Says   string    // the agent's last words
	End    spool.How // stop, interrupt or error
	Reward int       // the sign that a fair judge gives who has read the whole script
}

// step is a command with its end, or an edit.
type step struct {
	Shell, Output string
	Exit          int
	Edit          string // a path
}

// ask is a prompt of a new session.
type ask struct {
	Prompt string
	Told   string // a part of a line that must be told; "" if nothing must be
}

// readScripts reads the scripts of a folder of testdata.
func readScripts(t *testing.T, folder string) []script {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", folder, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d scripts in %s, %v", len(files), folder, err)
	}
	all := make([]script, len(files))
	for i, file := range files {
		raw, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(raw, &all[i])
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all[i].name = strings.TrimSuffix(filepath.Base(file), ".json")
	}
	return all
}

// lines are those that a hook writes of a session, with a few seconds between them.
func (s script) lines(session int, root string, at time.Time) []spool.Line {
	lines := []spool.Line{{Kind: spool.Session, Source: "startup", Project: root, Branch: "main"}}
	for i, j := range s.Sessions[session].Tasks {
		id := taskID(i)
		lines = append(lines, spool.Line{Kind: spool.Prompt, Task: id, Text: j.Prompt})
		for n, did := range j.Did {
			lines = append(lines, did.line(id, fmt.Sprint(id, "-", n)))
		}
		lines = append(lines, spool.Line{Kind: spool.End, Task: id, How: j.End, Words: j.Says})
	}
	lines = append(lines, spool.Line{Kind: spool.Close, Reason: "other"})
	for i := range lines {
		at = at.Add(5 * time.Second)
		lines[i].T = at.UnixMilli()
	}
	return lines
}

func taskID(i int) string { return fmt.Sprint("task-", i+1) }

func (s step) line(task, id string) spool.Line {
	line := spool.Line{Kind: spool.Tool, Task: task, ID: id}
	if s.Edit != "" {
		ok := true
		line.Class, line.Path, line.OK = spool.Edit, s.Edit, &ok
		return line
	}
	line.Class, line.Command, line.Exit = spool.Shell, s.Shell, &s.Exit
	line.First, line.Tail = check.Shape(s.Shell, &s.Exit, s.Output)
	return line
}
