package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"syscall"

	"plotline/internal/backup"
	"plotline/internal/durable"
	"plotline/internal/fault"
)

// folderFormat is the newest format of data folders that this program knows. The database and the tokens have versions of
// their own. Plans, metadata and projects have none, because other programs read them and add fields. A program that
// changes them so that this one would misread them writes its format into a file of the folder. Without the file, the
// format is 1.
const folderFormat = 1

// checkFolder rejects a data folder of a newer format, and changes nothing in it.
func checkFolder(dir string) error {
	raw, err := durable.Read(filepath.Join(dir, backup.FormatFile), 64<<10)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) { // what needs the folder says that it is none
		return nil
	}
	var found struct{ Format int }
	if err == nil {
		err = json.Unmarshal(raw, &found)
	}
	switch {
	case err != nil || found.Format < 1:
		return fault.Newf(fault.Unavailable, "%s in the data folder %s cannot be read; restore it from a backup", backup.FormatFile, dir).Because(err)
	case found.Format > folderFormat:
		return fault.Newf(fault.Unavailable, "The data folder %s was written by a newer Plotline (format %d, this one knows %d); "+
			"update Plotline or name another folder", dir, found.Format, folderFormat)
	}
	return nil
}
