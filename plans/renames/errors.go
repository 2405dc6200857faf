package renames

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"plotline/internal/fault"
)

// heading replaces the title of unavailable, which mentions a database.
const heading = "Renaming failed"

// fileError converts a system error about a file into an error for clients. The name is a slash path inside
// the folder.
func fileError(err error, name string) *fault.Error {
	var known *fault.Error
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return fault.From(err)
	case errors.Is(err, fs.ErrExist):
		return targetExists(name).Because(err)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, errNotFolder):
		return fault.Newf(fault.Conflict, "Source file %q does not exist in the media folder", name).Because(err)
	case errors.Is(err, errTooLong):
		return fault.Invalid("The name of %q is longer than the file system allows", name).Because(err)
	case leadsOut(err):
		return fault.Newf(fault.PermissionDenied, "%q is outside the media folder, through a link", name).Because(err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, errReadOnly):
		return fault.Newf(fault.PermissionDenied, "Plotline may not rename or write %q; give it the permission to write there", name).Because(err)
	case isOneOf(err, errsFull):
		return failed("There is no space left on the disk for %q", name).Because(err)
	default:
		return failed("The file system failed on %q", name).Because(err)
	}
}

// leadsOut reports whether err is that of an os.Root for a path that leaves it. The os package does not
// export this error.
func leadsOut(err error) bool {
	var at *fs.PathError
	return errors.As(err, &at) && at.Err.Error() == "path escapes from parent"
}

func failed(format string, args ...any) *fault.Error {
	e := fault.Newf(fault.Unavailable, format, args...)
	e.Heading = heading
	return e
}

func targetExists(name string) *fault.Error {
	return fault.Newf(fault.Conflict, "Target file %q already exists in the filesystem", name)
}

// changedMeanwhile returns the error for a source that has changed since the operation began.
func changedMeanwhile(name string) *fault.Error {
	return fault.Newf(fault.Conflict, "File %q was changed while it was being renamed", name)
}

// dataFolderError returns an error about the data folder, which clients cannot fix.
func dataFolderError(err error, details string) *fault.Error {
	return failed("%s; nothing was changed", details).Because(err)
}

// openError returns the error for a media folder that cannot be opened.
func openError(folder string, err error) *fault.Error {
	if known := (*fault.Error)(nil); errors.As(err, &known) {
		return withUnchanged(known)
	}
	if leadsOut(err) {
		return fault.Newf(fault.PermissionDenied, "The media folder %q is outside its media root, through a link; nothing was changed", folder).Because(err)
	}
	if errors.Is(err, fs.ErrPermission) {
		return fault.Newf(fault.PermissionDenied, "Plotline may not open the media folder %q; give it the permission; nothing was changed", folder).Because(err)
	}
	return fault.Newf(fault.Conflict, "The media folder %q does not exist or is not a folder; nothing was changed", folder).Because(err)
}

// withUnchanged returns an error that says that nothing was changed.
func withUnchanged(err error) *fault.Error { return withDetails(err, "nothing was changed") }

// withDetails returns a copy of an error for clients, with a text added to its details.
func withDetails(err error, more string) *fault.Error {
	e := *fault.From(err)
	if e.Details == "" {
		more = strings.ToUpper(more[:1]) + more[1:]
	} else {
		more = "; " + more
	}
	e.Details += more
	return &e
}

// rollbackError returns the error for an incomplete rollback. Each item of left says where a file is, and
// why.
func rollbackError(err error, left []string) *fault.Error {
	return withDetails(err, "taking back what was done could not be finished: "+strings.Join(left, "; ")+
		"; nothing was overwritten, and Plotline tries again at its next start").With("left", left)
}
