package recorder

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"plotline/internal/durable"
	"plotline/internal/recording/task"
)

// entry is what the recorder wrote of one task, as far as later tasks and prompts need it. What may be told is kept here and
// never read out of stored texts, which others may change.
type entry struct {
	Key     string        `json:"key"`
	Episode string        `json:"episode,omitempty"` // its id; "" if it is gone
	Digest  string        `json:"digest,omitempty"`  // of the episode as it was written
	Started int64         `json:"started"`           // Unix milliseconds
	Lines   []task.Lesson `json:"lines,omitempty"`   // that may be told
	Facts   task.Facts    `json:"facts"`             // for the brief
	Files   []string      `json:"files,omitempty"`   // that it changed
	Commits []string      `json:"commits,omitempty"` // that it made
	Undone  string        `json:"undone,omitempty"`  // the key of the task of a later session that reverted a commit
	Fold    string        `json:"fold,omitempty"`    // equal tasks with an equal outcome have the same
	Same    []string      `json:"same,omitempty"`    // hashOf the keys of repetitions
	Last    int64         `json:"last,omitempty"`    // when the last repetition was
	Verdict *verdict      `json:"verdict,omitempty"` // that the person gave apart from prompts
	// Pins are what the person decided about lines, by hashOf the line.
	Pins map[string]Pin `json:"pins,omitempty"`
}

// Pin is what a person decided about a line.
type Pin string

// The decisions about a line.
const (
	Always Pin = "always" // it is told even if the episode was changed, and at the start of each session
	Never  Pin = "never"
)

// tellable returns the lines that the person did not end: those of a task that the person judged bad are told if they are pinned.
func (e entry) tellable() []task.Lesson {
	if e.Episode == "" {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(e.Lines), func(line task.Lesson) bool {
		pin := e.Pins[hashOf(line.Text)]
		return pin == Never || e.isBad() && pin != Always
	})
}

// isBad reports whether the person judged the task bad.
func (e entry) isBad() bool { return e.Verdict != nil && !e.Verdict.Good }

// refused returns what the lines say that the person never wants to be told.
func refused(lessons *ledger[entry]) map[string]bool {
	never := map[string]bool{}
	for _, e := range lessons.byKey {
		for _, line := range e.Lines {
			if e.Pins[hashOf(line.Text)] == Never {
				never[saidBy(line)] = true
			}
		}
	}
	return never
}

// saidBy returns what a line says, apart from the task that it is of: equal tasks have lines that say the same.
func saidBy(line task.Lesson) string {
	says, _, _ := strings.Cut(line.Text, task.AskedAs)
	return says
}

// pinned returns the lines that the person wants to be told always.
func (e entry) pinned() []task.Lesson {
	return slices.DeleteFunc(e.tellable(), func(line task.Lesson) bool { return e.Pins[hashOf(line.Text)] != Always })
}

// day returns the day of the task, such as 26 Nov, with the year if it is another.
func (e entry) day() string {
	return time.UnixMilli(e.Started).Format("2 Jan")
}

// told returns a line of the task as an agent reads it.
func (e entry) told(line task.Lesson) string { return harmless(e.day() + " " + line.Text) }

// lessonsOf returns the lessons of a workspace as the answers read them.
func (r *Recorder) lessonsOf(workspace string) *ledger[entry] {
	if r.lessons[workspace] == nil {
		r.lessons[workspace] = r.home.openLessons(workspace)
	}
	return r.lessons[workspace]
}

// openLessons returns the lessons of a workspace. It reads nothing yet.
func (h home) openLessons(workspace string) *ledger[entry] {
	return newLedger(h.lessons(workspace), func(e entry) string { return e.Key })
}

// readLines decodes a file of JSON lines. A missing file has none, and a line that is no JSON is left out.
func readLines[T any](file string) ([]T, error) {
	raw, err := durable.Read(file, maxState)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []T
	for line := range bytes.Lines(raw) {
		var v T
		if json.Unmarshal(line, &v) == nil {
			all = append(all, v)
		}
	}
	return all, nil
}

// appendJSON adds a value to a file of JSON lines.
func appendJSON(file string, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return appendDurably(file, append(raw, '\n'))
}
