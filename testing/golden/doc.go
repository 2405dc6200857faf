// Package golden keeps a record of everything that others rely on, below record/: schemas of tools and routes,
// error codes, fixed texts, audit fields, metrics, flags, environment variables, file formats, database schemas,
// exit statuses, events and headers. Its test asks the real program for each fact and compares.
//
// A record is a text file, sorted, with one fact a line. What differs from run to run (ids, times, ports, paths)
// is replaced by its type. Titles and descriptions are not in it: their wording may improve at any time. What
// stands in Neo4j is compared where there is one.
//
// A change of the record is a change for users, so it needs a line in CHANGELOG.md:
//
//	UPDATE_GOLDEN=1 go test ./testing/golden
//
// writes the record anew and prints the line to add to changes.tsv, whose last line belongs to the record as it
// is now.
package golden
