package recorder

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"

	"plotline/internal/durable"
	"plotline/internal/recording/spool"
)

// session is what the recorder knows of a session.
type session struct {
	V         int    `json:"v"`
	Client    string `json:"client"`
	Session   string `json:"session"`
	Project   string `json:"project,omitempty"`   // the root; it stays that of the first event
	Workspace string `json:"workspace,omitempty"` // "" if the session has no project
	Drained   stamp  `json:"drained"`             // of the spool's file, up to which everything is written
	Last      int64  `json:"last,omitempty"`      // time of the last line, in Unix milliseconds
	Closed    bool   `json:"closed,omitempty"`
	Bad       int    `json:"bad,omitempty"`       // lines that are none
	Unread    bool   `json:"unread,omitempty"`    // the client's own record says nothing, or too little
	Newer     int    `json:"newer,omitempty"`     // lines that wait for a newer program
	Forgotten bool   `json:"forgotten,omitempty"` // nothing of it is kept until it ends

	Tasks map[string]*written `json:"tasks,omitempty"` // by key
	// Ordinals counts the prompts without an id of the client in files that were removed, by the hash of the prompt. The
	// next file counts on, because a key must not come twice.
	Ordinals map[string]int `json:"ordinals,omitempty"`
}

// written is what was written of a task.
type written struct {
	Episode string `json:"episode,omitempty"` // "" if the create may not have happened
	Started int64  `json:"started"`           // Unix milliseconds
	Digest  string `json:"digest,omitempty"`  // of the episode as it was written
	// Pending are the digests of what is being written. They are kept before the write and dropped after it, so that a
	// recorder that was killed meanwhile knows the episode as its own.
	Pending []string `json:"pending,omitempty"`
	Updated int64    `json:"updated,omitempty"` // the episode's updated_at, in Unix microseconds
	Same    string   `json:"same,omitempty"`    // the key of the episode that counts this task
	// Foreign is set once another caller has changed the episode: only reasons are added from then on.
	Foreign bool     `json:"foreign,omitempty"`
	Gone    bool     `json:"gone,omitempty"` // another caller has deleted it
	Links   []string `json:"links,omitempty"`
}

// maxState bounds a file of state, in bytes.
const maxState = 64 << 20

// readSession reads what is known of a session. Without the file it returns an empty one.
func (h home) readSession(f spool.File) (*session, error) {
	s := &session{V: 1, Client: f.Client, Session: f.Session}
	if err := readJSON(h.session(f), s); err != nil {
		return nil, err
	}
	if s.Tasks == nil {
		s.Tasks = map[string]*written{}
	}
	return s, nil
}

func (h home) writeSession(f spool.File, s *session) error { return writeJSON(h.session(f), s) }

// sessions lists what is known of all sessions.
func (h home) sessions() ([]*session, error) {
	files, err := filepath.Glob(filepath.Join(string(h), "sessions", "*", "*.json"))
	if err != nil {
		return nil, err
	}
	all := make([]*session, 0, len(files))
	for _, file := range files {
		name := filepath.Base(file)
		s, failed := h.readSession(spool.File{Client: filepath.Base(filepath.Dir(file)), Session: name[:len(name)-len(".json")]})
		if failed != nil {
			err = errors.Join(err, failed)
			continue
		}
		all = append(all, s)
	}
	return all, err
}

// readJSON decodes a file into v. A missing file changes nothing.
func readJSON(file string, v any) error { return durable.ReadJSON(file, maxState, v) }

func writeJSON(file string, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return durable.Write(file, append(raw, '\n'), 0o600)
}
