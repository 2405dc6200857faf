package builtin

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"plotline/graph/meaning/modelfile"
)

// FileName is the file of the model, beside the program or in the data folder.
const FileName = "bge-small-en-v1.5.model"

// ErrNone says that there is no model. It is not an error of anyone's: without one, recall goes by words
// and relationships.
var ErrNone = errors.New("there is no " + FileName + " beside the program or in the data folder; `make model` in a checkout of Plotline makes it (24 MB to download)")

// Find gives the path of the model's file: the one beside the program, else the one in the data folder.
// It does not look into it. The error is ErrNone.
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

// advice says what to do about a file that cannot be read.
func advice(path string, err error) error {
	name := filepath.Base(path)
	switch {
	case errors.Is(err, modelfile.ErrForeign), errors.Is(err, modelfile.ErrVersion), errors.Is(err, modelfile.ErrDamaged):
		return fmt.Errorf("%s: %w; run `make model` to make it again, and start Plotline again", name, err)
	}
	return fmt.Errorf("%s cannot be read: %w", name, err)
}
