package renames

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"plotline/graph/durable"
	"plotline/graph/fault"
)

// Move is one file's way. Both names are slash paths relative to the folder, without "." or "..".
type Move struct {
	From string `json:"from"`
	To   string `json:"to"`
	// Sidecar says that the file goes along with a video and is not itself in the plan.
	Sidecar bool `json:"sidecar,omitempty"`
}

// Request is what Apply is asked to do.
type Request struct {
	ID     string // the plan's, a UUID in its usual form
	Folder string // the media folder, as the platform writes an absolute path
	Moves  []Move
	Note   json.RawMessage // the caller's own, kept in the journal and given back to Commit
}

// Outcome is what was done.
type Outcome struct {
	ID     string
	Undo   bool
	Folder string
	Moves  []Move // in the direction done: after an undo, From is the name that Apply had given
	Note   json.RawMessage
}

// Commit records an outcome: in the plan's file, in the metadata. It is called when all files are at
// their new names. An error takes them all back, so it must mean that nothing was recorded. After a
// crash it may be called again for the same outcome, with either direction, and must then do nothing
// twice; an error then leaves everything as it is, for the next try.
type Commit func(ctx context.Context, done Outcome) error

// Journals is the folder of journals and records. Many processes may use one at once: a lock for each
// plan and one for each media folder, held for the whole operation, keep them apart. The files of the
// locks stay, and so does the record of what was applied and not undone.
type Journals struct {
	dir     string
	logger  *slog.Logger
	reports reports
	open    func(ctx context.Context, operation Outcome) (*os.Root, error)
	step    func(step string)
	move    func(root *os.Root, from, to string) error
}

// Option changes how Journals work.
type Option func(*Journals)

// WithStep has a function called before and after each step that changes something on disk. Tests use
// it, to crash there or to get in the way.
func WithStep(step func(step string)) Option { return func(j *Journals) { j.step = step } }

// WithOpen has the media folders of operations opened otherwise than by os.OpenRoot, such as from the
// handle of a media root. The operation has no moves yet.
func WithOpen(open func(ctx context.Context, operation Outcome) (*os.Root, error)) Option {
	return func(j *Journals) { j.open = open }
}

// New gives the journals in dir, which is made when it is first needed.
func New(dir string, logger *slog.Logger, options ...Option) *Journals {
	j := &Journals{
		dir: dir, logger: logger, step: func(string) {}, move: moveNoReplace,
		open: func(_ context.Context, operation Outcome) (*os.Root, error) { return os.OpenRoot(operation.Folder) },
	}
	for _, option := range options {
		option(j)
	}
	return j
}

// Apply renames all files of the request and calls commit, or changes nothing. When ctx ends before
// the first rename, or while a file is copied to another file system, nothing is changed; at any
// other time the operation goes on to its end.
//
// Errors are *fault.Error, and say that nothing was changed: conflict when a target is there, a source
// is missing or has changed, or the request was applied before; invalid_argument and already_exists for
// moves that cannot be; permission_denied when the system refuses or a link leads out of the folder; unavailable for a
// full disk; what commit gave. Where taking back could not be finished, because a file came to be at
// an old name meanwhile, the error says where each file is ("left"), and Recover tries again.
func (j *Journals) Apply(ctx context.Context, request Request, commit Commit) error {
	if !validID(request.ID) {
		return fault.Invalid("the id of a rename must be a UUID: %q", request.ID)
	}
	return j.exclusively(ctx, request.ID, commit, func() error {
		if _, err := os.Lstat(j.recordPath(request.ID)); err == nil {
			return fault.New(fault.Conflict, "These files have been renamed already; undo that before you rename them again; nothing was changed")
		} else if !errors.Is(err, fs.ErrNotExist) {
			return broken(err, "the record of the rename cannot be looked for")
		}
		head := journal{ID: request.ID, Folder: filepath.Clean(request.Folder), Note: request.Note}
		return j.run(ctx, head, commit, func(root *os.Root, head *journal) error { return begin(head, root, request.Moves) })
	})
}

// exclusively does something under the lock of a plan, after it has settled what a crash left of it.
func (j *Journals) exclusively(ctx context.Context, id string, commit Commit, do func() error) error {
	release, err := j.lock(ctx, id)
	if err != nil {
		return err
	}
	defer release()
	if err := j.settle(ctx, id, commit); err != nil {
		return err
	}
	return do()
}

// run does an operation under the lock of its folder. What begin does is all that comes before the
// first change: it checks, and completes the journal.
func (j *Journals) run(ctx context.Context, head journal, commit Commit, begin func(*os.Root, *journal) error) error {
	root, err := j.open(ctx, head.outcome())
	if err != nil {
		return unopened(head.Folder, err)
	}
	defer func() { _ = root.Close() }()
	key, err := folderKey(root, head.Folder)
	if err != nil {
		return unopened(head.Folder, err)
	}
	release, err := j.lock(ctx, key)
	if err != nil {
		return err
	}
	defer release()
	if err := begin(root, &head); err != nil {
		return unchanged(err)
	}
	if err := ctx.Err(); err != nil {
		return unchanged(err)
	}
	return newOperation(j, root, head).run(ctx, commit)
}

// lock waits for the lock of a name: a plan's id, or a media folder's key.
func (j *Journals) lock(ctx context.Context, name string) (release func(), err error) {
	path, err := j.lockPath(name)
	if err != nil {
		return nil, err
	}
	release, err = durable.Lock(ctx, path)
	switch {
	case err == nil:
		return release, nil
	case ctx.Err() != nil:
		return nil, unchanged(err)
	default:
		return nil, broken(err, "the lock of the rename cannot be taken")
	}
}

// lockPath gives the file of a lock, in a folder that is there.
func (j *Journals) lockPath(name string) (string, error) {
	dir := filepath.Join(j.dir, ".locks")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", broken(err, "the folder of the rename journals cannot be made")
	}
	return filepath.Join(dir, name+".lock"), nil
}
