package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"plotline/internal/audit"
	"plotline/internal/durable"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// Service makes backups of one data folder.
type Service struct {
	Runner  *usecase.Runner
	DataDir string
	Program string // version of this program
	// Snapshot copies the graph to a file, and returns nil if there is none. If Snapshot itself is nil, backups have no
	// graph.
	Snapshot func(ctx context.Context, path string) (*Graph, error)
	// Hold lets no process record the outcome of a rename until release is called. It returns the journals to copy, relative
	// to the data folder.
	Hold func(ctx context.Context) (release func(), journals []string, err error)
}

var opBackup = usecase.Op{Name: "backup", Limit: -1}

// Create writes a backup to the file at path. The file appears, or replaces an older one, when it is complete and on the
// disk.
func (s *Service) Create(ctx context.Context, by audit.Caller, path string) (*Manifest, error) {
	return s.create(ctx, by, filepath.Dir(path), func(m *Manifest, in *staging) error {
		return writeFile(ctx, path, m, in)
	})
}

// Write writes a backup to a stream. It needs the space of an uncompressed backup in the folder for temporary files.
func (s *Service) Write(ctx context.Context, by audit.Caller, w io.Writer) (*Manifest, error) {
	return s.create(ctx, by, os.TempDir(), func(m *Manifest, in *staging) error {
		return unwritten("the output", writeArchive(ctx, w, m, in))
	})
}

func (s *Service) create(
	ctx context.Context, by audit.Caller, near string, write func(*Manifest, *staging) error,
) (*Manifest, error) {
	return usecase.Do(ctx, s.Runner, by, opBackup, struct{}{}, func(ctx context.Context, _ *usecase.Note) (*Manifest, error) {
		if info, err := os.Stat(s.DataDir); err != nil || !info.IsDir() {
			return nil, fault.Newf(fault.NotFound, "There is no data folder %s; name it with --data-dir", s.DataDir)
		}
		in, err := newStaging(near)
		if err != nil {
			return nil, unwritten(near, err)
		}
		defer in.remove()
		m := &Manifest{Format: Format, Program: s.Program, CreatedAt: time.Now().UTC().Truncate(time.Second)}
		if err := s.collect(ctx, m, in); err != nil {
			return nil, err
		}
		m.count()
		usecase.Report(ctx, 2, 3, "writing the backup")
		return m, write(m, in)
	})
}

// collect copies everything into the staging folder: the files first, then the graph. The package comment says why.
func (s *Service) collect(ctx context.Context, m *Manifest, in *staging) error {
	usecase.Report(ctx, 0, 3, "copying the files")
	if err := s.collectFiles(ctx, m, in); err != nil {
		return err
	}
	if s.Snapshot == nil {
		return nil
	}
	usecase.Report(ctx, 1, 3, "copying the graph")
	var err error
	if m.Graph, err = s.Snapshot(ctx, in.path(Database)); err != nil || m.Graph == nil {
		return err
	}
	f, err := describe(ctx, in.path(Database), Database)
	if err != nil {
		return unwritten(in.dir, err)
	}
	m.Files = append([]File{f}, m.Files...)
	return nil
}

// holdTimeout is how long a backup waits for outcomes that are being recorded, which takes milliseconds.
const holdTimeout = time.Minute

func (s *Service) collectFiles(ctx context.Context, m *Manifest, in *staging) error {
	waiting, cancel := context.WithTimeout(ctx, holdTimeout)
	defer cancel()
	release, journals, err := s.Hold(waiting)
	if err != nil {
		return err
	}
	defer release()
	files, leftOut, err := contents(s.DataDir, journals)
	if err != nil {
		return unread(err)
	}
	m.LeftOut, m.Files = leftOut, []File{}
	for _, name := range files {
		f, err := in.copy(ctx, s.DataDir, name)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, durable.ErrNotRegular) { // it was removed or replaced meanwhile
			continue
		}
		if err != nil {
			return err
		}
		m.Files = append(m.Files, f)
	}
	return nil
}

// describe returns the entry of a file that does not change any more.
func describe(ctx context.Context, path, name string) (File, error) {
	file, err := os.Open(path)
	if err != nil {
		return File{}, err
	}
	defer func() { _ = file.Close() }()
	return sum(ctx, name, private, file, io.Discard)
}

// sum copies a file, and returns its entry.
func sum(ctx context.Context, name, mode string, from io.Reader, to io.Writer) (File, error) {
	hash := sha256.New()
	n, err := io.Copy(io.MultiWriter(hash, to), interruptible{ctx, from})
	return File{Path: filepath.ToSlash(name), Bytes: n, Mode: mode, SHA256: hex.EncodeToString(hash.Sum(nil))}, err
}

// interruptible is a reader that ends with its context.
type interruptible struct {
	ctx context.Context //nolint:containedctx // it lives as long as the call
	io.Reader
}

// Read implements io.Reader.
func (r interruptible) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// unread and unwritten convert errors of files. They name the file and the system's reason, because the caller owns the
// disk.
func unread(err error) error { return failed("The backup cannot read %s: %v", "its files", err) }

func unwritten(what string, err error) error {
	return failed("The backup cannot write to %s: %v", what, err)
}

func failed(format, what string, err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if own, is := errors.AsType[*fault.Error](err); is {
		return own
	}
	if at, is := errors.AsType[*fs.PathError](err); is {
		what, err = at.Path, at.Err
	}
	code := fault.Unavailable
	if errors.Is(err, fs.ErrNotExist) {
		code = fault.NotFound
	}
	return fault.New(code, fmt.Sprintf(format, what, err)).Because(err)
}
