package audit

import (
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"sync"
)

// Calls finds the newest call of a client in each workspace, in the files of a log that several processes write. It reads
// what they have appended since it looked last. It is safe for concurrent use.
type Calls struct {
	mu     sync.Mutex
	files  [2]followed
	newest map[string]Record // by workspace
}

// NewCalls returns the calls in the log at a path. It opens nothing.
func NewCalls(path string) *Calls {
	return &Calls{files: [2]followed{{path: path}, {path: ReadsPath(path)}}, newest: map[string]Record{}}
}

// Last returns the newest call of a client in a workspace, or in any workspace if it is "". It returns false if there is
// none in the last mebibyte of each file.
func (c *Calls) Last(workspace string) (Record, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range c.files {
		for line := range bytes.Lines(c.files[i].appended()) {
			var rec Record
			if json.Unmarshal(line, &rec) == nil && rec.byClient() && rec.Time.After(c.newest[rec.Workspace].Time) { // the first line may be cut
				c.newest[rec.Workspace] = rec
			}
		}
	}
	last := c.newest[workspace]
	if workspace == "" {
		for _, rec := range c.newest {
			if rec.Time.After(last.Time) {
				last = rec
			}
		}
	}
	return last, !last.Time.IsZero()
}

// tellsLastCall is the operation whose reply says which call was the last. It does not count: its reply would differ each
// time.
const tellsLastCall = "get_graph_overview"

// byClient reports whether a client made the call, and not a person by a command or a page, and whether it succeeded.
func (r Record) byClient() bool {
	return (r.Transport == MCP || r.Transport == REST) && r.Outcome == "ok" && r.Operation != tellsLastCall
}

// followed is a file that others append to and replace.
type followed struct {
	path string
	info fs.FileInfo // nil before the first look
	at   int64       // the end of what was read
}

// appended returns the whole lines that were appended since the last look, at most a mebibyte.
func (f *followed) appended() []byte {
	const most = 1 << 20
	info, err := os.Stat(f.path)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	if f.info != nil && (!os.SameFile(f.info, info) || info.Size() < f.at) {
		f.at = 0
	}
	f.info, f.at = info, max(f.at, info.Size()-most)
	if f.at == info.Size() {
		return nil
	}
	file, err := os.Open(f.path)
	if err != nil {
		return nil
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.NewSectionReader(file, f.at, info.Size()-f.at))
	if err != nil {
		return nil
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	f.at += int64(len(text))
	return text
}
