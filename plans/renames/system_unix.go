//go:build unix

package renames

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

var (
	errCrossDevice = error(syscall.EXDEV)
	errsFull       = []error{syscall.ENOSPC, syscall.EDQUOT}
	errNotFolder   = error(syscall.ENOTDIR)
	errTooLong     = error(syscall.ENAMETOOLONG)
	errReadOnly    = error(syscall.EROFS)
	// errsUnsupported are the errors of file systems that do not support an operation.
	errsUnsupported = []error{syscall.EINVAL, syscall.ENOSYS, syscall.ENOTSUP, syscall.EOPNOTSUPP}
	// errsNoLinks are the errors of file systems without hard links, or that cannot link this file.
	errsNoLinks = append([]error{syscall.EPERM, syscall.EMLINK}, errsUnsupported...)
)

func inode(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return stat.Ino
	}
	return 0
}

// folderKey returns the name of a folder's lock, which is the same for all paths to the folder.
func folderKey(root *os.Root, folder string) (string, error) {
	info, err := root.Stat(".")
	if err != nil {
		return "", err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return pathKey(folder), nil
	}
	return fmt.Sprintf("folder-%x-%x", stat.Dev, stat.Ino), nil
}

// keepOwner gives a copy the owner of the original, if permitted.
func keepOwner(file *os.File, info fs.FileInfo) {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		_ = file.Chown(int(stat.Uid), int(stat.Gid))
	}
}

// foldersNeedNoSync is true on systems that cannot sync folders.
const foldersNeedNoSync = false
