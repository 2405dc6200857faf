package renames

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"plotline/graph/fault"
)

// heading stands in the place of the title of unavailable, which speaks of a database.
const heading = "Renaming failed"

// refused turns what the system said about a file into what a client may see. The name is a slash path
// within the folder.
func refused(err error, name string) *fault.Error {
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
		return fault.Newf(fault.PermissionDenied, "%q leads out of the media folder by a link", name).Because(err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, errReadOnly):
		return fault.Newf(fault.PermissionDenied, "The system does not let Plotline rename or write %q; give it the right to write there", name).Because(err)
	case isOneOf(err, errsFull):
		return failed("There is no space left on the disk for %q", name).Because(err)
	default:
		return failed("The file system failed on %q", name).Because(err)
	}
}

// leadsOut knows the error of an os.Root for a path that leaves it, which has no name.
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

// changedMeanwhile is for a source that is not what it was when the operation began.
func changedMeanwhile(name string) *fault.Error {
	return fault.Newf(fault.Conflict, "File %q was changed while it was being renamed", name)
}

// broken is for the data folder: no client can do anything about it.
func broken(err error, details string) *fault.Error {
	return failed("%s; nothing was changed", details).Because(err)
}

// unopened is for a media folder that cannot be had.
func unopened(folder string, err error) *fault.Error {
	if known := (*fault.Error)(nil); errors.As(err, &known) {
		return unchanged(known)
	}
	if leadsOut(err) {
		return fault.Newf(fault.PermissionDenied, "The media folder %q leads out of its media root by a link; nothing was changed", folder).Because(err)
	}
	if errors.Is(err, fs.ErrPermission) {
		return fault.Newf(fault.PermissionDenied, "The system does not let Plotline into the media folder %q; nothing was changed", folder).Because(err)
	}
	return fault.Newf(fault.Conflict, "The media folder %q does not exist, or is no folder; nothing was changed", folder).Because(err)
}

// unchanged is an error after which everything is as it was.
func unchanged(err error) *fault.Error { return ending(err, "nothing was changed") }

// ending is a copy of an error as a client sees it, with one more thing to know at its end.
func ending(err error, more string) *fault.Error {
	e := *fault.From(err)
	if e.Details == "" {
		more = strings.ToUpper(more[:1]) + more[1:]
	} else {
		more = "; " + more
	}
	e.Details += more
	return &e
}

// unfinished is an error after which some files could not be taken back. Each of left says where one
// is, and why.
func unfinished(err error, left []string) *fault.Error {
	return ending(err, "taking back what was done could not be finished: "+strings.Join(left, "; ")+
		"; nothing was overwritten, and Plotline tries again at its next start").With("left", left)
}
