package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"

	"plotline/internal/durable"
	"plotline/internal/fault"
	"plotline/internal/jsoncut"
)

// The names in the archive.
const (
	manifestName = "plotline-backup.json"
	dataPrefix   = "data/"
)

// writeFile writes the archive inside the staging folder, and renames it when it is on the disk.
func writeFile(ctx context.Context, path string, m *Manifest, in *staging) error {
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			return unwritten(path, errors.New("it is not a file"))
		}
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return unwritten(path, err)
		}
	}
	unfinished := filepath.Join(in.dir, "backup")
	file, err := os.OpenFile(unfinished, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return unwritten(path, err)
	}
	err = writeArchive(ctx, file, m, in)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return unwritten(path, err)
	}
	if err := os.Rename(unfinished, path); err != nil {
		return unwritten(path, err)
	}
	return unwritten(path, durable.Sync(filepath.Dir(path)))
}

func writeArchive(ctx context.Context, w io.Writer, m *Manifest, in *staging) error {
	packed, err := zstd.NewWriter(w)
	if err != nil {
		return err
	}
	out := tar.NewWriter(packed)
	err = writeEntries(ctx, out, m, in)
	return errors.Join(err, out.Close(), packed.Close())
}

func writeEntries(ctx context.Context, out *tar.Writer, m *Manifest, in *staging) error {
	raw, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	if len(raw) > maxManifest || 10*len(m.Files) > maxTokens {
		return fault.Newf(fault.TooLarge, "The data folder has %d files, more than a backup can list; nothing was written", len(m.Files))
	}
	header := func(name string, size int64, mode fs.FileMode) error {
		return out.WriteHeader(&tar.Header{
			Typeflag: tar.TypeReg, Name: name, Size: size, Mode: int64(mode), ModTime: m.CreatedAt, Format: tar.FormatPAX,
		})
	}
	if err := header(manifestName, int64(len(raw)), 0o600); err != nil {
		return err
	}
	if _, err := out.Write(raw); err != nil {
		return err
	}
	for _, f := range m.Files {
		if err := header(dataPrefix+f.Path, f.Bytes, f.mode()); err != nil {
			return err
		}
		if err := appendFile(ctx, out, in.path(filepath.FromSlash(f.Path))); err != nil {
			return err
		}
	}
	return nil
}

func appendFile(ctx context.Context, out io.Writer, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, interruptible{ctx, file})
	return errors.Join(err, file.Close())
}

// Archive is a backup that is read.
type Archive struct {
	Manifest Manifest

	name   string
	file   *os.File
	packed *zstd.Decoder
	files  *tar.Reader
	raw    []byte // the manifest
}

// These limit the manifest in memory, which a small compressed file can make large. Each file takes some 200 bytes of
// it, and ten tokens.
const (
	maxManifest = 128 << 20
	maxTokens   = 6e6
)

// Open opens a backup and reads its manifest. It rejects a file of a newer format.
func Open(path string) (*Archive, error) {
	file, err := durable.Open(path)
	if err != nil {
		return nil, failed("The backup %s cannot be read: %v", path, err)
	}
	a := &Archive{name: path, file: file}
	if a.packed, err = zstd.NewReader(file, zstd.WithDecoderMaxWindow(64<<20)); err == nil {
		a.files = tar.NewReader(a.packed)
		err = a.readManifest()
	}
	if err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

func (a *Archive) readManifest() error {
	header, err := a.files.Next()
	if err != nil {
		return damaged(a.name, "%v", err)
	}
	if header.Name != manifestName || header.Size > maxManifest {
		return damaged(a.name, "it begins with %.100q", header.Name)
	}
	if a.raw, err = io.ReadAll(a.files); err != nil {
		return damaged(a.name, "%v", err)
	}
	if !jsoncut.AtMost(a.raw, maxTokens) {
		return damaged(a.name, "its manifest: it has too many files")
	}
	var version struct{ Format int }
	if err := json.Unmarshal(a.raw, &version); err != nil {
		return damaged(a.name, "its manifest is not JSON")
	}
	err = json.Unmarshal(a.raw, &a.Manifest)
	if a.Manifest.Format = version.Format; err != nil && version.Format <= Format {
		return damaged(a.name, "its manifest: %v", err)
	}
	return a.Manifest.check(a.name)
}

// Close closes the file.
func (a *Archive) Close() {
	if a.packed != nil {
		a.packed.Close()
	}
	_ = a.file.Close()
}

// Verify reads the whole backup, and compares each file with its checksum in the manifest. It rejects a data folder of a
// newer format.
func (a *Archive) Verify(ctx context.Context) error {
	var format *bytes.Buffer
	err := a.each(ctx, func(f File) (io.WriteCloser, error) {
		if f.Path != FormatFile {
			return nowhere{io.Discard}, nil
		}
		if f.Bytes > maxFormatFile {
			return nil, damaged(a.name, "its %s has %d bytes", FormatFile, f.Bytes)
		}
		format = &bytes.Buffer{}
		return nowhere{format}, nil
	})
	if err != nil || format == nil {
		return err
	}
	return a.Manifest.checkFormat(a.name, format.Bytes())
}

type nowhere struct{ io.Writer }

// Close implements io.Closer.
func (nowhere) Close() error { return nil }

// each copies every file to what to returns for it, and compares it with the manifest. It can be called once.
func (a *Archive) each(ctx context.Context, to func(f File) (io.WriteCloser, error)) error {
	for _, f := range a.Manifest.Files {
		header, err := a.files.Next()
		if err != nil {
			return a.broken(ctx, err)
		}
		if header.Name != dataPrefix+f.Path || header.Size != f.Bytes {
			return damaged(a.name, "it has %.200q in place of %.200q", header.Name, f.Path)
		}
		if err := a.one(ctx, f, to); err != nil {
			return err
		}
	}
	if _, err := a.files.Next(); !errors.Is(err, io.EOF) {
		return damaged(a.name, "it has more than its manifest")
	}
	if _, err := io.Copy(io.Discard, a.packed); err != nil { // checks the end of the compressed data
		return a.broken(ctx, err)
	}
	return nil
}

func (a *Archive) one(ctx context.Context, f File, to func(File) (io.WriteCloser, error)) error {
	file, err := to(f)
	if err != nil {
		return err
	}
	target := &watched{Writer: file}
	got, err := sum(ctx, f.Path, f.Mode, a.files, target)
	target.err = errors.Join(target.err, file.Close())
	switch {
	case target.err != nil:
		return unwritten(f.Path, target.err)
	case err != nil:
		return a.broken(ctx, err)
	case got != f:
		return damaged(a.name, "%.200q does not have its checksum", f.Path)
	}
	return nil
}

// watched keeps the error of a writer, which io.Copy mixes with those of its reader.
type watched struct {
	io.Writer
	err error
}

// Write implements io.Writer.
func (w *watched) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	w.err = err
	return n, err
}

func (a *Archive) broken(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return damaged(a.name, "%v", err)
}
