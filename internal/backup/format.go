package backup

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"syscall"

	"plotline/internal/durable"
	"plotline/internal/fault"
)

// FormatFile is the file with the format of a data folder that an older program would misread.
const FormatFile = "format.json"

// folderFormat is the newest format of data folders that this program knows. The database and the tokens have versions of
// their own. Plans, metadata and projects have none, because other programs read them and add fields. A program that
// changes them so that this one would misread them writes its format into FormatFile. Without the file, the format is 1.
const folderFormat = 1

// maxFormatFile limits FormatFile in memory.
const maxFormatFile = 64 << 10

// CheckFolder rejects a data folder of a newer format, and changes nothing in it.
func CheckFolder(dir string) error {
	raw, err := durable.Read(filepath.Join(dir, FormatFile), maxFormatFile)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) { // what needs the folder says that it is none
		return nil
	}
	format := 0
	if err == nil {
		format, err = readFormat(raw)
	}
	switch {
	case errors.Is(err, fs.ErrPermission):
		return fault.Newf(fault.PermissionDenied, "The data folder %s may not be read by this user; check its owner and its permissions, or name another folder", dir).Because(err)
	case err != nil:
		return fault.Newf(fault.Unavailable, "%s in the data folder %s cannot be read; restore it from a backup", FormatFile, dir).Because(err)
	case format > folderFormat:
		return fault.Newf(fault.Unavailable, "The data folder %s was written by a newer Plotline (format %d, this one knows %d); "+
			"update Plotline or name another folder", dir, format, folderFormat)
	}
	return nil
}

func readFormat(raw []byte) (int, error) {
	var found struct{ Format int }
	if err := json.Unmarshal(raw, &found); err != nil {
		return 0, err
	}
	if found.Format < 1 {
		return 0, errors.New("it has no format")
	}
	return found.Format, nil
}

// checkFormat rejects a backup of a newer data folder.
func (m *Manifest) checkFormat(name string, raw []byte) error {
	format, err := readFormat(raw)
	switch {
	case err != nil:
		return damaged(name, "its %s: %v", FormatFile, err)
	case format > folderFormat:
		return fault.Newf(fault.Unavailable, "The data folder in %s was written by a newer Plotline (%s, format %d, this one knows %d); "+
			"update Plotline", name, m.Program, format, folderFormat)
	}
	return nil
}
