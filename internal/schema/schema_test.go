package schema_test

import (
	"testing"
	"testing/fstest"

	"plotline/internal/schema"
)

// TestKnows checks which versions a program with two migrations can use.
func TestKnows(t *testing.T) {
	t.Parallel()
	load := func(first, second string) schema.Migrations {
		return schema.Load(fstest.MapFS{"m/0001_a.sql": {Data: []byte(first)}, "m/0002_b.sql": {Data: []byte(second)}}, "m/*.sql")
	}
	now := load("CREATE TABLE a (x) STRICT;", "CREATE TABLE b (x) STRICT;")
	for name, c := range map[string]struct {
		version schema.Version
		want    bool
	}{
		"a new store":                    {schema.Version{}, true},
		"its own":                        {now.Latest(), true},
		"one migration":                  {now[:1].Latest(), true},
		"a comment":                      {load("-- Why.\nCREATE TABLE a (x)\n  STRICT;", "CREATE TABLE b (x) STRICT; // so").Latest(), true},
		"another first migration":        {load("CREATE TABLE a (y) STRICT;", now[1].Text).Latest(), false},
		"another second migration":       {load(now[0].Text, "CREATE TABLE c (x) STRICT;").Latest(), false},
		"more migrations":                {append(now[:2:2], schema.Migration{Name: "0003", Text: "DROP TABLE a"}).Latest(), false},
		"no digest":                      {schema.Version{Number: 2}, false},
		"no number":                      {schema.Version{Digest: now.Latest().Digest}, false},
		"a number from another program":  {schema.Version{Number: -1}, false},
		"the number of other migrations": {schema.Version{Number: 1, Digest: now.Latest().Digest}, false},
	} {
		if got := now.Knows(c.version); got != c.want {
			t.Errorf("%s: %v is known: %t", name, c.version, got)
		}
	}
}
