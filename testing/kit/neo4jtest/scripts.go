package neo4jtest

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// scripts are embedded, because a test runs in its own package's folder.
//
//go:embed image/*.sh
var scripts embed.FS

// writeScripts writes the scripts to a folder and returns the path of process.sh. The folder is named after
// their content and never rewritten, because bash reads a script while it runs it.
func writeScripts() (string, error) {
	files := map[string][]byte{}
	sum := sha256.New()
	err := fs.WalkDir(scripts, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := scripts.ReadFile(path)
		files[filepath.Base(path)] = text
		_, _ = sum.Write(text)
		return err
	})
	if err != nil {
		return "", err
	}
	dir, err := stateDir("scripts", hex.EncodeToString(sum.Sum(nil)[:6]))
	if err != nil {
		return "", err
	}
	for name, text := range files {
		if err := writeOnce(filepath.Join(dir, name), text); err != nil {
			return "", fmt.Errorf("write the scripts: %w", err)
		}
	}
	return filepath.Join(dir, "process.sh"), nil
}

// writeOnce writes an executable file atomically, unless it exists. Concurrent calls are safe.
func writeOnce(path string, text []byte) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	err = errors.Join(err, file.Chmod(0o700), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(file.Name())
	}
	return err
}
