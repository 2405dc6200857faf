package renames

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"plotline/internal/durable"
	"plotline/internal/fault"
)

// Move is the rename of one file. Both names are slash paths relative to the folder, without "." or "..".
type Move struct {
	From string `json:"from"`
	To   string `json:"to"`
	// Sidecar reports that the file follows a video and is not itself in the plan.
	Sidecar bool `json:"sidecar,omitempty"`
}

// Request is the input of Apply.
type Request struct {
	ID     string // the plan's id, a UUID in canonical form
	Folder string // the media folder, an absolute path in native form
	Moves  []Move
	Note   json.RawMessage // data of the caller, stored in the journal and passed to Commit
}

// Outcome is a completed operation.
type Outcome struct {
	ID     string
	Undo   bool
	Folder string
	Moves  []Move // as carried out: after an undo, From is the name that Apply had given
	Note   json.RawMessage
}

// Commit records an outcome in the plan's file and in the metadata. It is called when all files are at
// their new names. If it returns an error, all files are moved back, so an error must mean that nothing
// was recorded. After a crash it may be called again for the same outcome, an apply or an undo, and must
// be idempotent. An error then changes nothing, and the next recovery retries.
type Commit func(ctx context.Context, done Outcome) error

// Journals is the folder of journals and records. Several processes may use it concurrently. Locks for
// each plan and each media folder, held for the whole operation, separate them. Lock files are never
// removed. The record of an apply stays until its undo.
type Journals struct {
	dir     string
	logger  *slog.Logger
	reports reports
	open    func(ctx context.Context, operation Outcome) (*os.Root, error)
	step    func(step string)
	move    func(root *os.Root, from, to string) error
}

// Option configures Journals.
type Option func(*Journals)

// WithOpen sets a function that opens media folders instead of durable.Root, such as from the handle of a
// media root. The operation passed to it has no moves yet.
func WithOpen(open func(ctx context.Context, operation Outcome) (*os.Root, error)) Option {
	return func(j *Journals) { j.open = open }
}

// New returns the journals in dir, which is created when first needed.
func New(dir string, logger *slog.Logger, options ...Option) *Journals {
	j := &Journals{
		dir: dir, logger: logger, move: moveNoReplace,
		step: func(name string) { logger.Debug("a rename goes on", "step", name) }, // tests crash or interfere here
		open: func(_ context.Context, operation Outcome) (*os.Root, error) { return durable.Root(operation.Folder) },
	}
	for _, option := range options {
		option(j)
	}
	return j
}

// Apply renames all files of the request and calls commit, or changes nothing. If ctx ends before the
// first rename, or while a file is copied to another file system, nothing is changed. At any other time
// the operation runs to its end.
//
// Errors are *fault.Error and say that nothing was changed. The code is conflict if a target exists, a
// source is missing or has changed, or the request was already applied. It is invalid_argument or
// already_exists for impossible moves. It is permission_denied if the system refuses access or a link
// leads out of the folder, and unavailable for a full disk. Errors of commit are returned too. If a
// rollback cannot be finished, because another file took an old name, the error says where each file is
// ("left"). Recover then retries.
func (j *Journals) Apply(ctx context.Context, request Request, commit Commit) error {
	if !validID(request.ID) {
		return fault.Invalid("the id of a rename must be a UUID: %q", request.ID)
	}
	return j.exclusively(ctx, request.ID, commit, func() error {
		if _, err := os.Lstat(j.recordPath(request.ID)); err == nil {
			return fault.New(fault.Conflict, "These files were already renamed; undo that before you rename them again; nothing was changed")
		} else if !errors.Is(err, fs.ErrNotExist) {
			return dataFolderError(err, "the record of the rename cannot be looked for")
		}
		head := journal{ID: request.ID, Folder: filepath.Clean(request.Folder), Note: request.Note}
		return j.run(ctx, head, commit, func(root *os.Root, head *journal) error { return begin(head, root, request.Moves) })
	})
}

// exclusively runs do under the lock of a plan, after settling an interrupted operation of that plan.
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

// run runs an operation under the lock of its folder. begin makes all checks before the first change, and
// completes the journal.
func (j *Journals) run(ctx context.Context, head journal, commit Commit, begin func(*os.Root, *journal) error) error {
	root, err := j.open(ctx, head.outcome())
	if err != nil {
		return openError(head.Folder, err)
	}
	defer func() { _ = root.Close() }()
	key, err := folderKey(root, head.Folder)
	if err != nil {
		return openError(head.Folder, err)
	}
	release, err := j.lock(ctx, key)
	if err != nil {
		return err
	}
	defer release()
	if err := begin(root, &head); err != nil {
		return withUnchanged(err)
	}
	if err := ctx.Err(); err != nil {
		return withUnchanged(err)
	}
	return newOperation(j, root, head).run(ctx, commit)
}

// lock waits for the lock of a plan's id or of a media folder's key.
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
		return nil, withUnchanged(err)
	default:
		return nil, dataFolderError(err, "the lock of the rename cannot be taken")
	}
}

// lockPath returns the path of a lock file and creates its folder.
func (j *Journals) lockPath(name string) (string, error) {
	dir := filepath.Join(j.dir, ".locks")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", dataFolderError(err, "the folder of the rename journals cannot be made")
	}
	return filepath.Join(dir, name+".lock"), nil
}
