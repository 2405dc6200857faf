//go:build !unix

package renames

import (
	"io/fs"
	"os"
	"syscall"
)

// The error numbers of Windows: ERROR_NOT_SAME_DEVICE, ERROR_HANDLE_DISK_FULL, ERROR_DISK_FULL,
// ERROR_DIRECTORY, ERROR_FILENAME_EXCED_RANGE, ERROR_WRITE_PROTECT, ERROR_INVALID_FUNCTION,
// ERROR_NOT_SUPPORTED.
var (
	errCrossDevice  = error(syscall.Errno(17))
	errsFull        = []error{syscall.Errno(39), syscall.Errno(112)}
	errNotFolder    = error(syscall.Errno(267))
	errTooLong      = error(syscall.Errno(206))
	errReadOnly     = error(syscall.Errno(19))
	errsUnsupported = []error{syscall.Errno(1), syscall.Errno(50)}
	errsNoLinks     = errsUnsupported
)

func inode(fs.FileInfo) uint64 { return 0 }

// folderKey returns the name of a folder's lock.
func folderKey(root *os.Root, folder string) (string, error) {
	if _, err := root.Stat("."); err != nil {
		return "", err
	}
	return pathKey(folder), nil
}

func keepOwner(*os.File, fs.FileInfo) {}

// foldersNeedNoSync is true because Windows cannot sync folders, and writes names in order.
const foldersNeedNoSync = true
