package transfer_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plotline/graph"
	"plotline/graph/transfer"
	"plotline/internal/fault"
	"plotline/internal/input"
)

// memoryFile returns a file written by @modelcontextprotocol/server-memory 2026.8.31. It has two relations
// that form a cycle, two that map to one relationship, and one to a missing entity.
func memoryFile(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("testdata/memory.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// fileDate is the date of the imported files.
var fileDate = time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)

func remember(t *testing.T, service *graph.Service, text string) transfer.MemoryResult {
	t.Helper()
	done, err := transfer.Memory(t.Context(), service, by, strings.NewReader(text), fileDate)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// edges returns a graph's relationships by the names of their ends, with their metadata.
func edges(t *testing.T, service *graph.Service) []string {
	t.Helper()
	sink := &listing{names: map[graph.ID]string{}}
	if _, err := service.Export(t.Context(), by, sink); err != nil {
		t.Fatal(err)
	}
	slices.Sort(sink.edges)
	return sink.edges
}

type listing struct {
	names map[graph.ID]string
	edges []string
	ids   []graph.ID // of relationships
}

func (l *listing) Episode(e graph.NewEpisode) error {
	l.names[e.EpisodeID] = e.Name
	return nil
}

func (l *listing) Relationship(r graph.Relationship) error {
	l.ids = append(l.ids, r.ID)
	l.edges = append(l.edges, fmt.Sprintf("%s %s %s %s", l.names[r.From], r.Type, l.names[r.To], r.Metadata))
	return nil
}

func exported(t *testing.T, service *graph.Service) string {
	t.Helper()
	var out bytes.Buffer
	if _, err := transfer.Export(t.Context(), service, by, &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestMemory(t *testing.T) {
	t.Parallel()
	service := newService()
	text := memoryFile(t)
	want := transfer.MemoryResult{
		Imported: graph.Imported{EpisodesCreated: 4, RelationshipsCreated: 4}, Entities: 4, Relations: 6, Dangling: 1,
	}
	if diff := cmp.Diff(want, remember(t, service, text)); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
	wantEdges := []string{
		`Ada Lovelace related_to Analytical Engine {"relationTypes":["programmed","admired"]}`,
		`Notes part_of Translation {"relationTypes":["part of"]}`,
		`Translation follows Notes {"relationTypes":["follows"]}`,
		`Translation related_to Notes {"relationTypes":["follows"]}`,
	}
	if diff := cmp.Diff(wantEdges, edges(t, service)); diff != "" {
		t.Errorf("relationships (-want +got):\n%s", diff)
	}
	list, err := service.SearchEpisodes(t.Context(), by, graph.SearchEpisodesInput{Query: "first program", Match: "all", Limit: 5})
	if err != nil || list.Count != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	ada, err := service.GetEpisode(t.Context(), by, graph.GetEpisodeInput{EpisodeID: graph.EpisodeRef(list.Episodes[0].EpisodeID)})
	if err != nil || ada.Reflection != "wrote the first program\nlived in London\nand elsewhere" || ada.Reward != 0 ||
		!slices.Equal(ada.Tags, []string{"person"}) || ada.CreatedAt != graph.TimeOf(fileDate) {
		t.Errorf("%+v, %v", ada, err)
	}
	before := exported(t, service)
	remember(t, service, text)
	if after := exported(t, service); after != before {
		t.Errorf("a second run made of\n%s\n%s", before, after)
	}
	other := newService()
	remember(t, other, text)
	if exported(t, other) != before {
		t.Error("another run gave another graph")
	}
}

// TestMemoryImportAgain checks that new content is added and that changes made since are kept.
func TestMemoryImportAgain(t *testing.T) {
	t.Parallel()
	service := newService()
	text := memoryFile(t)
	remember(t, service, text)
	list, err := service.ListEpisodes(t.Context(), by, graph.ListEpisodesInput{Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	ada := list.Episodes[3].EpisodeID
	reward, words := 0.5, "written by hand\nwrote the first program"
	if _, err := service.UpdateEpisode(t.Context(), by, graph.UpdateEpisodeInput{EpisodeID: graph.EpisodeRef(ada), Reward: &reward, Reflection: &words}); err != nil {
		t.Fatal(err)
	}
	text = strings.Replace(text, `"wrote the first program",`, `"wrote the first program","met Babbage",`, 1) +
		"\n" + `{"type":"entity","name":"Babbage","entityType":"","observations":["angry at street music"]}` +
		"\n" + `{"type":"relation","from":"Ada Lovelace","to":"Analytical Engine","relationType":"described"}` +
		"\n" + `{"type":"relation","from":"Babbage","to":"Analytical Engine","relationType":"designed"}`
	done := remember(t, service, text)
	want := graph.Imported{
		EpisodesCreated: 1, EpisodesUpdated: 1, EpisodesSkipped: 3,
		RelationshipsCreated: 1, RelationshipsUpdated: 1, RelationshipsSkipped: 3,
	}
	if diff := cmp.Diff(want, done.Imported); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
	got, err := service.GetEpisode(t.Context(), by, graph.GetEpisodeInput{EpisodeID: graph.EpisodeRef(ada)})
	if err != nil || got.Reward != 0.5 || got.Reflection != words+"\nmet Babbage\nlived in London\nand elsewhere" {
		t.Errorf("%+v, %v", got, err)
	}
	if edge := `Ada Lovelace related_to Analytical Engine {"relationTypes":["programmed","admired","described"]}`; !slices.Contains(edges(t, service), edge) {
		t.Errorf("%q", edges(t, service))
	}
	sink := &listing{names: map[graph.ID]string{}}
	if _, err := service.Export(t.Context(), by, sink); err != nil {
		t.Fatal(err)
	}
	for _, id := range sink.ids {
		mine := input.Object(`{"relationTypes":["programmed"],"since":1843}`)
		if _, err := service.UpdateRelationship(t.Context(), by, graph.UpdateRelationshipInput{RelationshipID: id, Metadata: mine}); err != nil {
			t.Fatal(err)
		}
	}
	before := edges(t, service)
	remember(t, service, text+"\n"+`{"type":"relation","from":"Ada Lovelace","to":"Analytical Engine","relationType":"loved"}`)
	if after := edges(t, service); !slices.Equal(after, before) {
		t.Errorf("what clients changed is %q, want %q", after, before)
	}
}

func TestMemoryRefusals(t *testing.T) {
	t.Parallel()
	good := `{"type":"entity","name":"a","entityType":"t","observations":["o"]}`
	long := strings.Repeat("x", 40<<10)
	tests := []struct {
		name, text string
		code       fault.Code
		details    string
	}{
		{"no JSON", good + "\n{", fault.InvalidArgument, "line 2: this line is not a JSON object of an entity or a relation"},
		{"cut off", good + "\n" + good[:40], fault.InvalidArgument, "line 2: this line is not a JSON object of an entity or a relation"},
		{"no name", good + "\n\n" + `{"type":"entity","observations":[]}`, fault.InvalidArgument, "line 3: an entity needs a name, an entityType and a list of observations, all of them strings"},
		{"a number observed", `{"type":"entity","name":"a","observations":[1]}`, fault.InvalidArgument, "line 1: an entity needs a name, an entityType and a list of observations, all of them strings"},
		{"no end", good + "\n" + `{"type":"relation","from":"a"}`, fault.InvalidArgument, "line 2: a relation needs from, to and relationType, all of them strings"},
		{"another type", `{"type":"node"}`, fault.InvalidArgument, "line 1: type must be entity or relation, not 'node'"},
		{"an export", `{"type":"episode"}`, fault.InvalidArgument, "line 1: this is a line of an export of Plotline: `plotline import FILE` reads it"},
		{
			"too much", fmt.Sprintf(`{"type":"entity","name":"a","observations":["%s1","%s2"]}`, long, long), fault.TooLarge,
			"line 1: the observations of a take 81923 bytes, and the reflection of an episode holds 65536: have the entity split in two",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			service := newService()
			_, err := transfer.Memory(t.Context(), service, by, strings.NewReader(tt.text), fileDate)
			if got := fault.From(err); got == nil || got.Code != tt.code || got.Details != tt.details {
				t.Errorf("%v, want %s %q", err, tt.code, tt.details)
			}
			if left := exported(t, service); left != "" {
				t.Errorf("it left %s", left)
			}
		})
	}
}

// TestMemoryInBatches checks an import of several batches with many cycles of an ordering type.
func TestMemoryInBatches(t *testing.T) {
	t.Parallel()
	const n = graph.ImportLimit + 200
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, `{"type":"entity","name":"%d","entityType":"t","observations":[]}`+"\n", i)
	}
	for i := range n {
		fmt.Fprintf(&text, `{"type":"relation","from":"%d","to":"%d","relationType":"Caused By"}`+"\n", i, (i+1)%n)
	}
	service := over(newFile(t))
	done := remember(t, service, text.String())
	if done.EpisodesCreated != n || done.RelationshipsCreated != n {
		t.Errorf("%+v", done)
	}
	causes, other := 0, 0
	for _, edge := range edges(t, service) {
		if strings.Contains(edge, " causes ") {
			causes++
		} else {
			other++
		}
	}
	if causes != n-1 || other != 1 {
		t.Errorf("%d causes, %d related_to", causes, other)
	}
}
