package golden_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/serving"
)

// dataPart is the part of the record that needs Neo4j. TestRecord does not check it.
const dataPart = "neo4j_data"

// stored queries the properties of everything in a workspace.
const stored = `
MATCH (n) WHERE n.workspace = $workspace UNWIND keys(n) AS key
RETURN DISTINCT "(:" + labels(n)[0] + ") " + key + ": " + valueType(n[key]) AS fact
UNION MATCH ()-[r]->() WHERE r.workspace = $workspace UNWIND keys(r) AS key
RETURN DISTINCT "[:" + type(r) + "] " + key + ": " + valueType(r[key]) AS fact`

// constraints and indexes query the results of Plotline's migrations.
const (
	constraints = `SHOW CONSTRAINTS YIELD name, type, labelsOrTypes, properties WHERE name STARTS WITH "plotline_"
RETURN type + " " + name + " on " + labelsOrTypes[0] + reduce(all = "", p IN properties | all + " " + p) AS fact`
	indexes = `SHOW INDEXES YIELD name, type, labelsOrTypes, properties WHERE name STARTS WITH "plotline_"
RETURN type + " index " + name + " on " + labelsOrTypes[0] + reduce(all = "", p IN properties | all + " " + p) AS fact`
)

// TestNeo4jData compares the data in a real Neo4j with the record. It runs before TestRecord, which
// includes the part in the digest.
func TestNeo4jData(t *testing.T) {
	server := neo4jtest.Open(t, neo4jtest.LTS)
	workspace := server.Workspace(t, "PlotlineLock", "PlotlineModel", "PlotlinePart", "PlotlineSerial", "PlotlineSpentSerial")
	for _, args := range [][]string{
		{"import", "file", "testdata/graph.jsonl"},
		{"episodes", "delete", "019a0000-0000-7000-8000-000000000003", "--yes"},
	} {
		flags := []string{"--data-dir", t.TempDir(), "--workspace", workspace}
		if done := serving.Run(t, binary, server.Env(), slices.Concat(args, flags)...); done.Status != 0 {
			t.Fatalf("plotline %s: %s", strings.Join(args, " "), done.Err)
		}
	}
	now, driver := record{}, server.Driver(t)
	for _, query := range []string{stored, constraints, indexes} {
		found, err := neo4j.ExecuteQuery(t.Context(), driver, query, map[string]any{"workspace": workspace}, neo4j.EagerResultTransformer)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range found.Records {
			fact, _ := row.Get("fact")
			now.add(dataPart, []string{fmt.Sprint(fact)})
		}
	}
	if update {
		if err := os.WriteFile(filepath.Join(recordDir, dataPart+kind), []byte(now.text(dataPart)), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	before, err := load(recordDir)
	if err != nil {
		t.Fatal(err)
	}
	if changed := now.differences(record{dataPart: before[dataPart]}); len(changed) > 0 {
		t.Errorf("%d facts about the data in Neo4j differ (+ is now, - was before):\n%s\n\n%s", len(changed), strings.Join(changed, "\n"), howTo)
	}
	if len(now[dataPart]) == 0 {
		t.Errorf("%s is empty", dataPart)
	}
}
