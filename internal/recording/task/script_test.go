package task_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"plotline/internal/recording/check"
	"plotline/internal/recording/spool"
	"plotline/internal/recording/task"
)

// script is a made-up session in testdata. Its lines, each a second after the one before:
//
//	> TEXT                      a prompt
//	$ COMMAND -> EXIT | OUTPUT  a command; EXIT ? is one that the client does not tell, \n a new line
//	* PATH                      an edit; ! PATH one that failed, * alone one outside of the project
//	r NAME                      another tool
//	. WORDS                     the agent stops; with @HASH before the words, the commit that is checked out then
//	interrupt, error, pause     other ends; close the end of the session
//	wait HOURS                  nothing happens
//	= REWARD …                  what the kept tasks get, in order
//	=lesson TEXT                a line that may be told of one of the tasks; =no lesson
//	=reflection TEXT            the reflection of one of the tasks
type script struct {
	name    string
	lines   []spool.Line
	now     int64
	rewards []float64
	lessons []string
	says    []string // reflections
	silent  bool
}

const begun = 1795600000000 // 2026-11-25

func readScripts(t *testing.T, file string) []script {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []script
	for block := range strings.SplitSeq(string(raw), "\n\n") {
		if block = strings.TrimSpace(block); block == "" {
			continue
		}
		s := script{now: begun}
		for line := range strings.SplitSeq(block, "\n") {
			s.add(t, line)
		}
		if len(s.lines) > 0 {
			all = append(all, s)
		}
	}
	return all
}

func (s *script) add(t *testing.T, line string) {
	t.Helper()
	kind, rest, _ := strings.Cut(line, " ")
	s.now += 1000
	now := spool.Line{V: 1, T: s.now, ID: fmt.Sprint("use", len(s.lines))}
	switch kind {
	case "#":
		s.name = rest
		return
	case ">":
		now.Kind, now.Text, now.ID = spool.Prompt, strings.ReplaceAll(rest, `\n`, "\n"), ""
	case "$":
		now = shell(t, now, rest)
	case "*", "!":
		ok := kind == "*"
		now.Kind, now.Class, now.Path, now.OK = spool.Tool, spool.Edit, rest, &ok
	case "r":
		now.Kind, now.Class, now.Name = spool.Tool, spool.Other, rest
	case ".":
		now.Kind, now.How, now.Words = spool.End, spool.Stopped, rest
		if hash, is := strings.CutPrefix(rest, "@"); is {
			now.Head, now.Words, _ = strings.Cut(hash, " ")
		}
	case "interrupt", "error", "pause":
		now.Kind, now.How = spool.End, spool.How(kind)
	case "close":
		now.Kind = spool.Close
	case "wait":
		hours, err := strconv.Atoi(rest)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		s.now += int64(hours) * 3600_000
		return
	case "=":
		for word := range strings.FieldsSeq(rest) {
			value, err := strconv.ParseFloat(word, 64)
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			s.rewards = append(s.rewards, value)
		}
		return
	case "=lesson":
		s.lessons = append(s.lessons, rest)
		return
	case "=reflection":
		s.says = append(s.says, rest)
		return
	case "=no":
		s.silent = true
		return
	default:
		t.Fatalf("%q is no line of a script", line)
	}
	s.lines = append(s.lines, now)
}

// shell makes the line of a command as the hook does.
func shell(t *testing.T, line spool.Line, text string) spool.Line {
	t.Helper()
	command, rest, _ := strings.Cut(text, " -> ")
	code, output, _ := strings.Cut(rest, " |")
	output = strings.TrimPrefix(output, " ")
	line.Kind, line.Class, line.Command = spool.Tool, spool.Shell, strings.ReplaceAll(command, `\n`, "\n")
	if code = strings.TrimSpace(code); code != "?" {
		exit, err := strconv.Atoi(code)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		line.Exit = &exit
	}
	line.First, line.Tail = check.Shape(line.Command, line.Exit, strings.ReplaceAll(output, `\n`, "\n"))
	return line
}

func (s *script) options() task.Options {
	return task.Options{Client: "claude-code", Session: "one", Project: "shop", Now: s.now, Source: "hook"}
}

// tasks returns the tasks of a script that are kept.
func (s *script) tasks() []task.Task {
	var kept []task.Task
	for _, t := range task.Build(s.lines, s.options()) {
		if t.Kept {
			kept = append(kept, t)
		}
	}
	return kept
}
