package builtin

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"plotline/graph/meaning/modelfile"
)

// FileName is the name of the model's file, beside the program or in the data folder.
const FileName = "bge-small-en-v1.5.model"

// ErrNone reports that there is no model. This is not a failure: recall then uses words and relationships.
var ErrNone = errors.New("there is no " + FileName + " beside the program or in the data folder; to make it (a download of 24 MB), run make model in a checkout of Plotline")

// Find returns the path of the model's file: the one beside the program, otherwise the one in the data
// folder. It does not read the file. The error is ErrNone.
func Find(dataDir string) (string, error) {
	var folders []string
	if program, err := os.Executable(); err == nil {
		if whole, err := filepath.EvalSymlinks(program); err == nil {
			program = whole
		}
		folders = append(folders, filepath.Dir(program))
	}
	return find(append(folders, dataDir))
}

func find(folders []string) (string, error) {
	for _, folder := range folders {
		if folder == "" {
			continue
		}
		path := filepath.Join(folder, FileName)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path, nil
		}
	}
	return "", ErrNone
}

// advice adds to an error about a file what to do about it.
func advice(path string, err error) error {
	name := filepath.Base(path)
	switch {
	case errors.Is(err, modelfile.ErrForeign), errors.Is(err, modelfile.ErrVersion), errors.Is(err, modelfile.ErrDamaged):
		return fmt.Errorf("%s: %w; to make it again, run make model and restart Plotline", name, err)
	}
	return fmt.Errorf("%s cannot be read: %w", name, err)
}
