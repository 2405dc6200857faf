package renames

import "io/fs"

// identity is how a file is known again.
type identity struct {
	Size  int64  `json:"size"`            // in bytes
	Time  int64  `json:"mtime"`           // the modification time, in nanoseconds since 1970
	Inode uint64 `json:"inode,omitempty"` // 0 where the platform has none
}

func identityOf(info fs.FileInfo) identity {
	return identity{Size: info.Size(), Time: info.ModTime().UnixNano(), Inode: inode(info)}
}

// same says whether two identities may be of one file, which was perhaps written to between. Some file
// systems give a file another inode number when they are mounted again.
func (i identity) same(other identity) bool {
	if i.Inode != 0 && i.Inode == other.Inode {
		return true
	}
	return i.Size == other.Size && i.Time == other.Time
}

// original says whether a file is the one that an entry named. One that is alike in size and time, but is to
// the last detail what another entry named, is that one's: files that are made together are often alike.
func (o *operation) original(e *entry, info fs.FileInfo) bool {
	found := identityOf(info)
	if !e.Source.same(found) {
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

// mine says whether what is at the entry's target, or on the way to or from there, was put there by
// the operation. A copy may be removed for that, so it must be as it was left, to the last detail.
func (o *operation) mine(e *entry, info fs.FileInfo) bool {
	switch {
	case !info.Mode().IsRegular():
		return false
	case e.Copied:
		return e.Target != nil && *e.Target == identityOf(info)
	default:
		return o.original(e, info)
	}
}
