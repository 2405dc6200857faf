package builtin

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"plotline/graph/meaning/modelfile"
)

// FileName is the name of the model's file, beside the program or in the data folder.
const FileName = "bge-small-en-v1.5.model"

// ErrNone reports that there is no model. This is not a failure: recall then uses words and relationships.
var ErrNone = errors.New("there is no " + FileName + "; to install it, run: plotline model install")

// Search says where the model's file may be.
type Search struct {
	// Named is the path that PLOTLINE_MODEL has. If there is one, the file is nowhere else.
	Named string
	// DataDir is the data folder, and Shared the platform's data folder, which all data folders share. Both may be "".
	DataDir, Shared string
}

// Paths returns where the file may be, the first choice first: beside the program, in ../share/plotline from there, in the
// data folder, and in the platform's.
func (s Search) Paths() []string {
	if s.Named != "" {
		return []string{s.Named}
	}
	var folders []string
	if program, err := os.Executable(); err == nil {
		if whole, err := filepath.EvalSymlinks(program); err == nil {
			program = whole
		}
		beside := filepath.Dir(program)
		folders = append(folders, beside, filepath.Join(filepath.Dir(beside), "share", "plotline"))
	}
	var paths []string
	for _, folder := range append(folders, s.DataDir, s.Shared) {
		if path := filepath.Join(folder, FileName); folder != "" && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	return paths
}

// Find returns the path of the file, without reading it. The error is ErrNone, or says that the named file is missing. It
// contains no folder.
func (s Search) Find() (string, error) {
	for _, path := range s.Paths() {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path, nil
		}
	}
	if s.Named != "" {
		return "", fmt.Errorf("PLOTLINE_MODEL names %s, which is not there or not a file; correct it, or run plotline model install, which puts the model there",
			filepath.Base(s.Named))
	}
	return "", ErrNone
}

// advice adds to an error about a file what to do about it.
func advice(path string, err error) error {
	name := filepath.Base(path)
	switch {
	case errors.Is(err, modelfile.ErrForeign), errors.Is(err, modelfile.ErrVersion), errors.Is(err, modelfile.ErrDamaged):
		return fmt.Errorf("%s: %w; to replace it, run plotline model install and restart Plotline", name, err)
	}
	return fmt.Errorf("%s cannot be read: %w", name, err)
}
