package hook

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"plotline/internal/durable"
	"plotline/internal/project"
	"plotline/internal/recording/spool"
)

// What an agent is told is longer than this only by mistake, in bytes.
const maxAnswer = 8 << 10

// request is what the hook asks the recorder, as one line of JSON.
type request struct {
	V       int    `json:"v"`
	Event   string `json:"e"` // prompt, which gets one line back, or knock, which gets nothing
	Client  string `json:"client"`
	Session string `json:"session"`
	Project string `json:"project"`
	Task    string `json:"task"`
	Text    string `json:"text"`
}

// reply is the recorder's answer to a prompt. Both may be empty.
type reply struct {
	Text string `json:"text"` // for the agent
	Note string `json:"note"` // for the person
}

// tells lists the clients that can be told something at a prompt, and at a session's start.
var tells = map[string]struct{ prompt, start bool }{
	Claude: {true, true}, Codex: {true, true}, Gemini: {true, true}, Copilot: {true, true}, Qwen: {true, true}, OpenCode: {true, true},
	Cursor: {false, true}, VSCode: {false, true},
}

// ask asks the recorder what to tell at a prompt.
func (h *hook) ask(text string) []byte {
	if !tells[h.client].prompt {
		h.knock()
		return nil
	}
	conn := h.send("prompt", text)
	if conn == nil {
		return nil
	}
	defer func() { _ = conn.Close() }()
	raw, err := io.ReadAll(io.LimitReader(conn, maxAnswer+1))
	var answer reply
	if err != nil || len(raw) > maxAnswer || json.Unmarshal(raw, &answer) != nil {
		return nil
	}
	return h.answer(answer.Text)
}

// knock tells the recorder that there is something to read.
func (h *hook) knock() {
	if conn := h.send("knock", ""); conn != nil {
		_ = conn.Close()
	}
}

// send sends a request to the recorder, and returns the connection, or nil if there is no recorder.
func (h *hook) send(what, text string) io.ReadCloser {
	folder := h.spool()
	if !folder.IsOurs() {
		return nil
	}
	raw, err := json.Marshal(request{spool.Version, what, h.client, spool.Name(h.session), h.root, taskOf(h.payload, h.client), text})
	if err != nil {
		return nil
	}
	conn, err := dial(folder.Socket(), h.left())
	if err != nil {
		return nil
	}
	if _, err := conn.Write(append(raw, '\n')); err != nil {
		_ = conn.Close()
		return nil
	}
	return conn
}

// left is the time until an answer comes too late.
func (h *hook) left() time.Duration { return max(time.Millisecond, time.Until(h.until)) }

// brief returns what the agent is told at the start of a session on a branch. A session that goes on was told before. A project at a
// path that Plotline does not know yet is told nothing: a folder from elsewhere may claim the origin of another project.
func (h *hook) brief(branch string) string {
	source := h.payload["source"]
	if !tells[h.client].start || source == "resume" || source == "fork" {
		return ""
	}
	workspace, err := project.Known(h.dataDir, h.root)
	if err != nil || workspace == "" {
		return ""
	}
	brief, err := spool.ReadBrief(h.dataDir, workspace)
	if text := brief.On(branch); err == nil && len(text) <= maxAnswer {
		return text
	}
	return ""
}

// answer returns a text in the client's form, or nil if there is none.
func (h *hook) answer(text string) []byte {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	type specific struct {
		Event   string `json:"hookEventName"`
		Context string `json:"additionalContext"`
	}
	var form any
	switch h.client {
	case Copilot, OpenCode:
		form = map[string]string{"additionalContext": text}
	case Cursor:
		form = map[string]string{"additional_context": text}
	default:
		form = map[string]specific{"hookSpecificOutput": {h.event, text}}
	}
	raw, err := json.Marshal(form)
	if err != nil {
		return nil
	}
	return append(raw, '\n')
}

// startFlush starts the program that reads what is left when a session ends. It goes on alone.
func startFlush(dataDir, path string) {
	program := ""
	if raw, err := durable.Read(filepath.Join(dataDir, "bin", "program"), maxName); err == nil {
		program = strings.TrimSpace(string(raw))
	}
	if !isProgram(program) {
		program = ""
		for _, dir := range filepath.SplitList(path) {
			if file := filepath.Join(dir, "plotline"+suffix); filepath.IsAbs(dir) && isProgram(file) {
				program = file
				break
			}
		}
	}
	if program == "" {
		return
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return
	}
	process, err := os.StartProcess(program, []string{program, "record", "flush", "--data-dir", dataDir}, &os.ProcAttr{
		Dir: dataDir, Files: []*os.File{null, null, null}, Sys: detached(),
	})
	if err == nil {
		_ = process.Release()
	}
}

func isProgram(file string) bool {
	info, err := os.Stat(file)
	return err == nil && filepath.IsAbs(file) && info.Mode().IsRegular() && (suffix != "" || info.Mode()&0o111 != 0)
}
