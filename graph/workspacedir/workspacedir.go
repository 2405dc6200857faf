// Package workspacedir locates the files of a workspace in the data folder. The default workspace has its
// files in a folder per kind, such as plans, and every other workspace in workspaces/<workspace>/plans.
package workspacedir

import (
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"plotline/graph"
)

const workspacesDir = "workspaces"

// Of returns the folder for one kind of files of a workspace, relative to the data folder.
func Of(workspace, kind string) string {
	if workspace == graph.DefaultWorkspace {
		return kind
	}
	return filepath.Join(workspacesDir, name(workspace, runtime.GOOS == "windows"), kind)
}

// All returns the folders of one kind for the default workspace and every other workspace with files in the
// data folder. The folders need not exist.
func All(dataDir, kind string) ([]string, error) {
	all := []string{kind}
	entries, err := os.ReadDir(filepath.Join(dataDir, workspacesDir))
	if errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	for _, entry := range entries {
		if entry.IsDir() {
			all = append(all, filepath.Join(workspacesDir, entry.Name(), kind))
		}
	}
	return all, err
}

// name returns the name of a workspace's folder. Names accepted by ValidWorkspace cannot lead out of the
// parent folder; for others name returns one that no workspace has. Windows ignores a trailing dot and
// reserves device names such as con. There, name puts percent signs around both, which no workspace name
// contains.
func name(workspace string, windows bool) string {
	if graph.ValidWorkspace(workspace) != nil {
		return "%" + hex.EncodeToString([]byte(workspace))
	}
	if windows && (strings.HasSuffix(workspace, ".") || device.MatchString(workspace)) {
		return "%" + workspace + "%"
	}
	return workspace
}

var device = regexp.MustCompile(`^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)
