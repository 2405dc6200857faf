// Package schema tells which schema a store has, and whether this program can use it.
//
// A schema is a list of migrations: numbered files, each of which is applied once. Until version 0.1.0 these files are
// changed in place, so a number alone does not tell a schema. A store keeps a digest of the files beside the number.
package schema

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// Migrations are the files of a schema, in the order in which they are applied. The first has the number 1.
type Migrations []Migration

// Migration is one file.
type Migration struct{ Name, Text string }

// Version is what a store records of its schema. The zero value is a store without a schema.
type Version struct {
	Number int    // of the last migration
	Digest string // of all migrations, "" in stores that kept none
}

// Load reads the files that match a pattern, sorted by name. It panics if a file cannot be read, because they are part
// of the program.
func Load(files fs.FS, pattern string) Migrations {
	names, err := fs.Glob(files, pattern) // sorts
	if err != nil || len(names) == 0 {
		panic(fmt.Sprintf("schema: no file matches %s: %v", pattern, err))
	}
	list := make(Migrations, len(names))
	for i, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			panic(err)
		}
		list[i] = Migration{name, string(text)}
	}
	return list
}

// Latest returns the version of a store with all migrations.
func (m Migrations) Latest() Version { return m.version(len(m)) }

// version returns the version of a store with the first n migrations. White space does not count, and neither do the
// comments of SQL and Cypher, whose signs no migration has in a text.
func (m Migrations) version(n int) Version {
	sum := sha256.New()
	for _, one := range m[:n] {
		for line := range strings.Lines(one.Text) {
			line, _, _ = strings.Cut(line, "--")
			line, _, _ = strings.Cut(line, "//")
			for word := range strings.FieldsSeq(line) {
				_, _ = io.WriteString(sum, word+" ")
			}
		}
		_, _ = io.WriteString(sum, "\n")
	}
	return Version{n, hex.EncodeToString(sum.Sum(nil))[:16]}
}

// Knows reports whether a store of this version can be used, after the migrations that it lacks. A store without a
// schema lacks all.
func (m Migrations) Knows(v Version) bool {
	return v == Version{} || 0 < v.Number && v.Number <= len(m) && v == m.version(v.Number)
}

// Refusal is what an error says of a store whose version is not known, after the name of the store.
func (v Version) Refusal() string {
	return fmt.Sprintf("has the schema %d of another version of Plotline and was not changed; export each workspace with that version "+
		"(plotline export), and import it with this one (plotline import file) into a new data folder or database", v.Number)
}
