package plans

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"plotline/graph/durable"
	"plotline/graph/fault"
)

const planSuffix = ".plan.json"

const (
	// largest is how many bytes a plan file may have: some 500,000 entries.
	largest = 64 << 20
	// cacheBytes bounds what is kept of plan files that were read before.
	cacheBytes = 16 << 20
)

// files are the plan files of one folder. They are read and written by other processes too, of ours
// and of others: so nothing is remembered of a file but what its very bytes mean.
type files struct {
	dir    string
	logger *slog.Logger

	mu     sync.Mutex
	known  map[string]known
	bytes  int
	warned map[string]string // what was said of a file, so that it is said once
}

// known is what a file meant when it was read last.
type known struct {
	raw  []byte
	plan *Plan
}

func newFiles(dir string, logger *slog.Logger) *files {
	return &files{dir: dir, logger: logger, known: map[string]known{}, warned: map[string]string{}}
}

var errNoPlan = errors.New("no such plan")

func (f *files) path(id string) string { return filepath.Join(f.dir, id+planSuffix) }

// read gives a plan, or errNoPlan: also for an id that is no UUID and for a file that cannot be read as
// a plan, which is left as it is.
func (f *files) read(ctx context.Context, id string) (*Plan, error) {
	if !isID(id) {
		return nil, errNoPlan
	}
	info, err := os.Stat(f.path(id))
	if err == nil && (!info.Mode().IsRegular() || info.Size() > largest) {
		f.warn(ctx, id, errors.New("it is no plain file, or too large"))
		return nil, errNoPlan
	}
	var raw []byte
	if err == nil {
		raw, err = os.ReadFile(f.path(id))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errNoPlan
	}
	if err != nil {
		return nil, unreadable(err)
	}
	p, err := f.plan(id, raw)
	if err != nil {
		f.warn(ctx, id, err)
		return nil, errNoPlan
	}
	return p, nil
}

// plan is what the bytes of a file mean.
func (f *files) plan(id string, raw []byte) (*Plan, error) {
	f.mu.Lock()
	held, ok := f.known[id]
	f.mu.Unlock()
	if ok && bytes.Equal(held.raw, raw) {
		return held.plan, nil
	}
	p, err := decode(f.path(id), raw)
	if err != nil {
		return nil, err
	}
	f.remember(id, known{raw, p})
	return p, nil
}

func (f *files) remember(id string, k known) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.bytes += len(k.raw) - len(f.known[id].raw)
	f.known[id] = k
	for other, held := range f.known { // any will do: what is lost is read again
		if f.bytes <= cacheBytes {
			return
		}
		if other != id {
			f.bytes -= len(held.raw)
			delete(f.known, other)
		}
	}
}

// warn tells the log once of a file that is passed over.
func (f *files) warn(ctx context.Context, id string, err error) {
	f.mu.Lock()
	told := f.warned[id] == err.Error()
	f.warned[id] = err.Error()
	f.mu.Unlock()
	if !told {
		f.logger.WarnContext(ctx, "a file among the plans is no plan of ours; it is left as it is", "file", f.path(id), "error", err)
	}
}

// list gives all plans, as they were created.
func (f *files) list(ctx context.Context) ([]*Plan, error) {
	entries, err := os.ReadDir(f.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, unreadable(err)
	}
	plans := []*Plan{}
	for _, entry := range entries {
		id, is := strings.CutSuffix(entry.Name(), planSuffix)
		if !is || strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		p, err := f.read(ctx, id)
		if errors.Is(err, errNoPlan) {
			if !isID(id) {
				f.warn(ctx, id, errors.New("its name is no task id"))
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		plans = append(plans, p)
	}
	slices.SortFunc(plans, func(a, b *Plan) int { return cmp.Or(cmp.Compare(created(a), created(b)), cmp.Compare(a.ID, b.ID)) })
	return plans, nil
}

// created is 0 for a plan of another program that does not say.
func created(p *Plan) int64 {
	if p.CreatedAt == nil {
		return 0
	}
	return int64(*p.CreatedAt)
}

// create writes a new plan.
func (f *files) create(p *Plan) error {
	if err := os.MkdirAll(f.dir, 0o755); err != nil { //nolint:gosec // SMM, another program, reads the folder
		return unwritable(err)
	}
	return f.write(p)
}

// change reads a plan, lets edit work on a copy and writes that, under a lock between processes. What
// edit refuses leaves the file as it was.
func (f *files) change(ctx context.Context, id string, edit func(p *Plan) error) (*Plan, error) {
	return f.changeWith(ctx, id, edit, func() error { return nil })
}

// changeWith is change together with something else, which is done when all that the change of the
// plan needs is on the disk but the new name of a file. What also refuses leaves the plan as it was.
func (f *files) changeWith(ctx context.Context, id string, edit func(p *Plan) error, also func() error) (*Plan, error) {
	if !isID(id) {
		return nil, errNoPlan
	}
	release, err := f.lock(ctx, id)
	if err != nil {
		return nil, err
	}
	defer release()
	p, err := f.read(ctx, id)
	if err != nil {
		return nil, err
	}
	p = p.clone()
	if err := edit(p); err != nil {
		return nil, err
	}
	if err := f.replace(p, also); err != nil {
		return nil, err
	}
	return p, nil
}

// write puts a new plan on the disk.
func (f *files) write(p *Plan) error {
	raw, err := p.encode()
	if err != nil {
		return err
	}
	if err := durable.Write(f.path(p.ID), raw, 0o644); err != nil {
		return unwritable(err)
	}
	f.remember(p.ID, known{raw, p})
	return nil
}

// replace puts a plan in the place of the one that was read, under its lock.
func (f *files) replace(p *Plan, also func() error) error {
	raw, err := p.encode()
	if err != nil {
		return err
	}
	unfinished := filepath.Join(f.dir, locks, p.ID+".json")
	if err := durable.Write(unfinished, raw, 0o644); err != nil {
		return unwritable(err)
	}
	if err := also(); err != nil {
		_ = os.Remove(unfinished)
		return err
	}
	if err := os.Rename(unfinished, f.path(p.ID)); err != nil {
		_ = os.Remove(unfinished)
		return unwritable(err)
	}
	if err := durable.Sync(f.dir); err != nil {
		return unwritable(err)
	}
	f.remember(p.ID, known{raw, p})
	return nil
}

// locks is the folder for locks and unfinished files, beside the plans and out of SMM's sight.
const locks = ".locks"

// lock keeps others from the file, or from whatever else name stands for, until released.
func (f *files) lock(ctx context.Context, name string) (release func(), err error) {
	dir := filepath.Join(f.dir, locks)
	if _, err := os.Stat(f.dir); errors.Is(err, fs.ErrNotExist) {
		return nil, errNoPlan // and no folder is made for a question
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, unwritable(err)
	}
	release, err = durable.Lock(ctx, filepath.Join(dir, name+".lock"))
	if err != nil && ctx.Err() == nil {
		return nil, unwritable(err)
	}
	return release, err
}

func unreadable(err error) error {
	return fault.New(fault.Unavailable, "The plans cannot be read: look at the data folder and its permissions").Because(err)
}

func unwritable(err error) error {
	return fault.New(fault.Unavailable, "The plan cannot be written: look at the data folder, its permissions and the space left").Because(err)
}
