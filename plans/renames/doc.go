// Package renames renames many files of one folder as one operation: all of them, or none. It never
// replaces a file, and a crash at any moment loses none: what was begun is finished or taken back at
// the next start, by a journal on disk.
//
// # How an operation goes
//
// A journal, durable before anything is touched, holds every move, what its file looked like, and a
// state. Files go by a hidden name of their own, .plotline-TOKEN-N, so that swaps, chains, rotations
// and changes of case need no order:
//
//	staging   missing folders are made; each file goes from its name to a hidden one in the target's
//	          folder. Where that is another file system, it goes to a hidden name in its own folder
//	          (the hold), and is copied from there.
//	placing   each file goes from its hidden name to the target. A name that is taken ends it.
//	placed    all files are at their targets, and Commit may record it.
//	(gone)    holds are removed, the journal becomes a record of what was applied, which Undo needs.
//
// Each state is on disk before its first move and after the folders of the moves before it were
// synchronised. So names alone tell where a file is: while staging it has its hidden name or still its
// old one, while placing its hidden name or already the new one. Taking back walks the same states in
// the other direction. Only where other hands were at work do identities (size, modification time,
// inode) decide, and where they cannot, nothing is touched and the error says where each file is.
//
// Everything goes through an os.Root of the folder, so that neither a link nor ".." leads out.
//
// # What it relies on
//
// No rename replaces a file: renameat2 with RENAME_NOREPLACE on Linux, else a hard link and the removal
// of the old name. A file system that has neither (FAT on older kernels, some network mounts) leaves a
// gap of microseconds between looking and renaming. A copy to another file system keeps content, mode,
// modification time and, where it may, the owner; it does not keep extended attributes.
package renames
