package install

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"plotline/graph/meaning/modelfile"
	"plotline/internal/durable"
	"plotline/internal/egress"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// most is the size limit of a file to install, and of each file in the jar, in bytes.
const most = 64 << 20

// partName is the end of the name of an unfinished download, which is beside its target.
const partName = ".part"

// Install puts the model's file at a path, whole or not at all. The source is the jar or such a file: a path, or an http
// or https address. Install reports whether it wrote the file, which may be there already. It reports the progress of a
// download to ctx. An interrupted one goes on with the next Install to the same path.
func (a Artifact) Install(ctx context.Context, source, target string) (written bool, err error) {
	if data, err := readFile(target); err == nil && digest(data) == a.File {
		return false, nil
	}
	if !IsAddress(source) {
		data, err := readFile(source)
		if err != nil {
			return false, err
		}
		return true, a.write(source, data, target)
	}
	if err := makeFolder(target); err != nil {
		return false, err
	}
	release, held, err := durable.TryLock(target + partName + ".lock")
	if err != nil {
		return false, fmt.Errorf("the download cannot be locked against others: %w", err)
	}
	if !held {
		return false, fault.Newf(fault.Conflict, "another process is downloading the model to %s; wait for it", target)
	}
	defer func() {
		release()
		_ = os.Remove(target + partName + ".lock") // an empty file does no harm
	}()
	data, err := a.fetch(ctx, source, target+partName)
	if err == nil {
		err = a.write("the file of "+host(source), data, target)
	}
	if err != nil {
		return false, err
	}
	return true, os.Remove(target + partName)
}

// makeFolder makes the folder of a file.
func makeFolder(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("the folder of the model cannot be made: %w", err)
	}
	return nil
}

// write writes the model's file for content with this name.
func (a Artifact) write(name string, data []byte, target string) error {
	file, err := a.file(name, data)
	if err != nil {
		return err
	}
	if err := makeFolder(target); err != nil {
		return err
	}
	if err := durable.Write(target, file, 0o644); err != nil {
		return fmt.Errorf("the model cannot be written: %w", err)
	}
	return nil
}

// fetch downloads the file to part, and returns its content, which may be another file than wanted. If part had the
// beginning of another file, the digest shows that, and fetch starts anew.
func (a Artifact) fetch(ctx context.Context, source, part string) (data []byte, err error) {
	const unit = 1_000_000
	for anew := false; ; anew = true {
		continued, err := egress.Download(ctx, source, part, most, func(done, total int64) {
			usecase.Report(ctx, int(done/unit), int((total+unit/2)/unit), "MB")
		})
		if err != nil {
			return nil, fetchError(ctx, source, part, err)
		}
		if data, err = readFile(part); err != nil || a.known(digest(data)) {
			return data, err
		}
		if err := os.Remove(part); err != nil || !continued || anew {
			return data, err
		}
	}
}

// fetchError says why a download failed, and whether it can go on.
func fetchError(ctx context.Context, source, part string, err error) error {
	switch {
	case errors.Is(err, egress.ErrAddress):
		return fault.Invalid("%v: give one such as https://HOST/PATH", err)
	case errors.Is(err, egress.ErrTooLarge):
		_ = os.Remove(part)
		return fault.Invalid("the file of %s is larger than %d MiB, so it is not the model", host(source), most>>20)
	}
	next := "run the command again"
	if info, err := os.Stat(part); err == nil && info.Size() > 0 {
		next += fmt.Sprintf(" to continue: %s has %.1f MB", part, float64(info.Size())/1e6)
	} else {
		_ = os.Remove(part) // an empty file does no harm
	}
	if ctx.Err() != nil {
		return fault.New(fault.Cancelled, "stopped; "+next).Because(ctx.Err())
	}
	return fault.Newf(fault.Unavailable, "the model cannot be fetched from %s: %v; %s", host(source), err, next).Because(err)
}

// IsAddress reports whether a source is an address, not a path.
func IsAddress(source string) bool {
	scheme, _, found := strings.Cut(source, "://")
	return found && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// host returns the host of an address, because the rest may have secrets.
func host(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return "the server"
	}
	return parsed.Host
}

// readFile reads a file of the size of a model at most. It does not wait for a pipe.
func readFile(path string) ([]byte, error) {
	data, err := durable.Read(path, most)
	switch {
	case err == nil:
		return data, nil
	case errors.Is(err, durable.ErrNotRegular):
		return nil, fault.Invalid("%s is not a file", path)
	case errors.Is(err, durable.ErrTooLarge):
		return nil, fault.Invalid("%s is larger than %d MiB, so it is not the model", path, most>>20)
	}
	return nil, fmt.Errorf("%s cannot be read: %w", path, durable.Reason(err))
}

// Verify reads a model's file whole and compares its digest with that of the file that Install writes.
func (a Artifact) Verify(path string) error {
	data, err := readFile(path)
	if err != nil {
		return err
	}
	found := digest(data)
	if found == a.File {
		return nil
	}
	const again = "to replace it, run: plotline model install"
	model, err := modelfile.Parse(data)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w; its SHA-256 is %s, not %s; %s", path, err, found, a.File, again)
	case model.ID != a.Header.ID:
		return fmt.Errorf("%s is whole, but another model: %s, not %s; %s", path, model.ID, a.Header.ID, again)
	}
	return fmt.Errorf("%s is whole, but was made by another version of Plotline: its SHA-256 is %s, not %s; %s", path, found, a.File, again)
}
