// Package workspacedir says where the files of a workspace stand in the data folder: those of the default
// workspace in a folder of their kind, such as plans, those of another in workspaces/<workspace>/plans.
package workspacedir

import (
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"plotline/graph"
	"plotline/graph/pattern"
)

const above = "workspaces"

// Of is the folder of one kind of files of a workspace, relative to the data folder.
func Of(workspace, kind string) string {
	if workspace == graph.DefaultWorkspace {
		return kind
	}
	return filepath.Join(above, name(workspace, runtime.GOOS == "windows"), kind)
}

// All lists the folders of one kind for the default workspace and every other that has any file in the
// data folder. They need not exist.
func All(dataDir, kind string) ([]string, error) {
	all := []string{kind}
	entries, err := os.ReadDir(filepath.Join(dataDir, above))
	if errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	for _, entry := range entries {
		if entry.IsDir() {
			all = append(all, filepath.Join(above, entry.Name(), kind))
		}
	}
	return all, err
}

// name is the name of a workspace's own folder. No name that ValidWorkspace takes leaves the folder
// above; of any other the result is a name that no workspace has. Windows ignores a dot at the end, and
// keeps names such as con for devices: there a percent sign, which no workspace has, stands around both.
func name(workspace string, windows bool) string {
	if graph.ValidWorkspace(workspace) != nil {
		return "%" + hex.EncodeToString([]byte(workspace))
	}
	if windows && (strings.HasSuffix(workspace, ".") || device.MatchString(workspace)) {
		return "%" + workspace + "%"
	}
	return workspace
}

var device = pattern.New(`^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)
