// Package renames renames many files of one folder in one operation: either all of them, or none. It
// replaces no file (see Requirements), and a crash loses none. A journal on disk lets the next start finish or roll
// back what was begun.
//
// # How an operation works
//
// The journal is synced to disk before any file is touched. It holds every move, the identity of its
// file, and a state. Each file moves through a hidden name of its own, .plotline-TOKEN-N. So swaps,
// chains, rotations and changes of case need no particular order:
//
//	staging   Missing folders are created. Each file is renamed to a hidden name in the target's folder.
//	          If that is on another file system, the file gets a hidden name in its own folder
//	          (the hold), and is copied from there.
//	placing   Each file is renamed from its hidden name to the target. A target that exists is an error.
//	placed    All files are at their targets, and Commit may record the outcome.
//	(gone)    Holds are removed. The journal becomes a record of the apply, which Undo needs.
//
// Each state is on disk before its first move, and after the folders of all earlier moves were synced. So
// names alone tell where a file is. While staging, it has its hidden name or its old one; while placing,
// its hidden name or the new one. A rollback goes through the same states in reverse. If other programs
// interfered, the identity (size, modification time, inode) decides. If it does not settle the matter,
// the file is not touched, and the error says where each file is.
//
// # Who recovers
//
// Recover continues the operations that a crash left in the states above. Package plans calls it in four places:
// Service.Run at the start of plotline serve and plotline mcp, for all workspaces; Service.Recover before every
// plotline plans command, for its workspace; and recoverBefore before a decision about a plan, for its workspace and
// media folder. Journals.settle does the same for the one plan that Apply or Undo is called for.
//
// All access goes through an os.Root of the folder, so that neither a link nor ".." leads out.
//
// # Where the rules are
//
// targets.go decides whether a target is taken, for the problems of a plan, Apply, Undo and sidecars. check.go has the
// other checks before an operation. Package plans rejects a second entry
// with a target when it is added. Another program may have written the file of a plan, so a plan reports such entries too,
// and check.go refuses them.
//
// # Requirements
//
// No rename replaces a file. Linux has renameat2 with RENAME_NOREPLACE. Where the system or the file system does not
// support it, a hard link is made and the old name is removed. A file system that supports neither (FAT on older kernels,
// some network mounts) has a gap of microseconds between check and rename, in which another program could lose a file. A copy to another file system keeps
// content, mode, modification time and, if permitted, the owner. It does not keep extended attributes.
package renames
