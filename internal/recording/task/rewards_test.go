package task_test

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"plotline/internal/recording/check"
	"plotline/internal/recording/spool"
	"plotline/internal/recording/task"
)

// TestRewards checks what the tasks of made-up sessions get, and which of them are kept.
func TestRewards(t *testing.T) {
	t.Parallel()
	scripts := readScripts(t, "testdata/rewards.txt")
	for _, s := range scripts {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			tasks := s.tasks()
			got := make([]float64, len(tasks))
			for i, one := range tasks {
				got[i] = one.Reward
			}
			if !slices.EqualFunc(got, s.rewards, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) {
				t.Errorf("got %v, want %v", got, s.rewards)
				for _, one := range tasks {
					t.Logf("%q %v %s\n%s", one.Name, one.Because, one.Metadata.Ended, one.Reflection)
				}
			}
			if s.silent {
				for _, one := range tasks {
					if len(one.Lessons) > 0 {
						t.Errorf("%q would be told %+v", one.Name, one.Lessons)
					}
				}
			}
			for _, want := range s.says {
				if !slices.ContainsFunc(tasks, func(one task.Task) bool { return one.Reflection == want }) {
					t.Errorf("no reflection %q", want)
					for _, one := range tasks {
						t.Logf("%q: %s", one.Name, one.Reflection)
					}
				}
			}
			for _, want := range s.lessons {
				if !slices.ContainsFunc(tasks, func(one task.Task) bool {
					return slices.ContainsFunc(one.Lessons, func(l task.Lesson) bool { return l.Text == want })
				}) {
					t.Errorf("no lesson %q", want)
					for _, one := range tasks {
						t.Logf("%q: %+v\n%s", one.Name, one.Lessons, one.Reflection)
					}
				}
			}
		})
	}
	const least = 120
	if len(scripts) < least {
		t.Errorf("only %d cases", len(scripts))
	}
}

// TestOldRewards runs the cases of an earlier table of rewards. Those that today's table rewards otherwise are named.
func TestOldRewards(t *testing.T) {
	t.Parallel()
	today := map[string]float64{
		"interrupted":                       0,
		"interrupted after a failing test":  0, // it was red before the first edit
		"corrected by the next prompt":      -0.6,
		"corrected, German":                 -0.7,
		"praised":                           0.3,
		"lint red last, tests green before": 0.5, // what was red before the first edit does not count
		"only a revert":                     0,
		"still fails":                       -0.6,
	}
	raw, err := os.ReadFile("testdata/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(raw) {
		var c struct {
			Name string
			Task struct {
				Events []struct {
					Kind, Cmd, Out string
					Code           *int
					OK             *bool
				}
				End     string
				Verdict string
			}
			Next string
			Want float64
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		now := int64(begun)
		var lines []spool.Line
		add := func(l spool.Line) {
			now += 1000
			l.T = now
			lines = append(lines, l)
		}
		add(spool.Line{Kind: spool.Prompt, Text: "Add a page for the orders of a customer"})
		for _, e := range c.Task.Events {
			if e.Kind == "edit" {
				add(spool.Line{Kind: spool.Tool, Class: spool.Edit, Path: "orders/page.go", OK: e.OK})
				continue
			}
			first, tail := check.Shape(e.Cmd, e.Code, e.Out)
			add(spool.Line{Kind: spool.Tool, Class: spool.Shell, Command: e.Cmd, Exit: e.Code, First: first, Tail: tail})
		}
		add(spool.Line{Kind: spool.End, How: spool.How(c.Task.End)})
		if c.Task.Verdict != "" {
			add(spool.Line{Kind: spool.Prompt, Text: "#" + c.Task.Verdict})
		}
		if c.Next != "" {
			add(spool.Line{Kind: spool.Prompt, Text: c.Next})
			add(spool.Line{Kind: spool.End, How: spool.Stopped})
		}
		got := task.Build(lines, task.Options{Client: "codex", Session: "s", Now: now})
		want := c.Want
		if value, has := today[c.Name]; has {
			want = value
		}
		if math.Abs(got[0].Reward-want) > 1e-9 {
			t.Errorf("%s: %g %v, want %g", c.Name, got[0].Reward, got[0].Because, want)
		}
	}
}
