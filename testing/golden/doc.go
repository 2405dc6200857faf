// Package golden tests that interfaces do not change by accident. It compares the real program with the
// record below record/: schemas of tools and routes, error codes, fixed texts, audit fields, metrics,
// flags, environment variables, file formats, database schemas, exit statuses, events and headers. `make
// test` runs it.
//
// A record is a sorted text file with one fact a line. Values that differ between runs (ids, times, ports,
// paths) are replaced by their types. Titles and descriptions are not recorded, because their wording may
// change at any time. The Neo4j schema is compared if a Neo4j is available.
//
// A change of the record affects users, so it needs an entry in CHANGELOG.md. The command
//
//	UPDATE_GOLDEN=1 go test ./testing/golden
//
// rewrites the record and prints the line to append to changes.tsv. The last line of that file must match
// the current record.
package golden
