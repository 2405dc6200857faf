// Package task makes tasks of the lines of a session: what was asked, what was done, how it went, and what may be told of it
// later. It is pure: the same lines give the same tasks, whatever the clock says, except that Options.Now closes a task after
// hours of silence.
package task

import (
	"plotline/internal/recording/check"
)

// Prefix is the beginning of the idempotency keys of tasks.
const Prefix = "rec1:"

// Options are what the lines do not say.
type Options struct {
	Client  string // claude-code, codex, …
	Session string // the client's id
	Project string // the name of the project, for the metadata
	// Checks are the beginnings of commands that are checks in this project, besides the known ones.
	Checks []string
	// Excludes reports whether a file, relative to the project, must not be named. It may be nil.
	Excludes func(file string) bool
	// Ordinals count the prompts that had no id of the client in lines that are gone, by the hash in their key.
	Ordinals map[string]int
	// Now is the present time in Unix milliseconds.
	Now int64
	// Source says where the tool lines come from: hook or transcript.
	Source string
}

// Task is what an agent did for one thing that a person asked for, with all prompts that only went on with it.
type Task struct {
	Key     string // rec1:CLIENT:SESSION:TASK
	Started int64  // time of the prompt, in Unix milliseconds
	Ended   int64  // time of the last line of the task
	// Over is whether the task is closed. An open task is not written.
	Over bool
	// Kept is whether the task is worth an episode.
	Kept    bool
	Finding bool // it only read, and answered

	Name       string
	Query      string
	Reflection string
	Reward     float64  // −1 … +1
	Because    []string // the rules that made the reward, such as "tests_passed +0.5"; none if there was nothing to go by
	Tags       []string
	Metadata   Metadata
	// Fold is the same for tasks with the same prompt and outcome: twelve hex digits.
	Fold  string
	Links []Link
	// Lessons are the lines that may be told, each with at most 230 characters and without a date.
	Lessons []Lesson
	Facts   Facts
}

// Metadata is the object "recording" of the episode's metadata.
type Metadata struct {
	V          int           `json:"v"`
	Key        string        `json:"key"`
	Client     string        `json:"client"`
	Session    string        `json:"session"`
	Task       string        `json:"task"`
	Parent     string        `json:"parent_session,omitempty"`
	Project    string        `json:"project,omitempty"`
	Branch     string        `json:"branch,omitempty"`
	Worktree   string        `json:"worktree,omitempty"`
	HeadBefore string        `json:"head_before,omitempty"`
	HeadAfter  string        `json:"head_after,omitempty"`
	Commits    []string      `json:"commits,omitempty"` // hashes, as far as they are known
	Started    string        `json:"started"`           // RFC 3339, UTC
	Seconds    int64         `json:"seconds"`
	Calls      int           `json:"calls"`
	Failed     int           `json:"failed"`
	Files      []string      `json:"files,omitempty"` // changed, at most 50
	Outside    int           `json:"outside,omitempty"`
	Checks     []CheckResult `json:"checks,omitempty"`
	Ended      string        `json:"ended"` // stop, error, interrupt, or open
	Because    []string      `json:"reward_because,omitempty"`
	Source     string        `json:"source,omitempty"`
}

// CheckResult is how a check ended the last time.
type CheckResult struct {
	check.Check

	Result check.Result `json:"result"`
	First  string       `json:"first,omitempty"`
	Stale  bool         `json:"stale,omitempty"` // files were changed since
}

// Link is a relationship between two tasks of the session, by their keys.
type Link struct {
	From, To string
	Type     string // follows, refines or contradicts
	Strength float64
}

// LessonKind orders what may be told: the smallest is the most worth.
type LessonKind int

// The kinds of lessons.
const (
	Said     LessonKind = iota // the person's own words about a task
	Reverted                   // the task was taken back
	Fixed                      // a check failed, and then passed
	Worked                     // a command failed, and another form of it worked
	Found                      // a question was answered
)

// Lesson is a line that may be told. It is built of the person's own words, names of files, names of checks, a check's failing
// line and Plotline's own sentences, never of the agent's words.
type Lesson struct {
	Kind LessonKind `json:"kind"`
	Text string     `json:"text"`
}

// Facts are what the brief of a project needs to know of a task.
type Facts struct {
	Ended       int64    `json:"ended"` // Unix milliseconds
	Session     string   `json:"session"`
	Branch      string   `json:"branch,omitempty"`
	Passed      []string `json:"passed,omitempty"`      // names of checks that passed
	Corrections []string `json:"corrections,omitempty"` // the person's words
	Reverted    string   `json:"reverted,omitempty"`    // a line
	Red         string   `json:"red,omitempty"`         // a line; how the task ended if that was not green
	// Worked is a line: the command that failed, and the one that worked. It is one of the lessons, so it is not stored twice.
	Worked string `json:"-"`
}
