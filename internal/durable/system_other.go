//go:build !windows

package durable

import (
	"errors"
	"os"
)

// isBusy is false, because these systems rename open files.
func isBusy(error) bool { return false }

// Sync makes renames, creations and removals in a folder durable.
func Sync(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
