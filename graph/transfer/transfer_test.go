package transfer_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/graph/transfer"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

var by = audit.Caller{Workspace: "default", Transport: "command", Role: access.Admin}

func newService() *graph.Service {
	logger := slog.New(slog.DiscardHandler)
	return graph.NewService(graphtest.NewModel(), &usecase.Runner{Logger: logger, Timeout: time.Minute})
}

const (
	idA = "019a0000-0000-7000-8000-00000000000a"
	idB = "019a0000-0000-7000-8000-00000000000b"
	idR = "019a0000-0000-7000-9000-000000000001"
)

func episode(id, query string) string {
	return fmt.Sprintf(`{"type":"episode","episode_id":%q,"id":7,"query":%q,"reward":0.5,"metadata":{"n":1.10},"created_at":"2026-01-02T03:04:05.000006Z"}`, id, query)
}

func relationship(id, from, to string) string {
	return fmt.Sprintf(`{"type":"relationship","id":%q,"from_episode_id":%q,"to_episode_id":%q,"relationship_type":"follows","strength":0,"created_at":"2026-01-02T03:04:05Z"}`, id, from, to)
}

func lines(text ...string) io.Reader { return strings.NewReader(strings.Join(text, "\n") + "\n") }

func TestJSONLinesKeepsIDsAndSkipsKnown(t *testing.T) {
	t.Parallel()
	service := newService()
	input := []string{episode(idA, "one"), "", episode(idB, "two"), relationship(idR, idA, idB)}
	want := graph.Imported{EpisodesCreated: 2, RelationshipsCreated: 1}
	for range 2 {
		got, err := transfer.JSONLines(t.Context(), service, by, lines(input...))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("counts (-want +got):\n%s", diff)
		}
		want = graph.Imported{EpisodesSkipped: 2, RelationshipsSkipped: 1}
	}
	got, err := service.GetEpisode(t.Context(), by, graph.GetEpisodeInput{EpisodeID: idA})
	if err != nil {
		t.Fatal(err)
	}
	if got.ID != 7 || string(got.Metadata) != `{"n":1.10}` || got.CreatedAt.String() != "2026-01-02T03:04:05.000006+00:00" {
		t.Errorf("the episode came in as %+v", got)
	}
}

func TestJSONLinesRefusals(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		input io.Reader
		code  fault.Code
		text  string
	}{
		{"no JSON", lines("{"), fault.InvalidArgument, "line 1: this line is not a JSON object of an episode or a relationship"},
		{"unknown type", lines(`{"type":"node"}`), fault.InvalidArgument, "line 1: type must be episode or relationship, not 'node'"},
		{"missing field", lines("", `{"type":"episode","episode_id":"`+idA+`"}`), fault.InvalidArgument, "line 2: query is required"},
		{"bad relationship", lines(`{"type":"relationship","id":"x"}`), fault.InvalidArgument, "line 1: id must be a UUID"},
		{"bound", lines(strings.Replace(episode(idA, "one"), `"reward":0.5`, `"reward":2`, 1)), fault.InvalidArgument, "line 1: reward must be between -1 and 1"},
		{"missing end", lines(episode(idA, "one"), relationship(idR, idA, idB)), fault.NotFound, "line 2: Episode not found: " + idB},
		{"same ends", lines(episode(idA, "one"), relationship(idR, idA, idA)), fault.InvalidArgument, "line 2: from_episode_id and to_episode_id must differ"},
		{"other content", lines(episode(idA, "one"), episode(idA, "other")), fault.Conflict, "line 2: Episode " + idA + " exists with other content"},
		{"too long", io.MultiReader(lines(episode(idA, "one")), strings.NewReader(strings.Repeat("x", transfer.MaxLine+1))), fault.TooLarge, "line 2 is longer than 1048576 bytes"},
		{"broken reader", io.MultiReader(lines(episode(idA, "one")), brokenReader{}), fault.Internal, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := transfer.JSONLines(t.Context(), newService(), by, tt.input)
			if got := fault.CodeOf(err); got != tt.code {
				t.Fatalf("code %q, want %q: %v", got, tt.code, err)
			}
			if got := fault.From(err).Details; got != tt.text {
				t.Errorf("details %q, want %q", got, tt.text)
			}
		})
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("disk on fire") }

