package renames

import "io/fs"

// identity identifies a file.
type identity struct {
	Size  int64  `json:"size"`            // in bytes
	Time  int64  `json:"mtime"`           // the modification time, in nanoseconds since 1970
	Inode uint64 `json:"inode,omitempty"` // 0 if the platform has none
}

func identityOf(info fs.FileInfo) identity {
	return identity{Size: info.Size(), Time: info.ModTime().UnixNano(), Inode: inode(info)}
}

// matches reports whether two identities may belong to one file, even if it was modified in between. Some file
// systems assign new inode numbers when they are mounted again.
func (i identity) matches(other identity) bool {
	if i.Inode != 0 && i.Inode == other.Inode {
		return true
	}
	return i.Size == other.Size && i.Time == other.Time
}

// isOriginal reports whether a file is the source of an entry. A file that has the same size and time, but
// is exactly the source of another entry, belongs to that one. Files created together often have the same
// size and time.
func (o *operation) isOriginal(e *entry, info fs.FileInfo) bool {
	found := identityOf(info)
	if !e.Source.matches(found) {
		return false
	}
	if found.Inode == 0 || found.Inode == e.Source.Inode {
		return true
	}
	if o.sources == nil {
		o.sources = make(map[identity]bool, len(o.Entries))
		for i := range o.Entries {
			o.sources[o.Entries[i].Source] = true
		}
	}
	return !o.sources[found]
}

// placedByOperation reports whether the operation put the file at the entry's target or at a hidden name. The caller
// may remove a copy if the result is true, so a copy must match its identity exactly.
func (o *operation) placedByOperation(e *entry, info fs.FileInfo) bool {
	switch {
	case !info.Mode().IsRegular():
		return false
	case e.Copied:
		return e.Target != nil && *e.Target == identityOf(info)
	default:
		return o.isOriginal(e, info)
	}
}
