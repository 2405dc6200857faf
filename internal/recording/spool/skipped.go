package spool

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"slices"

	"plotline/internal/durable"
)

// Skipped is what a person did not want to be recorded, so that an import of transcripts leaves it out. The file has hashes
// and times only.
type Skipped struct {
	V     int      `json:"v"`
	Tasks []string `json:"tasks,omitempty"` // SkipHash of each
	Spans []Span   `json:"spans,omitempty"` // the times of pauses and of off
}

// Span is a time in Unix milliseconds. To is 0 while it lasts.
type Span struct {
	From int64 `json:"from"`
	To   int64 `json:"to,omitempty"`
}

// SkipHash returns what Skipped keeps of a task: twelve hex digits.
func SkipHash(client, session, task string) string {
	sum := sha256.Sum256([]byte(client + "\x00" + Name(session) + "\x00" + task))
	return hex.EncodeToString(sum[:6])
}

// SkippedFile returns the path of the file in a data folder.
func SkippedFile(dataDir string) string { return filepath.Join(dataDir, "recording", "skipped.json") }

// ReadSkipped reads the file. Without it, it returns the zero value and no error.
func ReadSkipped(dataDir string) (Skipped, error) {
	const most = 16 << 20
	var s Skipped
	err := durable.ReadJSON(SkippedFile(dataDir), most, &s)
	return s, err
}

// ChangeSkipped changes the file under a lock between processes.
func ChangeSkipped(ctx context.Context, dataDir string, change func(*Skipped)) error {
	file := SkippedFile(dataDir)
	return durable.Locked(ctx, file+".lock", func() error {
		s, err := ReadSkipped(dataDir)
		if err != nil {
			return err
		}
		change(&s)
		s.V = Version
		slices.Sort(s.Tasks)
		s.Tasks = slices.Compact(s.Tasks)
		raw, err := json.Marshal(s)
		if err != nil {
			return err
		}
		return durable.Write(file, append(raw, '\n'), 0o600)
	})
}

// Task reports whether a task must not be imported.
func (s Skipped) Task(client, session, task string) bool {
	_, found := slices.BinarySearch(s.Tasks, SkipHash(client, session, task))
	return found
}

// At reports whether a time, in Unix milliseconds, belongs to a pause or to off.
func (s Skipped) At(ms int64) bool {
	return slices.ContainsFunc(s.Spans, func(span Span) bool { return ms >= span.From && (span.To == 0 || ms < span.To) })
}
