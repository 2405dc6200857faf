// Package transcript reads the records that coding agents keep of their own sessions: what tools they used, how commands
// ended, and how tasks ended. It makes lines of the spool of it, with the same texts as those of the hook.
//
// The formats belong to the clients and change without notice. Rows of an unknown kind are left out. Result says how much was
// understood.
package transcript

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"plotline/internal/durable"
	"plotline/internal/recording/spool"
)

// The clients whose transcripts are read.
const (
	Claude = "claude-code"
	Codex  = "codex"
)

// Bounds.
const (
	MostRow   = 16 << 20 // bytes of one row; a longer one is left out
	mostCalls = 50_000   // uses of tools in one session; later ones are left out
)

const extension = ".jsonl"

// Options say what Read takes out of a transcript.
type Options struct {
	Project string // the root of the project, a real path
	Folder  string // the worktree, if it is not the project's root
	Rules   spool.Rules
	// Tasks are the client's ids of the tasks to read. Nothing else is read.
	Tasks []string
	// Waiting are the prompts that a person typed while the agent worked, under the task that then ran. Claude Code gives them to
	// the agent within that task, or makes a task of them after it; such a task is read.
	Waiting []spool.Line
	// Since is the time of the session's first line in the spool, in Unix milliseconds. Older rows belong to the session that
	// this one was forked from.
	Since int64
	// Closed is whether the session is over. A task that Codex left without an end has failed then.
	Closed bool

	// Import reads all tasks but those of Skipped, and those that started before Since. The result has Session and Prompt lines,
	// too, and Tasks is not used.
	Import  bool
	Skipped spool.Skipped

	seen  seen // the rows of other transcripts
	forks bool // whether a fork's own rows are added to seen
}

// Result is what Read found.
type Result struct {
	Session string // the client's id
	// Lines are ordered by time. A task has at most one End. It has a Prompt only in an import, and if it was among Waiting.
	Lines []spool.Line
	// Waited are those of Waiting that became tasks of their own.
	Waited []spool.Line
	// Rows counts the rows of these tasks that should say something, and Understood those that did. Calls counts the uses of tools,
	// and Ended those whose outcome is known.
	Rows, Understood int
	Calls, Ended     int
	Long             int // rows of more than MostRow bytes
	Missing          int // uses of tools beyond the bound of a session

	forked bool // the transcript begins with rows of another one
}

// Unknown reports whether less than half of a transcript was understood, so that Lines say too little to go by.
func (r Result) Unknown() bool {
	const running = 4 // at once, so that they have no outcome yet
	return 2*r.Understood < r.Rows || r.Calls > running && 2*r.Ended < r.Calls
}

// Read reads the transcript of one session, with those of its subagents. A last row without its newline is left for the next
// time. A client whose transcripts are not read is an error.
func Read(ctx context.Context, client, file string, o Options) (Result, error) {
	r := newReader(client, o)
	var err error
	switch client {
	case Claude:
		err = (&claude{reader: r}).read(ctx, file)
	case Codex:
		err = (&codex{reader: r}).read(ctx, file)
	default:
		err = fmt.Errorf("transcripts of %q are not read", client)
	}
	if err != nil {
		return Result{}, err
	}
	return r.finish(), nil
}

// each calls a function with each row of a file. The row is valid until the function returns.
func (r *reader) each(ctx context.Context, file string, row func([]byte)) error {
	opened, err := durable.Open(file)
	if err != nil {
		return err
	}
	defer func() { _ = opened.Close() }()
	rows := newRows(opened, MostRow)
	for n := 0; ; n++ {
		if n%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		text, err := rows.next()
		if err != nil {
			r.Long += rows.long
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return err
		}
		row(text)
	}
}

// subagents returns the transcripts of the agents that a session of Claude Code started.
func subagents(file string) []string {
	var files []string
	dir := filepath.Join(strings.TrimSuffix(file, filepath.Ext(file)), "subagents")
	_ = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && filepath.Ext(path) == extension {
			files = append(files, path)
		}
		return nil
	})
	return files
}

func byTime(a, b spool.Line) int { return cmp.Compare(a.T, b.T) }

// Import reads transcripts of one project, each by the options that of returns for it, and calls a function with what it found.
// A row that several transcripts have counts once: forks have the rows of their parents, so they are read last. Files must be
// ordered by their start, as Find returns them. A file that cannot be read is given with its error; an error of each ends the
// import.
func Import(ctx context.Context, files []File, of func(File) Options, each func(File, Result, error) error) error {
	rows := seen{}
	var forks []File
	for pass, files := range [][]File{files, nil} {
		if pass == 1 {
			files = forks
		}
		for _, file := range files {
			o := of(file)
			o.Import, o.seen, o.forks = true, rows, pass == 1
			result, err := Read(ctx, file.Client, file.Path, o)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err == nil && result.forked && pass == 0 {
				forks = append(forks, file)
				continue
			}
			if err := each(file, result, err); err != nil {
				return err
			}
		}
	}
	return nil
}
