// Package asking shows a question from one process on a web page served by another. It is for `plotline
// mcp`, which has no page, and `plotline serve` on the same data folder, which may have one open.
//
// A question is a file in the folder "questions" of the data folder. The asking process writes it, holds
// a lock while it waits, and removes it at the end. A server with an open page in the question's
// workspace takes it, shows it, and writes the answer into the file. If the asking process dies, the
// system releases its lock. The server then withdraws the question and removes the file.
package asking

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/google/uuid"

	"plotline/graph"
	"plotline/internal/durable"
	"plotline/internal/records"
	"plotline/internal/usecase"
)

const (
	suffix = ".question.json"
	// pickUpTimeout is how long a question waits for a server to take it. Servers without file notifications,
	// as on a network disk, poll every second.
	pickUpTimeout = 2 * time.Second
	// pollInterval is the interval at which the asking process checks for the answer, and a server checks that
	// the process is alive.
	pollInterval = 50 * time.Millisecond
	// largest is the maximum size of a question in bytes.
	largest = 16 << 20
	// maxShown is the maximum number of questions that one server shows at a time.
	maxShown = 64
)

// question is the content of the file.
type question struct {
	ID        string          `json:"id"`
	Workspace string          `json:"workspace"`
	About     string          `json:"about"`
	Message   string          `json:"message"`
	Details   json.RawMessage `json:"details,omitempty"`
	Takers    int             `json:"takers"` // number of servers that show it
	Answer    *bool           `json:"answer,omitempty"`
}

// Asker asks the users of a workspace a question. It returns usecase.ErrNoAsker if no one can be asked.
type Asker func(ctx context.Context, workspace string, q usecase.Question) (yes bool, err error)

// Folder holds the questions of a data folder. It does not access the disk before the first call.
type Folder struct {
	files  *records.Folder[question]
	logger *slog.Logger
}

// New returns the questions of a data folder.
func New(dataDir string, logger *slog.Logger) *Folder {
	return &Folder{logger: logger, files: records.New(records.Config[question]{
		Dir: filepath.Join(dataDir, "questions"), Suffix: suffix, Noun: "question", FileMode: 0o600, DirMode: 0o700,
		Largest: largest, ValidID: isID, ID: func(q *question) string { return q.ID }, Decode: decode,
		Encode: func(q *question) ([]byte, error) { return json.Marshal(q) },
		Clone:  func(q *question) *question { c := *q; return &c },
		Logger: logger,
	})}
}

func isID(id string) bool {
	parsed, err := uuid.Parse(id)
	return err == nil && parsed.String() == id
}

func decode(_ string, raw []byte) (*question, error) {
	var q question
	if err := json.Unmarshal(raw, &q); err != nil {
		return nil, err
	}
	return &q, graph.ValidWorkspace(q.Workspace)
}

// Ask shows a question on an open page of the workspace, on any server, and waits for the answer. The
// error is usecase.ErrNoAsker if no server takes the question in time, or if all pages are closed.
func (f *Folder) Ask(ctx context.Context, workspace string, q usecase.Question) (yes bool, err error) {
	if _, err := os.Stat(f.files.Dir); err != nil {
		return false, usecase.ErrNoAsker // no server has run with this data folder
	}
	var details json.RawMessage
	if q.Details != nil {
		made, err := q.Details(ctx)
		if err != nil {
			return false, err
		}
		if details, err = json.Marshal(made); err != nil {
			return false, err
		}
	}
	asked := &question{ID: uuid.NewString(), Workspace: workspace, About: q.About, Message: q.Message, Details: details}
	alive, err := f.files.Lock(ctx, asked.ID+askerLockSuffix)
	if err != nil {
		return false, err
	}
	defer alive()
	if err := f.files.Create(asked); err != nil {
		return false, err
	}
	defer f.remove(context.WithoutCancel(ctx), asked.ID)
	return f.await(ctx, asked.ID)
}

// askerLockSuffix is the suffix of the lock that the asking process holds. The name begins with the question's id.
const askerLockSuffix = ".asker"

func (f *Folder) await(ctx context.Context, id string) (yes bool, err error) {
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	late := time.After(pickUpTimeout)
	taken := false
	for {
		select {
		case <-ctx.Done():
			return false, context.Cause(ctx)
		case <-late:
			if !taken {
				return false, usecase.ErrNoAsker
			}
			continue
		case <-tick.C:
		}
		now, err := f.files.Read(ctx, id)
		switch {
		case err != nil:
			return false, err
		case now.Answer != nil:
			return *now.Answer, nil
		case taken && now.Takers == 0:
			return false, usecase.ErrNoAsker
		}
		taken = taken || now.Takers > 0
	}
}

// remove removes a question and its locks. A process that waits for the lock then finds no question.
func (f *Folder) remove(ctx context.Context, id string) {
	release, err := f.files.Lock(ctx, id)
	if err == nil {
		defer release()
		err = durable.Remove(f.files.Path(id))
	}
	for _, name := range []string{f.lock(id), f.lock(id + askerLockSuffix)} {
		if err == nil {
			err = durable.Remove(name)
		}
	}
	if err != nil {
		f.logger.WarnContext(ctx, "cannot remove an answered question", "question", id, "error", err)
	}
}

func (f *Folder) lock(name string) string { return filepath.Join(f.files.Dir, ".locks", name+".lock") }
