// Package asking puts a question of one process to people at a page of another: `plotline mcp` has no
// page, and `plotline serve` on the same data folder may have one open.
//
// A question is a file in the folder "questions" of the data folder. Whoever asks writes it, holds a lock
// as long as it waits, and removes it in the end. A server that has a page open in the workspace of the
// question takes it, shows it there, and writes the answer into the file. When the process that asks dies,
// the system frees its lock, and the server withdraws the question and removes the file.
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
	"plotline/graph/durable"
	"plotline/graph/records"
	"plotline/graph/usecase"
)

const (
	suffix = ".question.json"
	// pickedUp is how long a question waits for a server that takes it. A server that hears nothing of new
	// files, as on a network disk, looks each second.
	pickedUp = 2 * time.Second
	// look is how often the process that asks looks for the answer, and a server for the process.
	look = 50 * time.Millisecond
	// largest is how many bytes a question may have.
	largest = 16 << 20
	// shown is how many questions one server shows at once.
	shown = 64
)

// question is what the file holds.
type question struct {
	ID        string          `json:"id"`
	Workspace string          `json:"workspace"`
	About     string          `json:"about"`
	Message   string          `json:"message"`
	Details   json.RawMessage `json:"details,omitempty"`
	Takers    int             `json:"takers"` // servers that show it
	Answer    *bool           `json:"answer,omitempty"`
}

// Asker puts a question to the people of a workspace. It gives usecase.ErrNobody when there are none.
type Asker func(ctx context.Context, workspace string, q usecase.Question) (yes bool, err error)

// Folder holds the questions of a data folder. It touches nothing before the first call.
type Folder struct {
	files  *records.Folder[question]
	logger *slog.Logger
}

// New gives the questions of a data folder.
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

// Ask puts a question to a page that is open in the workspace, at whichever server, and waits. The error
// is usecase.ErrNobody when no server takes the question soon, or when all pages were closed.
func (f *Folder) Ask(ctx context.Context, workspace string, q usecase.Question) (yes bool, err error) {
	if _, err := os.Stat(f.files.Dir); err != nil {
		return false, usecase.ErrNobody // no server has run here
	}
	details, err := json.Marshal(q.Details)
	if err != nil {
		return false, err
	}
	asked := &question{ID: uuid.NewString(), Workspace: workspace, About: q.About, Message: q.Message, Details: details}
	alive, err := f.files.Lock(ctx, asked.ID+asker)
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

// asker is what the name of the lock adds to the id, which the process that asks holds.
const asker = ".asker"

func (f *Folder) await(ctx context.Context, id string) (yes bool, err error) {
	tick := time.NewTicker(look)
	defer tick.Stop()
	late := time.After(pickedUp)
	taken := false
	for {
		select {
		case <-ctx.Done():
			return false, context.Cause(ctx)
		case <-late:
			if !taken {
				return false, usecase.ErrNobody
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
			return false, usecase.ErrNobody
		}
		taken = taken || now.Takers > 0
	}
}

// remove takes a question and its locks away. Who waits for the lock then finds no question.
func (f *Folder) remove(ctx context.Context, id string) {
	release, err := f.files.Lock(ctx, id)
	if err == nil {
		defer release()
		err = durable.Remove(f.files.Path(id))
	}
	for _, name := range []string{f.lock(id), f.lock(id + asker)} {
		if err == nil {
			err = durable.Remove(name)
		}
	}
	if err != nil {
		f.logger.WarnContext(ctx, "a question that is settled cannot be removed", "question", id, "error", err)
	}
}

func (f *Folder) lock(name string) string { return filepath.Join(f.files.Dir, ".locks", name+".lock") }
