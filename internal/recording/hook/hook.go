// Package hook is the program that coding agents call at their events: it writes one line into the spool, and prints what the
// agent is told. It never fails: a client takes an error for a reason to stop the person's prompt.
package hook

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"plotline/internal/project"
	"plotline/internal/recording/spool"
)

// The deadlines of an event, by the clock of watchdog.
const (
	reading = 100 * time.Millisecond // until the client has sent its payload
	writing = 40 * time.Millisecond  // from then on
	asking  = 150 * time.Millisecond // of an event that waits for an answer, in all
)

// Main runs the program and ends the process with the status 0, whatever happens. Its arguments are the client and the event.
func Main(args []string) { mainWith(args, os.Getenv) }

// mainWith is Main with an environment.
func mainWith(args []string, env func(string) string) {
	began := time.Now()
	defer os.Exit(0)
	defer func() { _ = recover() }()
	// Without SIGPIPE a closed output is a failed write. A client that is interrupted interrupts its hooks, too.
	signal.Ignore(syscall.SIGPIPE, syscall.SIGHUP, os.Interrupt)
	if len(args) < 2 || events[args[0]] == nil {
		return
	}
	kind := events[args[0]][args[1]].kind
	asks := kind == spool.Session || kind == spool.Prompt
	watch := newWatchdog(began)
	watch.limit(asking)
	h := hook{hint: args[0], event: args[1], env: env, now: time.Now, until: began.Add(asking - asking/10)}
	if !h.consents() {
		return
	}
	payload := readPayload(newInput(os.Stdin, reading))
	if !asks {
		watch.limit(time.Since(began) + writing)
	}
	if answer := h.run(payload); answer != nil {
		_, _ = os.Stdout.Write(answer)
	}
}

// hook is one call of the program.
type hook struct {
	hint  string              // the client that the configuration is for
	event string              // the event of the configuration, then the payload's
	env   func(string) string // the environment, of which only the names in this package are read
	now   func() time.Time
	until time.Time // when an answer comes too late

	payload  payload
	client   string
	what     event
	session  string // the client's id
	settings spool.Settings
	dataDir  string
	file     spool.File
	root     string // the project's
	folder   string // the worktree's
	rules    spool.Rules
}

// consents reports whether the person wants to be recorded, and reads the settings.
func (h *hook) consents() bool {
	if strings.EqualFold(h.env("PLOTLINE_RECORD"), string(spool.Off)) {
		return false
	}
	var err error
	h.settings, err = spool.ReadSettings()
	return err == nil && h.settings.Record == spool.On && h.findDataDir()
}

// run handles one payload and returns what to print.
func (h *hook) run(p payload) []byte {
	h.payload = p
	h.client = clientOf(h.payload, h.hint)
	name, what, known := eventOf(h.payload, h.client, h.event)
	h.event, h.what = name, what
	h.session = h.payload.first("session_id", "sessionId", "sessionID", "conversation_id", "i.sessionID")
	if !known || h.session == "" || isForOther(h.client, h.hint) || !h.findProject() {
		return nil
	}
	if h.settings.Paused(h.now()) {
		if h.what.kind == spool.Prompt {
			h.skip()
		}
		return nil
	}
	switch h.what.kind {
	case spool.Session:
		at := project.CheckoutOf(h.folder)
		line := h.sessionLine(at)
		line.Brief = h.brief(at.Branch)
		h.write(line)
		return h.answer(line.Brief)
	case spool.Prompt:
		return h.prompt()
	default:
		h.rest()
		return nil
	}
}

// findDataDir finds the data folder: the one that setup named, or else the one that the program lies in.
func (h *hook) findDataDir() bool {
	h.dataDir = h.settings.DataDir
	if h.dataDir == "" {
		if program, err := os.Executable(); err == nil && filepath.Base(filepath.Dir(program)) == "bin" {
			h.dataDir = filepath.Dir(filepath.Dir(program))
		}
	}
	return filepath.IsAbs(h.dataDir)
}

