package durable

import (
	"errors"
	"syscall"
)

// The errors of Windows while another program has a file open: ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION,
// ERROR_LOCK_VIOLATION.
const (
	errAccessDenied     = syscall.Errno(5)
	errSharingViolation = syscall.Errno(32)
	errLockViolation    = syscall.Errno(33)
)

// isBusy reports whether a rename may succeed once another program has closed the file.
func isBusy(err error) bool {
	return errors.Is(err, errAccessDenied) || errors.Is(err, errSharingViolation) || errors.Is(err, errLockViolation)
}

// Sync does nothing, because Windows cannot sync folders. NTFS has a journal of its own for names.
func Sync(string) error { return nil }
