package renames

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"

	"plotline/internal/durable"
	"plotline/internal/jsoncut"
)

// formatVersion is the only version of the journal format so far.
const formatVersion = 1

const (
	journalSuffix = ".journal.json" // a running or interrupted operation
	recordSuffix  = ".applied.json" // what Undo needs about an applied operation
)

// state is the progress of an operation. The package comment describes the states.
type state string

const (
	staging state = "staging"
	placing state = "placing"
	placed  state = "placed"
	applied state = "applied" // only in records
)

// journal is the stored form of an operation.
type journal struct {
	Version int             `json:"version"`
	ID      string          `json:"id"`
	Undo    bool            `json:"undo,omitempty"`
	State   state           `json:"state"`
	Folder  string          `json:"folder"`
	Token   string          `json:"token"`
	Note    json.RawMessage `json:"note,omitempty"`
	// Made are the missing folders that the operation creates, parents first. A rollback removes the
	// empty ones.
	Made []string `json:"made,omitempty"`
	// Unmade are the folders that the undone operation had created, parents first.
	Unmade  []string `json:"unmade,omitempty"`
	Entries entries  `json:"entries"`
}

// entries are at most maxMoves.
type entries []entry

// UnmarshalJSON implements json.Unmarshaler. It stops at the limit: millions of empty entries take many times their text.
func (all *entries) UnmarshalJSON(text []byte) error {
	if text[0] != '[' {
		return errors.New("the entries are not a list")
	}
	for list := jsoncut.New(text); ; {
		text, more := list.Next()
		if !more {
			return nil
		}
		if len(*all) == maxMoves {
			return fmt.Errorf("more than %d entries", maxMoves)
		}
		var e entry
		if err := json.Unmarshal(text, &e); err != nil {
			return err
		}
		*all = append(*all, e)
	}
}

// entry is one move and the recorded data of its file.
type entry struct {
	Move
	// Source is the identity of the file before the operation.
	Source identity `json:"source"`
	// Copied reports that the file is in the hold, and that the file at its new names is a copy.
	Copied bool `json:"copied,omitempty"`
	// Target is the identity at the new name. It is set for a copy when it is made, and for others when
	// they are placed.
	Target *identity `json:"target,omitempty"`
}

var tokenForm = regexp.MustCompile(`^[0-9a-f]{8}$`)

// newToken returns a random token for the hidden names of an operation.
func newToken() string {
	token := make([]byte, 4)
	_, _ = rand.Read(token) // never fails
	return hex.EncodeToString(token)
}

// hidden returns the hidden name of a file. It is short, because the file's own name may have the maximum
// length.
func (j *journal) hidden(n int) string { return fmt.Sprintf(".plotline-%s-%d", j.Token, n) }

// hold returns the hidden name in the folder of the source.
func (j *journal) hold(n int) string { return path.Join(path.Dir(j.Entries[n].From), j.hidden(n)) }

// stage returns the hidden name in the folder of the target.
func (j *journal) stage(n int) string { return path.Join(path.Dir(j.Entries[n].To), j.hidden(n)) }

// outcome returns the operation in the form for Commit.
func (j *journal) outcome() Outcome {
	done := Outcome{ID: j.ID, Undo: j.Undo, Folder: j.Folder, Note: j.Note, Moves: make([]Move, len(j.Entries))}
	for n := range j.Entries {
		done.Moves[n] = j.Entries[n].Move
	}
	return done
}

// validID reports whether an id can be used as a file name.
func validID(id string) bool {
	parsed, err := uuid.Parse(id)
	return err == nil && parsed.String() == id
}

func (j *Journals) journalPath(id string) string { return filepath.Join(j.dir, id+journalSuffix) }
func (j *Journals) recordPath(id string) string  { return filepath.Join(j.dir, id+recordSuffix) }