// findProject finds the project of the session, which its first event fixes. Without a file of the session only its start and
// a prompt make one.
func (h *hook) findProject() bool {
	h.file = h.spool().File(h.client, h.session)
	begins := h.what.kind == spool.Session || h.what.kind == spool.Prompt
	if start, found := h.file.Start(); found {
		h.root, h.folder = start.Project, start.Folder
		if h.folder == "" {
			h.folder = h.root
		}
	} else if !begins || !h.detect() {
		return false
	}
	// What comes after the person turned recording on belongs to a prompt of before.
	if !begins && h.file.Modified.UnixMilli() < h.settings.Since {
		return false
	}
	h.rules = h.settings.Rules(h.root)
	return !h.rules.Off && !h.settings.Rules(h.folder).Off
}

// detect finds the project by the folder that the client names.
func (h *hook) detect() bool {
	dirs := []string{h.env("CLAUDE_PROJECT_DIR"), h.env("GEMINI_PROJECT_DIR"), h.payload["workspace_roots[]"], h.payload.first("cwd", "directory")}
	if h.client == Cursor {
		dirs = dirs[2:]
	}
	for _, dir := range dirs {
		if !filepath.IsAbs(dir) {
			continue
		}
		if root, is := project.RootOf(dir); is {
			h.root, h.folder = root, project.CheckoutOf(dir).Folder
			return true
		}
		return h.detectFolder(dir)
	}
	return false
}

// detectFolder finds a folder outside of git that the person wants to be recorded.
func (h *hook) detectFolder(dir string) bool {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return false
	}
	for _, folder := range h.settings.Folders {
		folder, err := filepath.EvalSymlinks(folder)
		if err != nil {
			continue
		}
		if relative, err := filepath.Rel(folder, dir); err == nil && filepath.IsLocal(relative) {
			h.root, h.folder = folder, folder
			return true
		}
	}
	return false
}

func (h *hook) spool() spool.Folder { return spool.In(h.dataDir) }

// write adds lines to the session's file. The first line of a file says which project the session belongs to.
func (h *hook) write(lines ...spool.Line) bool {
	if h.file.Size == 0 && lines[0].Kind != spool.Session {
		lines = append([]spool.Line{h.sessionLine(project.CheckoutOf(h.folder))}, lines...)
	}
	for i := range lines {
		lines[i].T = h.now().UnixMilli()
		lines[i].Task = taskOf(h.payload, h.client)
		if lines[i].Kind == spool.Session {
			lines[i].Task = ""
		}
	}
	return h.spool().Append(h.client, h.session, lines...) == nil
}

// prompt keeps a prompt, and returns what the agent is told.
func (h *hook) prompt() []byte {
	raw := h.payload.first("prompt", "o.parts[].text")
	if h.client == OpenCode {
		raw = strings.Trim(raw, `"`)
	}
	text, saying := spool.ReadPrompt(raw)
	switch {
	case saying == spool.Nothing:
		return nil
	case saying == spool.Private, saying == spool.Continues && h.file.Skips():
		h.skip()
		return nil
	}
	_ = h.file.Skip(false)
	if !h.write(spool.Line{Kind: spool.Prompt, Text: text}) || saying == spool.Continues {
		return nil
	}
	return h.ask(text)
}

// skip notes that the task must not be kept, nor read in the client's transcript.
func (h *hook) skip() {
	_ = h.file.Skip(true)
	h.write(spool.Line{Kind: spool.Skip})
}

// rest keeps the use of a tool or an end.
func (h *hook) rest() {
	var lines []spool.Line
	switch skips := h.file.Skips(); {
	case h.what.kind == spool.Close:
		_ = h.file.Skip(false)
		lines = []spool.Line{{Kind: spool.Close, Reason: spool.Clean(h.payload["reason"], spool.MostFirst)}}
	case skips:
		return
	case h.what.kind == spool.End:
		lines = []spool.Line{h.endLine()}
	default:
		lines = h.toolLines()
		for i := range lines {
			lines[i].ID = h.payload.first("tool_use_id", "callID", "i.callID")
		}
	}
	if len(lines) == 0 {
		return
	}
	wrote := h.write(lines...)
	if wrote && h.what.kind != spool.Tool {
		h.knock()
	}
	if h.what.kind == spool.Close || h.what.kind == spool.End && closesSilently[h.client] {
		startFlush(h.dataDir, h.env("PATH"))
	}
}
