package recorder

import (
	"path/filepath"

	"plotline/internal/recording/spool"
)

// home is the folder of the recorder's state.
type home string

func homeOf(dataDir string) home { return home(filepath.Join(dataDir, "recording")) }

// session returns the file of what the recorder knows of a session.
func (h home) session(f spool.File) string {
	return filepath.Join(string(h), "sessions", f.Client, f.Session+".json")
}

// lessons returns the file of what was written to a workspace, with the lines that may be told.
func (h home) lessons(workspace string) string {
	return filepath.Join(string(h), "lessons", workspace+".jsonl")
}

// told returns the file of what a session was told.
func (h home) told(f spool.File) string {
	return filepath.Join(string(h), "told", f.Client, f.Session+".jsonl")
}

// toldFiles lists the files of all sessions that were told something.
func (h home) toldFiles() ([]string, error) {
	return filepath.Glob(filepath.Join(string(h), "told", "*", "*.jsonl"))
}

// lock is held while the state is read and written, by the recorder and by commands.
func (h home) lock() string { return filepath.Join(string(h), ".lock") }

// forgotten returns the file with the hashes of the keys that must not come back.
func (h home) forgotten() string { return filepath.Join(string(h), "forgotten.json") }

// claims returns the file that keeps which roots may be told something: see Recorder.claim.
func (h home) claims() string { return filepath.Join(string(h), "claims.json") }

// stamp tells whether files have changed.
type stamp struct {
	Size       int64 `json:"size"`
	Modified   int64 `json:"modified"` // Unix nanoseconds
	Transcript int64 `json:"transcript,omitempty"`
	Silent     bool  `json:"silent,omitempty"` // for so long that its last task is over
	Done       bool  `json:"done,omitempty"`   // for so long that the file is not needed any more
}
