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
	// errsUnsupported are what file systems say that cannot do a thing at all.
	errsUnsupported = []error{syscall.EINVAL, syscall.ENOSYS, syscall.ENOTSUP, syscall.EOPNOTSUPP}
	// errsNoLinks are what they say that have no hard links, or may not make one of this file.
	errsNoLinks = append([]error{syscall.EPERM, syscall.EMLINK}, errsUnsupported...)
)

func inode(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return stat.Ino
	}
	return 0
}

// folderKey names a folder for its lock: one name, whatever path led to it.
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

// keepOwner gives a copy the owner of the original, where the process may.
func keepOwner(file *os.File, info fs.FileInfo) {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		_ = file.Chown(int(stat.Uid), int(stat.Gid))
	}
}

// foldersNeedNoSync is for systems where a folder cannot be synchronised.
const foldersNeedNoSync = false
