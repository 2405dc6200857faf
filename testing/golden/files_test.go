package golden_test

import (
	"bufio"
	"bytes"
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	_ "modernc.org/sqlite" // reads the schema

	"plotline/testing/kit/serving"
)

var (
	labelForm     = regexp.MustCompile(`(\w+)="([^"]*)"`)
	histogramForm = regexp.MustCompile(`_(?:bucket|sum|count)$`)
	projectForm   = regexp.MustCompile(`\w+(?:--[0-9a-f]{16})?-[0-9a-f]{32}\b`)
	likeOthers    = strings.NewReplacer("<media>_film", "<media>", "<elsewhere>", "<media>", "workspaces/elsewhere/", "")
	// schemaForm matches a statement that creates a constraint or an index in Neo4j.
	schemaForm = regexp.MustCompile(`^(?:CYPHER \d+ )?CREATE (?:CONSTRAINT|(?:\w+ )?INDEX)\b`)
	spaces     = regexp.MustCompile(`\s+`)
)

// fileFacts returns the names of files in the data folder and the shapes of JSON files. The server must
// have ended.
func fileFacts(w *world) []string {
	w.t.Helper()
	shapes := map[string]*shape{}
	var all []string
	note := func(name string, raw []byte) {
		if shapes[name] == nil {
			shapes[name] = newShape(closed...)
		}
		lines := bufio.NewScanner(bytes.NewReader(raw))
		lines.Buffer(nil, len(raw)+1)
		if !strings.HasSuffix(name, ".jsonl") {
			shapes[name].add(w.values(raw))
			return
		}
		for lines.Scan() {
			shapes[name].add(w.values(lines.Bytes()))
		}
	}
	folder := os.DirFS(w.dir)
	err := fs.WalkDir(folder, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == "." {
			return err
		}
		name := redact(path)
		if entry.IsDir() {
			all = append(all, name+"/")
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		all = append(all, fmt.Sprintf("%s has the mode %v", name, info.Mode()))
		if strings.HasSuffix(name, ".json") || strings.HasSuffix(name, ".jsonl") {
			raw, err := fs.ReadFile(folder, path)
			if err != nil {
				return err
			}
			note(likeOthers.Replace(projectForm.ReplaceAllString(name, "<project>")), raw)
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	raw, err := os.ReadFile(w.tokens)
	if err != nil {
		w.t.Fatal(err)
	}
	note("tokens.json", raw)
	exported := serving.Run(w.t, binary, nil, "export", "--data-dir", w.dir)
	for line := range strings.Lines(exported.Out) {
		note(fmt.Sprintf("export %v", w.members([]byte(line))["type"]), []byte(line))
	}
	for name, s := range shapes {
		all = append(all, s.facts(name)...)
	}
	return all
}

// auditFacts returns the fields of the audit records of each operation over each transport. The server must
// have ended.
func auditFacts(w *world) []string {
	w.t.Helper()
	raw := serving.AuditLog(w.t, w.dir)
	var all []string
	for line := range bytes.Lines(raw) {
		record := w.members(line)
		fields := slices.DeleteFunc(namesOf(line), func(name string) bool { return name == "ids" })
		all = append(all, fmt.Sprintf("a record of %v has %s", record["door"], strings.Join(fields, " ")),
			fmt.Sprintf("%v %v", record["door"], record["operation"]), fmt.Sprintf("outcome %v", record["outcome"]))
		if record["ids"] != nil {
			all = append(all, fmt.Sprintf("%v %v may have ids", record["door"], record["operation"]))
		}
	}
	return all
}

// sqliteFacts returns the tables, columns and indexes of the embedded store.
func sqliteFacts(w *world) []string {
	w.t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(w.dir, "plotline.db"))
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	rows, err := db.QueryContext(w.t.Context(), `SELECT type, name, coalesce(sql, '') FROM sqlite_master
		WHERE name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')`)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var all []string
	for rows.Next() {
		var kind, name, statement string
		if err := rows.Scan(&kind, &name, &statement); err != nil {
			w.t.Fatal(err)
		}
		all = append(all, fmt.Sprintf("%s %s: %s", kind, name, plain(statement, "--")))
	}
	for _, pragma := range []string{"user_version", "application_id", "journal_mode"} {
		var value string
		if err := db.QueryRowContext(w.t.Context(), "PRAGMA "+pragma).Scan(&value); err != nil {
			w.t.Fatal(err)
		}
		all = append(all, pragma+" = "+value)
	}
	return all
}

// plain returns a statement on one line, without comments.
func plain(statement, comment string) string {
	var lines []string
	for line := range strings.Lines(statement) {
		line, _, _ = strings.Cut(line, comment)
		lines = append(lines, line)
	}
	return strings.TrimSpace(spaces.ReplaceAllString(strings.Join(lines, " "), " "))
}

// neo4jFacts returns the statements that create the schema in Neo4j.
func neo4jFacts(w *world) []string {
	w.t.Helper()
	var all []string
	for _, raw := range w.files("graph/neo4jstore/schema/*.cypher") {
		for part := range strings.SplitSeq(string(raw), ";\n") {
			if statement := plain(part, "//"); schemaForm.MatchString(statement) {
				all = append(all, statement)
			}
		}
	}
	return all
}

// textFacts returns the errors that the conformance suite's cases expect.
func textFacts(w *world) []string {
	w.t.Helper()
	var cases []byte
	for _, raw := range w.files("graph/graphtest/testdata/cases/*.json") {
		cases = append(append(cases, ','), raw...)
	}
	cases[0] = '[' // all of them as one list
	return refusals(w.values(append(cases, ']')))
}

// refusals returns the errors that the steps of a case expect.
func refusals(value any) []string {
	var all []string
	switch value := value.(type) {
	case map[string]any:
		if expected, is := value["error"].(map[string]any); is && value["call"] != nil {
			text, _ := expected["details"].(string)
			all = append(all, fmt.Sprintf("%v: %v %s", value["call"], expected["code"], quoted(redact(text))))
		}
		for _, member := range value {
			all = append(all, refusals(member)...)
		}
	case []any:
		for _, item := range value {
			all = append(all, refusals(item)...)
		}
	}
	return all
}

// module is the root of the module.
const module = "../.."

// files reads the module's files that match a pattern.
func (w *world) files(pattern string) [][]byte {
	w.t.Helper()
	paths, err := filepath.Glob(filepath.Join(module, pattern))
	if err != nil || len(paths) == 0 {
		w.t.Fatalf("no file is at %s: %v", pattern, err)
	}
	all := make([][]byte, 0, len(paths))
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			w.t.Fatal(err)
		}
		all = append(all, raw)
	}
	return all
}
