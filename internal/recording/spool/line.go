// Package spool keeps what coding agents do in files until the recorder has made episodes of it. It uses the standard
// library alone: the hook program, which starts with each prompt, holds it.
package spool

// Version is the version of the lines that this program writes. A line with a greater one is left for a newer program.
const Version = 1

// Bounds, in bytes.
const (
	MostLine   = 16 << 10 // one line
	MostFile   = 4 << 20  // one session; beyond it only prompts and ends are kept
	MostFolder = 64 << 20 // all sessions; beyond it nothing is kept
)

// Kind says what a line tells.
type Kind string

// The kinds of lines.
const (
	Session Kind = "session" // a session starts, or goes on
	Prompt  Kind = "prompt"  // a person asks for something
	Tool    Kind = "tool"    // the agent used a tool
	End     Kind = "end"     // a task ends, or pauses
	Close   Kind = "close"   // the session ends
	Skip    Kind = "skip"    // a task that must not be kept, without its text
)

// Line is one event of a session, with its secrets replaced. Fields of other kinds than its own are empty.
type Line struct {
	V    int    `json:"v"`
	T    int64  `json:"t"` // Unix time in milliseconds
	Kind Kind   `json:"e"`
	Task string `json:"task,omitempty"` // the client's id of the task, if it has one
	ID   string `json:"id,omitempty"`   // the client's id of the use of a tool

	// Session. Project is the root of the project, and Branch and Head what git has checked out there. End has Head, too.
	Source     string `json:"source,omitempty"` // startup, resume, clear, compact, fork
	Project    string `json:"project,omitempty"`
	Folder     string `json:"folder,omitempty"` // the worktree, if it is not the project's root
	Branch     string `json:"branch,omitempty"`
	Head       string `json:"head,omitempty"`
	Client     string `json:"client_version,omitempty"`
	Model      string `json:"model,omitempty"`
	Transcript string `json:"transcript,omitempty"` // the path of the client's own record
	Parent     string `json:"parent,omitempty"`     // the session of the agent that started this one
	Brief      string `json:"brief,omitempty"`      // what the agent was told at its start

	// Prompt. Text is empty if the prompt only goes on with the task before.
	Text string `json:"text,omitempty"` // at most 4,000 characters

	// Tool.
	Class   Class  `json:"class,omitempty"`
	Command string `json:"command,omitempty"` // of a shell; at most 500 characters
	Exit    *int   `json:"exit,omitempty"`    // nil if the client does not say
	First   string `json:"first,omitempty"`   // the first line that tells of the failure; at most 160 characters
	Tail    string `json:"tail,omitempty"`    // the end of the output of a check or a failure; at most 1,000 characters
	Path    string `json:"path,omitempty"`    // of an edited file, relative to the project; empty outside of it
	OK      *bool  `json:"ok,omitempty"`      // of an edit; nil if the client does not say
	Name    string `json:"name,omitempty"`    // of another tool

	// End and Close.
	How    How    `json:"how,omitempty"`
	Words  string `json:"words,omitempty"` // the agent's last; at most 1,000 characters
	Reason string `json:"reason,omitempty"`
}

// Class is the class of a tool.
type Class string

// The classes of tools.
const (
	Shell Class = "shell"
	Edit  Class = "edit"
	Other Class = "other"
)

// How says how a task ended.
type How string

// How tasks end. A paused task goes on, such as one that waits for other agents.
const (
	Stopped     How = "stop"
	Failed      How = "error" // the model's service failed
	Interrupted How = "interrupt"
	Paused      How = "pause"
)
