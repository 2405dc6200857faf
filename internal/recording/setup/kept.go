package setup

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"plotline/internal/durable"
	"plotline/internal/recording/spool"
)

// Kept is what setup remembers of the files that it changed, so that it can take its changes back. It has places and digests,
// and no text of the files.
type Kept struct {
	V     int                 `json:"v"`
	Files map[string]KeptFile `json:"files,omitempty"` // by path, and project if it is for one
}

// KeptFile is what setup remembers of one file.
type KeptFile struct {
	Client  Client   `json:"client"`
	Digest  string   `json:"digest"`            // SHA-256 of the file as setup left it
	Added   []added  `json:"added"`             // what setup inserted
	Created bool     `json:"created,omitempty"` // setup made the file
	Folders []string `json:"folders,omitempty"` // that setup made, outermost first
	Server  *Server  `json:"server,omitempty"`  // the entry, without its environment
}

// keptFile returns the path of the file, beside record.json.
func keptFile() (string, error) {
	settings, err := spool.SettingsFile()
	if err != nil {
		return "", err
	}
	return filepath.Join(filepath.Dir(settings), "setup.json"), nil
}

// ReadKept reads what setup remembers. Without the file it returns the zero value and no error.
func ReadKept() (Kept, error) {
	file, err := keptFile()
	if err != nil {
		return Kept{}, err
	}
	return readKept(file)
}

func readKept(file string) (Kept, error) {
	const most = 4 << 20
	var k Kept
	if err := durable.ReadJSON(file, most, &k); err != nil {
		return Kept{}, fmt.Errorf("%s cannot be read: %w", file, durable.Reason(err))
	}
	return k, nil
}

// Clients returns the clients that are set up.
func (k Kept) Clients() []Client {
	all := make([]Client, 0, len(k.Files))
	for _, file := range k.Files {
		all = append(all, file.Client)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Apply writes the changes of a plan, all or none. A file that changed since the plan was made is an error.
func (p Plan) Apply(ctx context.Context) error {
	file, err := keptFile()
	if err != nil {
		return err
	}
	return p.apply(ctx, file)
}

func (p Plan) apply(ctx context.Context, file string) error {
	return durable.Locked(ctx, file+".lock", func() error { return p.write(file) })
}

// write writes the changes. The caller holds the lock of the file that remembers them.
func (p Plan) write(file string) error {
	kept, err := readKept(file)
	if err != nil {
		return err
	}
	for i, c := range p.Changes {
		if err = c.write(); err != nil {
			for _, done := range p.Changes[:i] {
				err = errors.Join(err, done.restore())
			}
			return err
		}
	}
	return kept.store(file, p.Changes)
}

// store remembers the changes.
func (k Kept) store(file string, changes []Change) error {
	k.V = spool.Version
	if k.Files == nil {
		k.Files = map[string]KeptFile{}
	}
	var left []string
	for _, c := range changes {
		if c.kept == nil {
			left = append(left, k.Files[c.key].Folders...)
			delete(k.Files, c.key)
			continue
		}
		entry := *c.kept
		entry.Client = c.client
		k.Files[c.key] = entry
	}
	k.leave(left)
	if len(k.Files) == 0 {
		return durable.Remove(file)
	}
	text, err := json.MarshalIndent(k, "", "  ")
	if err != nil {
		return err
	}
	return durable.Write(file, append(text, '\n'), 0o600)
}

// write writes the file, if it is as it was when the plan was made.
func (c Change) write() error {
	target, now, _, existed, err := read(c.Path)
	switch {
	case err != nil:
		return err
	case existed != c.existed || string(now) != string(c.before):
		return fmt.Errorf("%s was changed by another program just now; run this command again", c.Path)
	case !c.Writes():
		return nil
	case c.ends:
		return durable.Remove(target)
	}
	made, err := makeFolders(filepath.Dir(target))
	if err != nil {
		return err
	}
	if c.kept != nil {
		c.kept.Folders = append(c.kept.Folders, made...)
	}
	return durable.Write(target, c.after, c.mode)
}

// restore undoes write.
func (c Change) restore() error {
	target, now, _, _, err := read(c.Path)
	switch {
	case err != nil || !c.Writes() || string(now) != string(c.after) && !c.ends:
		return err
	case c.existed:
		return durable.Write(target, c.before, c.mode)
	}
	err = durable.Remove(target)
	if c.kept != nil {
		removeEmpty(c.kept.Folders)
	}
	return err
}

// makeFolders makes a folder and those above it that are missing, and returns the new ones, outermost first.
func makeFolders(dir string) ([]string, error) {
	var made []string
	for parent := dir; ; parent = filepath.Dir(parent) {
		if _, err := os.Lstat(parent); err == nil || parent == filepath.Dir(parent) {
			break
		}
		made = append([]string{parent}, made...)
	}
	return made, os.MkdirAll(dir, 0o700)
}

// leave removes folders that setup made, if nothing else is in them. One in which setup still has a file goes with that file.
func (k Kept) leave(folders []string) {
	slices.SortFunc(folders, func(a, b string) int { return cmp.Compare(len(a), len(b)) }) // outermost first
	removeEmpty(folders)
	for _, dir := range slices.Backward(folders) {
		for key, file := range k.Files {
			if strings.HasPrefix(key, dir+string(filepath.Separator)) {
				file.Folders = append([]string{dir}, file.Folders...)
				k.Files[key] = file
				break
			}
		}
	}
}

// removeEmpty removes folders that setup made and that have nothing else in them.
func removeEmpty(folders []string) {
	for _, dir := range slices.Backward(folders) {
		_ = os.Remove(dir) // fails if something is in it
	}
}
