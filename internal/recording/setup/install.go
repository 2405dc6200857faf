package setup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"plotline/internal/durable"
)

// ErrNoHook reports that plotline-hook is neither beside the program nor on PATH.
var ErrNoHook = errors.New("plotline-hook is not beside plotline; build or install both")

// FindHook returns the path of the hook that belongs to a program: the file beside it, else the one on PATH.
func FindHook(program string) (string, error) {
	if target, err := filepath.EvalSymlinks(program); err == nil {
		program = target
	}
	beside := filepath.Join(filepath.Dir(program), hookName())
	if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
		return beside, nil
	}
	if found, err := exec.LookPath(hookName()); err == nil {
		return filepath.Abs(found)
	}
	return "", ErrNoHook
}

// Install writes the path of the program and a copy of its hook into the data folder. A copy of a newer one stays. Commands
// that run for long call it too, once the folder has a copy, so that an update of Plotline reaches the hooks.
func Install(ctx context.Context, dataDir, program, version string) error {
	hook, err := FindHook(program)
	if err != nil {
		return err
	}
	bin := filepath.Join(dataDir, "bin")
	return durable.Locked(ctx, filepath.Join(bin, ".lock"), func() error {
		if err := replace(filepath.Join(bin, "program"), []byte(program+"\n"), 0o600); err != nil {
			return err
		}
		return copyHook(hook, HookProgram(dataDir), version)
	})
}

// Installed reports whether a data folder has a copy of the hook.
func Installed(dataDir string) bool {
	_, err := os.Stat(HookProgram(dataDir))
	return err == nil
}

// copyHook copies a hook that is newer than the copy: of a later version, or built later from the same.
func copyHook(from, to, version string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	ours := build{version, info.ModTime().UnixMilli()}
	note := to + ".version"
	if there, err := os.Stat(to); err == nil {
		// Reading 3 MB at each start would show in the memory of an idle process.
		same := parseBuild(note) == ours && there.Size() == info.Size() && there.Mode().Perm() == 0o700
		if same || parseBuild(note).newer(ours) {
			return nil
		}
	}
	const most = 64 << 20
	text, err := durable.Read(from, most)
	if err != nil {
		return err
	}
	if err := moveAway(to, text); err != nil {
		return err
	}
	if err := replace(to, text, 0o700); err != nil {
		return err
	}
	return replace(note, []byte(ours.String()), 0o600)
}

// replace writes a file unless it has that content and mode.
func replace(path string, text []byte, mode fs.FileMode) error {
	if now, err := durable.Read(path, int64(len(text))); err == nil && bytes.Equal(now, text) {
		return os.Chmod(path, mode)
	}
	return durable.Write(path, text, mode)
}

// build tells copies of the hook apart.
type build struct {
	version string
	at      int64 // Unix milliseconds
}

func (b build) String() string { return fmt.Sprintf("%s %d\n", b.version, b.at) }

// parseBuild reads the note beside a copy. Without it, the copy is older than any.
func parseBuild(note string) build {
	const most = 1 << 10
	text, err := durable.Read(note, most)
	if err != nil {
		return build{}
	}
	version, at, _ := strings.Cut(strings.TrimSpace(string(text)), " ")
	ms, _ := strconv.ParseInt(at, 10, 64)
	return build{version, ms}
}

// newer reports whether b is newer than other.
func (b build) newer(other build) bool {
	mine, theirs := numbers(b.version), numbers(other.version)
	for i := range mine {
		if mine[i] != theirs[i] {
			return mine[i] > theirs[i]
		}
	}
	return b.at > other.at
}

// numbers returns the three numbers of a version such as 0.1.0-dev+1a2b3c, and whether it is a release.
func numbers(version string) (n [4]int) {
	core, rest, _ := strings.Cut(strings.TrimPrefix(version, "v"), "-")
	core, _, _ = strings.Cut(core, "+")
	for i, part := range strings.SplitN(core, ".", 3) {
		n[i], _ = strconv.Atoi(part)
	}
	if rest == "" {
		n[3] = 1
	}
	return n
}
