package sqlitestore

import (
	"fmt"
	"testing"
	"os"
	"strings"
)

func TestZZ(t *testing.T) {
	s := newStore(t)
	s.Status(t.Context())
	e := s.ready.Load()
	l, _ := e.readers.take(t.Context())
	defer e.readers.give(t.Context(), l)
	files, _ := os.ReadDir("sql")
	for _, f := range files {
		b, _ := os.ReadFile("sql/" + f.Name())
		n := 0
		for i := 1; i < 14; i++ { if strings.Contains(string(b), fmt.Sprint("?", i)) { n = i } }
		args := make([]any, n)
		rows, err := l.conn.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+string(b), args...)
		if err != nil { t.Error(f.Name(), err); continue }
		fmt.Println("==", f.Name())
		for rows.Next() { var a, b, c int; var d string; rows.Scan(&a, &b, &c, &d); fmt.Println("   ", d) }
	}
}
