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
	"strings"

	"github.com/google/uuid"

	"plotline/graph/durable"
)

// formatVersion is the only form of a journal that there has been.
const formatVersion = 1

const (
	journalSuffix = ".journal.json" // an operation under way
	recordSuffix  = ".applied.json" // what Undo needs of one that was applied
)

// state says how far an operation is. The package comment tells what each means for the files.
type state string

const (
	staging state = "staging"
	placing state = "placing"
	placed  state = "placed"
	applied state = "applied" // in records alone
)

// journal is an operation as its file keeps it.
type journal struct {
	Version int             `json:"version"`
	ID      string          `json:"id"`
	Undo    bool            `json:"undo,omitempty"`
	State   state           `json:"state"`
	Folder  string          `json:"folder"`
	Token   string          `json:"token"`
	Note    json.RawMessage `json:"note,omitempty"`
	// Made are the folders that were missing, parents first. Taking back removes those that are empty.
	Made []string `json:"made,omitempty"`
	// Unmade are the folders that the operation being undone had made, parents first.
	Unmade  []string `json:"unmade,omitempty"`
	Entries []entry  `json:"entries"`
}

// entry is one move and what is known of its file.
type entry struct {
	Move
	// Source is the file as it was before.
	Source identity `json:"source"`
	// Copied says that the file is in the hold, and that what is at its new names is a copy.
	Copied bool `json:"copied,omitempty"`
	// Target is the file at its new place: of a copy from when it was made, of others once placed.
	Target *identity `json:"target,omitempty"`
}

var tokenForm = regexp.MustCompile(`^[0-9a-f]{8}$`)

// newToken gives what makes the hidden names of an operation its own.
func newToken() string {
	token := make([]byte, 4)
	_, _ = rand.Read(token) // never fails
	return hex.EncodeToString(token)
}

// hidden is the name of a file on its way. It is short whatever the file's own name is: that one may
// have as many bytes as the file system allows.
func (j *journal) hidden(n int) string { return fmt.Sprintf(".plotline-%s-%d", j.Token, n) }

// hold is the hidden name in the folder of the source.
func (j *journal) hold(n int) string { return path.Join(path.Dir(j.Entries[n].From), j.hidden(n)) }

// stage is the hidden name in the folder of the target.
func (j *journal) stage(n int) string { return path.Join(path.Dir(j.Entries[n].To), j.hidden(n)) }

// outcome is what Commit learns of the operation.
func (j *journal) outcome() Outcome {
	done := Outcome{ID: j.ID, Undo: j.Undo, Folder: j.Folder, Note: j.Note, Moves: make([]Move, len(j.Entries))}
	for n := range j.Entries {
		done.Moves[n] = j.Entries[n].Move
	}
	return done
}

// validID says whether the id may become a file name.
func validID(id string) bool {
	parsed, err := uuid.Parse(id)
	return err == nil && parsed.String() == id
}

func (j *Journals) journalPath(id string) string { return filepath.Join(j.dir, id+journalSuffix) }
func (j *Journals) recordPath(id string) string  { return filepath.Join(j.dir, id+recordSuffix) }

// write makes a journal or a record last.
func (j *Journals) write(file string, content *journal) error {
	raw, err := json.Marshal(content)
	if err != nil {
		return err
	}
	j.step("before " + string(content.State) + " is written")
	err = durable.Write(file, raw, 0o600)
	j.step("after " + string(content.State) + " is written")
	return err
}

// remove makes a journal or a record go for good.
func (j *Journals) remove(file string) error {
	j.step("before " + filepath.Ext(strings.TrimSuffix(file, ".json")) + " is removed")
	err := durable.Remove(file)
	j.step("after " + filepath.Ext(strings.TrimSuffix(file, ".json")) + " is removed")
	return err
}

// errCorrupt is the cause where a file is no journal of this program.
var errCorrupt = errors.New("not a rename journal of this version of Plotline")

// journalMost is how many bytes of a journal are read: 100,000 moves with the longest names fit.
const journalMost = 256 << 20

// read gives the journal or record in a file; nil where there is none.
func read(file, id string) (*journal, error) {
	raw, err := durable.Read(file, journalMost)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
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

// check judges a journal that was read. Names in it become names of files, so they are judged as those
// of a request are.
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