// TestJSONLinesInBatches checks an import of several batches and its progress reports.
func TestJSONLinesInBatches(t *testing.T) {
	t.Parallel()
	const n = 2*graph.ImportLimit + 5
	var text strings.Builder
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("019a0000-0000-7000-8000-%012x", i+1)
		text.WriteString(episode(ids[i], "q") + "\n")
	}
	for i := 1; i < n; i++ {
		text.WriteString(relationship(fmt.Sprintf("019a0000-0000-7000-9000-%012x", i), ids[i-1], ids[i]) + "\n")
	}
	var reports []int
	ctx := usecase.WithProgress(t.Context(), func(_ context.Context, done, _ int, _ string) { reports = append(reports, done) })
	got, err := transfer.JSONLines(ctx, newService(), by, strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(graph.Imported{EpisodesCreated: n, RelationshipsCreated: n - 1}, got); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
	if len(reports) < 3 || reports[len(reports)-1] != 2*n-1 {
		t.Errorf("progress told %v", reports)
	}
}

func TestExampleIsValid(t *testing.T) {
	t.Parallel()
	file, err := os.Open("../../cmd/plotline/example.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	service := newService()
	got, err := transfer.JSONLines(t.Context(), service, by, file)
	if err != nil || got.EpisodesCreated != 60 || got.RelationshipsCreated < 90 {
		t.Fatalf("imported %+v, %v", got, err)
	}
	list, err := service.ListEpisodes(t.Context(), by, graph.ListEpisodesInput{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list.Episodes {
		if e.Name == "" || len(e.Name) >= 50 { // longer names do not fit the labels of the pages
			t.Errorf("the name %q has %d bytes, want 1 to 49", e.Name, len(e.Name))
		}
	}
}

// repository is a real git repository that a test fills.
type repository struct {
	t   *testing.T
	dir string
	at  int
}

func newRepository(t *testing.T) *repository {
	t.Helper()
	r := &repository{t: t, dir: t.TempDir()}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r *repository) git(args ...string) string {
	r.t.Helper()
	cmd := exec.CommandContext(r.t.Context(), "git", append([]string{"-C", r.dir}, args...)...) //nolint:gosec // a repository of the test's own
	r.at++
	date := fmt.Sprintf("2026-01-01T00:00:%02dZ", r.at)
	cmd.Env = append(os.Environ(), "GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@b.c", "GIT_COMMITTER_NAME=A",
		"GIT_COMMITTER_EMAIL=a@b.c", "GIT_AUTHOR_DATE="+date, "GIT_COMMITTER_DATE="+date, "GIT_CONFIG_GLOBAL=/dev/null")
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r *repository) commit(message string) (sha string) {
	r.t.Helper()
	r.git("commit", "-q", "--allow-empty", "--allow-empty-message", "-m", message)
	return r.git("rev-parse", "HEAD")
}

// dump returns a graph's rewards and relationships by names.
func dump(t *testing.T, service *graph.Service) (rewards map[string]float64, edges map[string]bool) {
	t.Helper()
	list, err := service.ListEpisodes(t.Context(), by, graph.ListEpisodesInput{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	rewards, edges = map[string]float64{}, map[string]bool{}
	names := map[graph.ID]string{}
	for _, e := range list.Episodes {
		rewards[e.Name] = e.Reward
		names[e.EpisodeID] = e.Name
	}
	for _, e := range list.Episodes {
		rels, err := service.GetRelationships(t.Context(), by, graph.GetRelationshipsInput{EpisodeID: graph.EpisodeRef(e.EpisodeID), Direction: graph.Outgoing})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rels.Relationships {
			edges[names[r.FromEpisodeID]+" "+string(r.RelationshipType)+" "+names[r.ToEpisodeID]] = true
		}
	}
	return rewards, edges
}

func TestGit(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	r.commit("Begin")
	bad := r.commit("Add a bug\n\nWith a body.")
	r.git("checkout", "-q", "-b", "side", "HEAD~1")
	r.commit("On the side")
	r.git("checkout", "-q", "main")
	r.git("merge", "-q", "--no-ff", "-m", "Merge side", "side")
	r.commit("Revert \"Add a bug\"\n\nThis reverts commit " + bad + ".")
	r.commit("fixup! Begin")
	r.commit("Mend\n\nFixes: " + bad[:12] + " (\"Add a bug\")\nFixes: 0123456789ab")
	r.commit("")

	service := newService()
	for round := range 2 {
		done, err := transfer.Git(t.Context(), service, by, r.dir, false)
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		if done.Commits != 8 || done.Reverted != 1 {
			t.Errorf("round %d: %+v", round, done)
		}
		rewards, edges := dump(t, service)
		wantRewards := map[string]float64{
			"Begin": 0, "Add a bug": -1, "On the side": 0, "Merge side": 0, `Revert "Add a bug"`: 0,
			"fixup! Begin": 0, "Mend": 0, "(no message)": 0,
		}
		if diff := cmp.Diff(wantRewards, rewards); diff != "" {
			t.Errorf("round %d: rewards (-want +got):\n%s", round, diff)
		}
		wantEdges := map[string]bool{
			"Begin follows Add a bug": true, "Begin follows On the side": true,
			"Add a bug follows Merge side": true, "On the side follows Merge side": true,
			`Merge side follows Revert "Add a bug"`: true, `Revert "Add a bug" contradicts Add a bug`: true,
			`Revert "Add a bug" follows fixup! Begin`: true, "fixup! Begin refines Begin": true,
			"fixup! Begin follows Mend": true, "Mend refines Add a bug": true, "Mend follows (no message)": true,
			"Add a bug causes Mend": true, "On the side part_of Merge side": true,
		}
		if diff := cmp.Diff(wantEdges, edges); diff != "" {
			t.Errorf("round %d: relationships (-want +got):\n%s", round, diff)
		}
	}
}

// TestGitKeepsAJudgement checks that a reverted commit keeps a reward that a client has set.
func TestGitKeepsAJudgement(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	bad := r.commit("Add a bug")
	service := newService()
	if _, err := transfer.Git(t.Context(), service, by, r.dir, false); err != nil {
		t.Fatal(err)
	}
	list, err := service.ListEpisodes(t.Context(), by, graph.ListEpisodesInput{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	reward := 0.25
	if _, err := service.UpdateEpisode(t.Context(), by, graph.UpdateEpisodeInput{EpisodeID: graph.EpisodeRef(list.Episodes[0].EpisodeID), Reward: &reward}); err != nil {
		t.Fatal(err)
	}
	r.commit("Undo\n\nThis reverts commit " + bad + ".")
	if _, err := transfer.Git(t.Context(), service, by, r.dir, false); err != nil {
		t.Fatal(err)
	}
	if rewards, _ := dump(t, service); rewards["Add a bug"] != 0.25 {
		t.Errorf("rewards are %v", rewards)
	}
}

func TestGitLongMessageAndInvalidBytes(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	r.commit(strings.Repeat("é", 40<<10))
	file := filepath.Join(t.TempDir(), "message")
	if err := os.WriteFile(file, []byte("Latin \xe9 and \x1b[31mred"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.git("commit", "-q", "--allow-empty", "-F", file)
	done, err := transfer.Git(t.Context(), newService(), by, r.dir, false)
	if err != nil || done.Commits != 2 {
		t.Fatalf("%+v, %v", done, err)
	}
}

func TestGitWithoutHistory(t *testing.T) {
	t.Parallel()
	for name, dir := range map[string]string{"no repository": t.TempDir(), "no commit": newRepository(t).dir} {
		if _, err := transfer.Git(t.Context(), newService(), by, dir, false); !errors.Is(err, transfer.ErrNoHistory) {
			t.Errorf("%s: %v", name, err)
		}
	}
	gone := filepath.Join(t.TempDir(), "gone")
	if _, err := transfer.Git(t.Context(), newService(), by, gone, false); err == nil || !strings.Contains(err.Error(), "there is no folder "+gone) {
		t.Errorf("no folder: %v", err)
	}
}

// failing is a service that is unavailable from a given import on.
type failing struct {
	transfer.GitService
	after int
}

func (f *failing) Import(ctx context.Context, by audit.Caller, in graph.Import) (graph.Imported, error) {
	if f.after--; f.after < 0 {
		return graph.Imported{}, fault.New(fault.Unavailable, "away")
	}
	return f.GitService.Import(ctx, by, in)
}

// TestGitResumes checks that resuming an interrupted import stores nothing twice.
func TestGitResumes(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	stream := &strings.Builder{}
	for i := range 1200 {
		fmt.Fprintf(stream, "commit refs/heads/main\ncommitter A <a@b.c> %d +0000\ndata 2\nc\n\n", 1_700_000_000+i)
	}
	cmd := exec.CommandContext(t.Context(), "git", "-C", r.dir, "fast-import", "--quiet") //nolint:gosec // a repository of the test's own
	cmd.Stdin = strings.NewReader(stream.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	service := newService()
	if _, err := transfer.Git(t.Context(), &failing{service, 1}, by, r.dir, false); fault.CodeOf(err) != fault.Unavailable {
		t.Fatalf("err = %v", err)
	}
	done, err := transfer.Git(t.Context(), service, by, r.dir, false)
	if err != nil || done.Commits != 1200 {
		t.Fatalf("%+v, %v", done, err)
	}
	list, err := service.ListEpisodes(t.Context(), by, graph.ListEpisodesInput{Limit: 1})
	if err != nil || list.TotalCount != 1200 {
		t.Errorf("%d episodes, %v", list.TotalCount, err)
	}
	order, err := service.TopologicalOrder(t.Context(), by, graph.TopologicalOrderInput{RelationshipType: graph.Follows, Offset: 1199})
	if err != nil || len(order.OrderedEpisodes) != 1 || order.OrderedEpisodes[0].Level != 1199 {
		got, _ := json.Marshal(order)
		t.Errorf("order %s, %v", got, err)
	}
}
