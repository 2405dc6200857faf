package sqlitestore

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestEveryStatementIsLoadedAndUsed checks that each name is in one file, in the list below the file's name, and used.
func TestEveryStatementIsLoadedAndUsed(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("statements.go")
	ok(t, err)
	var listed, written []string
	uses := map[string]int{}
	for line := range strings.SplitSeq(string(source), "\n") {
		if file := regexp.MustCompile(`^// In (sql/\w+\.sql)\.$`).FindStringSubmatch(line); file != nil {
			listed = append(listed, file[1])
		}
		if m := regexp.MustCompile(`^\t(\w+) += (?:watched|brief)\("(\w+)"\)$`).FindStringSubmatch(line); m != nil {
			listed, uses[m[1]] = append(listed, m[2]), 0
		}
	}
	for _, name := range listed {
		if !strings.HasPrefix(name, "sql/") {
			continue
		}
		text, err := sqlFiles.ReadFile(name)
		ok(t, err)
		written = append(written, name)
		for _, m := range regexp.MustCompile(`(?m)^-- name: (.*)$`).FindAllStringSubmatch(string(text), -1) {
			written = append(written, m[1])
		}
	}
	same(t, "statements in the order of the files", listed, written)
	same(t, "names, each in one file", len(texts), len(uses))
	entries, err := sqlFiles.ReadDir("sql")
	ok(t, err)
	same(t, "files", len(entries), len(listed)-len(uses))
	sources, err := filepath.Glob("*.go")
	ok(t, err)
	for _, name := range sources {
		if name == "statements.go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		ok(t, err)
		for _, word := range regexp.MustCompile(`\w+`).FindAllString(string(text), -1) {
			if _, statement := uses[word]; statement {
				uses[word]++
			}
		}
	}
	for name, n := range uses {
		if n == 0 {
			t.Errorf("statement %s is used nowhere", name)
		}
	}
}

func TestUnknownStatementStopsTheProgram(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("a statement that is in no file was loaded")
		}
	}()
	watched("none")
}

// parameters counts the parameters of a statement and checks that they are numbered without a gap.
func parameters(t *testing.T, name, body string) int {
	t.Helper()
	n := 0
	for strings.Contains(body, fmt.Sprintf("?%d", n+1)) {
		n++
	}
	for _, p := range regexp.MustCompile(`\?(\d*)`).FindAllStringSubmatch(body, -1) {
		if i, err := strconv.Atoi(p[1]); err != nil || i > n {
			t.Errorf("%s: parameter %s out of the row", name, p[0])
		}
	}
	return n
}

func TestStatementsNameTheirParameters(t *testing.T) {
	t.Parallel()
	for name, text := range texts {
		header, body := split(text)
		if header == "" {
			t.Errorf("%s has no header", name)
		}
		n := parameters(t, name, body)
		if reads := strings.HasPrefix(body, "SELECT") || strings.HasPrefix(body, "WITH"); reads != strings.Contains(header, "Columns: ") {
			t.Errorf("%s: the header and the columns do not agree", name)
		}
		for i := range n {
			if !strings.Contains(header, fmt.Sprintf("?%d ", i+1)) && !strings.Contains(header, "then the episode") {
				t.Errorf("%s: the header does not name ?%d", name, i+1)
			}
		}
		if regexp.MustCompile(`(LIMIT|OFFSET) \?\d+( OFFSET|\)|$)`).MatchString(body) {
			t.Errorf("%s: a bare parameter in LIMIT is planned anew each time", name)
		}
		if strings.Count(body, ";") > 0 {
			t.Errorf("%s holds more than a statement", name)
		}
	}
}

// split separates the header from the statement.
func split(text string) (header, body string) {
	at := regexp.MustCompile(`(?m)^[^-]`).FindStringIndex(text)[0]
	return text[:at], text[at:]
}

// TestPlansUseIndexes checks that no statement scans a table, except the tables and lists that it is given, and that
// few read all relationships of a workspace.
func TestPlansUseIndexes(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	_, err := s.Status(t.Context())
	ok(t, err)
	db := raw(t, s.path)
	scan := regexp.MustCompile(`SCAN (\w+)(.*)`)
	given := []string{"json_each", "f", "k", "other", "tag", "reach", "page", "match", "hit", "r", "i", "node", "CONSTANT", "pragma_user_version", "sqlite_sequence", "o", "noted", "s", "place", "frequent", "deleted_episode", "next"}
	whole := []string{"count_all_relationships", "read_extent", "delete_relationships", "whole_type", "backward_relationships"}
	for name, text := range texts {
		_, body := split(text)
		rows, err := db.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+body, make([]any, parameters(t, name, body))...)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for rows.Next() {
			var id, parent, unused int
			var step string
			ok(t, rows.Scan(&id, &parent, &unused, &step))
			m := scan.FindStringSubmatch(step)
			text := len(m) > 0 && m[1] == "episode_index" && strings.Contains(m[2], "VIRTUAL TABLE INDEX")
			all := name == "list_recent_workspaces" && m != nil && m[1] == "w" // which has a row for each workspace
			if len(m) > 0 && !text && !all && !slices.Contains(given, m[1]) {
				t.Errorf("%s: %s", name, step)
			}
			if strings.Contains(step, "relationship_id (workspace=?)") && !slices.Contains(whole, name) {
				t.Errorf("%s reads every relationship of a workspace: %s", name, step)
			}
			if strings.Contains(step, "AUTOMATIC") {
				t.Errorf("%s makes an index for itself: %s", name, step)
			}
		}
		ok(t, rows.Err())
		ok(t, rows.Close())
	}
}

// TestSortsAreNarrow checks that no statement sorts rows with columns that may be large, because SQLite keeps what it
// sorts in memory. Such a statement sorts keys first, or leaves the order to its caller.
func TestSortsAreNarrow(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	_, err := s.Status(t.Context())
	ok(t, err)
	db := raw(t, s.path)
	large := regexp.MustCompile(`\b(query|reflection|metadata|tags|vector|terms)\b`)
	sorts := regexp.MustCompile(`ORDER BY|GROUP BY|DISTINCT|UNION( [^A]|\n)`)
	sorted := 0
	for name, text := range texts {
		_, body := split(text)
		rows, err := db.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+body, make([]any, parameters(t, name, body))...)
		ok(t, err)
		var steps []string
		for rows.Next() {
			var id, parent, unused int
			var step string
			ok(t, rows.Scan(&id, &parent, &unused, &step))
			steps = append(steps, step)
		}
		plan := strings.Join(steps, "\n")
		ok(t, rows.Err())
		ok(t, rows.Close())
		if !strings.Contains(plan, "USE TEMP B-TREE") {
			continue
		}
		sorted++
		for _, part := range selects(body) {
			if column := large.FindString(part); column != "" && sorts.MatchString(part) {
				t.Errorf("%s sorts rows with %s:\n%s", name, column, plan)
			}
		}
	}
	if sorted < 5 {
		t.Errorf("only %d statements sort: the plans are read wrongly", sorted)
	}
}

// selects returns the parts of a statement: each without those in parentheses.
func selects(body string) []string {
	parts, open := []string{""}, []int{0}
	for _, r := range body {
		switch r {
		case '(':
			open = append(open, len(parts))
			parts = append(parts, "")
		case ')':
			open = open[:len(open)-1]
		default:
			parts[open[len(open)-1]] += string(r)
		}
	}
	return parts
}