// write writes a journal or a record durably.
func (j *Journals) write(file string, content *journal) error {
	raw, err := json.Marshal(content)
	if err != nil {
		return err
	}
	if len(raw) > maxBytes {
		return durable.ErrTooLarge
	}
	j.step("before " + string(content.State) + " is written")
	err = durable.Write(file, raw, 0o600)
	j.step("after " + string(content.State) + " is written")
	return err
}

// remove removes a journal or a record durably.
func (j *Journals) remove(file string) error {
	j.step("before " + filepath.Ext(strings.TrimSuffix(file, ".json")) + " is removed")
	err := durable.Remove(file)
	j.step("after " + filepath.Ext(strings.TrimSuffix(file, ".json")) + " is removed")
	return err
}

// errCorrupt is the cause if a file is not a journal of this version.
var errCorrupt = errors.New("not a rename journal of this version of Plotline")

// These limit a journal in memory, which a backup of another person may have: its size in bytes, its JSON tokens, of which
// a move has at most 28, and its moves.
const (
	maxBytes  = 64 << 20
	maxTokens = 3e6
	maxMoves  = 100_000
)

// readJournal returns the journal of a running or interrupted operation, or nil if there is none.
func (j *Journals) readJournal(id string) (*journal, error) {
	content, err := read(j.journalPath(id), id)
	if content != nil && content.State == applied { // a record: to recover it would undo what a person approved
		return nil, fmt.Errorf("%w: state %q", errCorrupt, applied)
	}
	return content, err
}

// read returns the journal or record in a file, or nil if there is none.
func read(file, id string) (*journal, error) {
	raw, err := durable.Read(file, maxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if !jsoncut.AtMost(raw, maxTokens) {
		return nil, fmt.Errorf("%w: it has too many values", errCorrupt)
	}
	var j journal
	if err := json.Unmarshal(raw, &j); err != nil {
		return nil, fmt.Errorf("%w: %w", errCorrupt, err)
	}
	if err := j.check(id); err != nil {
		return nil, fmt.Errorf("%w: %w", errCorrupt, err)
	}
	return &j, nil
}

// check validates a journal that was read. Its names become file names, so they are checked like those of
// a request.
func (j *journal) check(id string) error {
	switch j.State {
	case staging, placing, placed, applied:
	default:
		return fmt.Errorf("state %q", j.State)
	}
	switch {
	case j.Version != formatVersion:
		return fmt.Errorf("version %d", j.Version)
	case j.ID != id:
		return fmt.Errorf("id %q", j.ID)
	case !filepath.IsAbs(j.Folder):
		return fmt.Errorf("folder %q", j.Folder)
	case !tokenForm.MatchString(j.Token):
		return fmt.Errorf("token %q", j.Token)
	}
	moves := j.outcome().Moves
	if err := checkNames(moves); err != nil {
		return err
	}
	for _, folder := range append(j.Made, j.Unmade...) {
		if !validName(folder) {
			return fmt.Errorf("folder %q", folder)
		}
	}
	for n := range j.Entries {
		if e := &j.Entries[n]; e.Target == nil && (j.State == placed || j.State == applied || e.Copied && j.State == placing) {
			return fmt.Errorf("nothing is known of %q", e.To)
		}
	}
	return nil
}

// reports remembers the last logged failure of each journal, so that a lasting one is logged once. The
// zero value is ready to use.
type reports struct {
	mu   sync.Mutex
	last map[string]string // the failure, by file name
}

// changed records a failure. It reports whether the failure differs from the last one of this file.
func (r *reports) changed(file, failure string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if last, known := r.last[file]; known && last == failure {
		return false
	}
	if r.last == nil {
		r.last = map[string]string{}
	}
	r.last[file] = failure
	return true
}

// retain forgets all files but these, because the other journals are settled.
func (r *reports) retain(files []fs.DirEntry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for name := range r.last {
		if !slices.ContainsFunc(files, func(f fs.DirEntry) bool { return f.Name() == name }) {
			delete(r.last, name)
		}
	}
}
