// Package schema has the migrations of a Neo4j database. It is apart from the store, so that test servers can be told by
// their schema.
package schema

import (
	"embed"
	"sync"

	"plotline/internal/schema"
)

//go:embed *.cypher
var files embed.FS

// Migrations returns the files of the schema. Each has several statements. A semicolon at the end of a line ends one.
var Migrations = sync.OnceValue(func() schema.Migrations { return schema.Load(files, "*.cypher") })
