package shared_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"plotline/graph"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/serving"
)

// TestImportMeetsMemoryLimit imports a file of which one batch is more than an administrator allows for a transaction, or for
// all of them. It must succeed without a flag and store nothing twice.
func TestImportMeetsMemoryLimit(t *testing.T) {
	t.Parallel()
	const episodes, relationships = 4500, 4500
	file := filepath.Join(t.TempDir(), "large.jsonl")
	writeGraph(t, file, episodes, relationships)
	for _, version := range neo4jtest.Versions() {
		for _, setting := range []string{"db.memory.transaction.max", "dbms.memory.transaction.total.max"} {
			t.Run(string(version)+", "+setting, func(t *testing.T) {
				t.Parallel()
				database := neo4jtest.OpenDedicated(t, version, neo4jtest.Extras{Settings: map[string]string{setting: "10m"}})
				env := append(database.Env(), patience, "PLOTLINE_DATA_DIR="+t.TempDir())
				for _, want := range []graph.Imported{
					{EpisodesCreated: episodes, RelationshipsCreated: relationships},
					{EpisodesSkipped: episodes, RelationshipsSkipped: relationships},
				} {
					var got graph.Imported
					done := runLong(t, env, "import", file, "--json")
					if err := json.Unmarshal([]byte(done.Out), &got); err != nil || done.Status != 0 || got != want {
						t.Fatalf("status %d, %+v, %s", done.Status, got, done.Err)
					}
				}
			})
		}
	}
}

// TestImportOfOneItemTooLarge imports an episode that is too large for a transaction by itself. The error names its line.
func TestImportOfOneItemTooLarge(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "heavy.jsonl")
	writeGraph(t, file, 500, 0)
	writeHeavy(t, file)
	for _, version := range neo4jtest.Versions() {
		t.Run(string(version), func(t *testing.T) {
			t.Parallel()
			database := neo4jtest.OpenDedicated(t, version, neo4jtest.Extras{Settings: map[string]string{"db.memory.transaction.max": "2m"}})
			env := append(database.Env(), patience, "PLOTLINE_DATA_DIR="+t.TempDir())
			done := runLong(t, env, "import", file)
			if done.Status != 1 || !strings.Contains(done.Err, "line 501") || !strings.Contains(done.Err, "db.memory.transaction.max") {
				t.Errorf("status %d, %s%s", done.Status, done.Out, done.Err)
			}
		})
	}
}

// runLong runs the program until it ends. A new Neo4j on a busy machine may take minutes for an import.
func runLong(t *testing.T, env []string, args ...string) serving.Finished {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, args...)
	cmd.Env = append(serving.Environ(), env...)
	return serving.Finish(t, cmd)
}

// writeGraph writes a file of episodes and of relationships between each and the next.
func writeGraph(t *testing.T, file string, episodes, relationships int) {
	t.Helper()
	var text strings.Builder
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // no secret
	for i := range episodes {
		fmt.Fprintf(&text, `{"type":"episode","episode_id":"019a0000-0000-7000-8000-%012x","query":"Storm %d","reflection":%q,`+
			`"reward":0.5,"tags":["w%d"],"created_at":"2026-09-01T08:00:00Z"}`+"\n", i, i, words(random, 60), i%50)
	}
	for i := range relationships {
		fmt.Fprintf(&text, `{"type":"relationship","id":"019a0000-0000-7000-9000-%012x","from_episode_id":"019a0000-0000-7000-8000-%012x",`+
			`"to_episode_id":"019a0000-0000-7000-8000-%012x","relationship_type":"related_to","created_at":"2026-09-01T08:00:00Z"}`+"\n",
			i, i%episodes, (i+1+i/episodes)%episodes)
	}
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// writeHeavy appends an episode that is as large as episodes may be.
func writeHeavy(t *testing.T, file string) {
	t.Helper()
	out, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4)) //nolint:gosec // no secret
	_, err = fmt.Fprintf(out, `{"type":"episode","episode_id":"019a0000-0000-7000-8000-ffffffffffff","query":%q,"reflection":%q,`+
		`"reward":0.5,"metadata":{"m":%q},"created_at":"2026-09-01T08:00:00Z"}`+"\n",
		words(random, 3900), words(random, 7800), strings.Repeat("m", graph.MaxMetadata-100))
	if err == nil {
		err = out.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// words returns words of eight characters with their spaces, which are all different.
func words(random *rand.Rand, count int) string {
	var text strings.Builder
	for range count {
		fmt.Fprintf(&text, "w%06x ", random.IntN(1<<24))
	}
	return strings.TrimSpace(text.String())
}
