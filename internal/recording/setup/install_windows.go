package setup

import (
	"bytes"
	"errors"
	"io/fs"
	"os"

	"plotline/internal/durable"
)

// moveAway renames the old copy, which may be running. A running program cannot be replaced, but it can be renamed.
func moveAway(path string, next []byte) error {
	now, err := durable.Read(path, int64(len(next)))
	if errors.Is(err, fs.ErrNotExist) || err == nil && bytes.Equal(now, next) {
		return nil
	}
	_ = os.Remove(path + ".old") // of the time before
	return os.Rename(path, path+".old")
}
