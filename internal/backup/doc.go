// Package backup copies a data folder into one file, while other processes use the folder, and restores it.
//
// The file is a tar archive, compressed with zstd. Its first entry is the manifest. The others are the files of the data
// folder, below "data/", in the order of the manifest. The manifest has the size and the SHA-256 of each.
//
// The copy is consistent in itself. The graph is of one moment. Every other file is whole, because its writers replace it
// atomically. No outcome of a rename is recorded while they are copied. They are copied before the graph: an episode that
// they count as written is then in the graph, and one that they lack is written again under its idempotency key.
//
// Left out is what must not be copied or has no meaning elsewhere: tokens, locks, unfinished files, the journals of running
// renames, open questions, and the audit log, to which every process appends. Unknown files are left out too. The manifest
// names what was left out.
//
// A restore extracts everything into the folder ".restore" of the data folder, checks and syncs it, and writes a mark. Then
// it moves each file to its place. A restore that was killed before the mark is undone by Settle, later it is finished.
// Every command but `plotline token` calls Settle before it uses a data folder.
package backup
