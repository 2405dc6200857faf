package killed_test

import (
	"database/sql"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
	_ "modernc.org/sqlite" // registers the driver

	"plotline/testing/kit/neo4jtest"
)

// auditFile lets SQLite check the file, and checks that redundant data agrees.
func auditFile(t *testing.T, path string, episodes int) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(30000)") // a program may still be writing
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(t.Context(), "INSERT INTO episode_index (episode_index) VALUES ('integrity-check')"); err != nil {
		t.Errorf("the search index: %v", err)
	}
	for query, want := range map[string]any{
		"PRAGMA integrity_check":                                                          "ok",
		"SELECT count(*) FROM pragma_foreign_key_check":                                   int64(0),
		"SELECT count(*) FROM episode":                                                    int64(episodes),
		"SELECT coalesce(sum(episodes), 0) FROM workspace":                                int64(episodes),
		"SELECT count(*) FROM episode_index":                                              int64(episodes),
		"SELECT count(*) = 2 * (SELECT count(*) FROM episode) FROM episode_tag":           int64(1),
		"SELECT count(*) FROM episode_tag WHERE episode NOT IN (SELECT key FROM episode)": int64(0),
		"SELECT count(*) FROM relationship WHERE src NOT IN (SELECT key FROM episode UNION SELECT key FROM deleted_episode)": int64(0),
		"SELECT count(*) FROM relationship WHERE dst NOT IN (SELECT key FROM episode UNION SELECT key FROM deleted_episode)": int64(0),
		"SELECT count(*) FROM episode_terms":                                                int64(episodes),
		"SELECT count(*) FROM episode WHERE key NOT IN (SELECT episode FROM episode_terms)": int64(0),
		"SELECT count(*) FROM episode WHERE key NOT IN (SELECT rowid FROM episode_index)":   int64(0),
	} {
		var got any
		if err := db.QueryRowContext(t.Context(), query).Scan(&got); err != nil || got != want {
			t.Errorf("%s: %v, want %v, %v", query, got, want, err)
		}
	}
}

// auditServer counts the data in Neo4j, including relationships to other workspaces.
func auditServer(t *testing.T, server neo4jtest.Server, workspace string, episodes int) {
	t.Helper()
	result, err := neo4j.ExecuteQuery(t.Context(), server.Driver(t), `OPTIONAL MATCH (e:Episode {workspace: $ws})
		OPTIONAL MATCH (e)-[astray]-(o:Episode WHERE o.workspace <> $ws)
		RETURN count(DISTINCT e) AS episodes, count(DISTINCT e.id) AS numbers, count(astray) AS astray`,
		map[string]any{"ws": workspace}, neo4j.EagerResultTransformer)
	if err != nil {
		t.Fatal(err)
	}
	row := result.Records[0].AsMap()
	if row["episodes"] != int64(episodes) || row["numbers"] != int64(episodes) || row["astray"] != int64(0) {
		t.Errorf("%v, want %d episodes", row, episodes)
	}
}
