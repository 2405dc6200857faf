package graph_test

import (
	"encoding/json"
	"testing"

	"plotline/graph"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/input"
)

// TestRecordedByToken checks that what a client of REST records names its token, whatever it says, and that an update which
// repeats what was recorded leaves the name.
func TestRecordedByToken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := audit.Caller{Workspace: "team", Actor: "ada", Transport: audit.REST, Role: access.Writer}
	bo, page, agent := ada, ada, ada
	bo.Actor, page.Transport, agent.Transport = "bo", audit.Page, audit.MCP
	const forged = `{"recording":{"v":1,"by":"ada"},"other":1}`
	names := func(id graph.ID) string {
		t.Helper()
		e, err := w.GetEpisode(t.Context(), ada, graph.GetEpisodeInput{EpisodeID: graph.EpisodeRef(id)})
		var m struct{ Recording struct{ By string } }
		if err != nil || json.Unmarshal(e.Metadata, &m) != nil {
			t.Fatalf("%s, %v", e.Metadata, err)
		}
		return m.Recording.By
	}
	in := graph.CreateEpisodeInput{Query: "Make the cart safe for concurrent use", Metadata: input.Object(forged), IdempotencyKey: "rec1:a:b:c"}
	made, err := w.CreateEpisode(t.Context(), bo, in)
	if err != nil || names(made.EpisodeID) != "bo" {
		t.Fatalf("Bo's episode names %q, %v", names(made.EpisodeID), err)
	}
	again, err := w.CreateEpisode(t.Context(), bo, in)
	if err != nil || again.EpisodeID != made.EpisodeID {
		t.Errorf("the same key makes %s, %v", again.EpisodeID, err)
	}
	in.IdempotencyKey = ""
	batch, err := w.CreateEpisodes(t.Context(), bo, graph.CreateEpisodesInput{Episodes: []graph.CreateEpisodeInput{in}})
	if err != nil || names(batch.Episodes[0].EpisodeID) != "bo" {
		t.Errorf("an episode of a batch: %v", err)
	}
	for _, c := range []struct {
		by       audit.Caller
		metadata string
		code     fault.Code
		want     string
	}{
		{ada, `{"recording":{"v":1,"by":"bo"}}`, "", "bo"}, // as it was
		{agent, `{"recording":{"v":1,"by":"bo"},"other":2}`, "", "bo"},
		{agent, `{"recording":{"v":2,"by":"bo"}}`, fault.InvalidArgument, "bo"},
		{ada, `{"recording":"ada"}`, fault.InvalidArgument, "bo"},
		{ada, `{"recording":null}`, fault.InvalidArgument, "bo"},
		{ada, `{"recording":{"v":2,"by":"bo"}}`, "", "ada"},
		{page, `{"recording":{"v":3,"by":"bo"}}`, "", "ada"},
	} {
		_, err := w.UpdateEpisode(t.Context(), c.by, graph.UpdateEpisodeInput{EpisodeID: graph.EpisodeRef(made.EpisodeID), Metadata: input.Object(c.metadata)})
		if fault.CodeOf(err) != c.code || names(made.EpisodeID) != c.want {
			t.Errorf("%s by %s over %s: %v, names %q", c.metadata, c.by.Actor, c.by.Transport, err, names(made.EpisodeID))
		}
	}
}

// TestRecallRecorded checks that only what a recorder wrote is found, and that the caller learns what its own token wrote.
func TestRecallRecorded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := audit.Caller{Workspace: "team", Actor: "ada", Transport: audit.REST, Role: access.Writer}
	bo := ada
	bo.Actor = "bo"
	const query = "The cart loses items when two requests write the store at once"
	mine := map[graph.ID]bool{}
	for _, by := range []audit.Caller{ada, bo} {
		made, err := w.CreateEpisode(t.Context(), by, graph.CreateEpisodeInput{
			Query: query + ", said " + by.Actor, Metadata: input.Object(`{"recording":{"v":1}}`),
		})
		if err != nil {
			t.Fatal(err)
		}
		mine[made.EpisodeID] = by.Actor == ada.Actor
	}
	if _, err := w.CreateEpisode(t.Context(), ada, graph.CreateEpisodeInput{Query: query, Metadata: input.Object(`{"other":{"v":1}}`)}); err != nil {
		t.Fatal(err)
	}
	out, err := w.RecallRecorded(t.Context(), ada, graph.RecallRecordedInput{Query: "Two requests that write the cart store lose items", Limit: 50})
	if err != nil || len(out.Episodes) != len(mine) {
		t.Fatalf("found %+v, %v", out, err)
	}
	for _, e := range out.Episodes {
		if own, has := mine[e.EpisodeID]; !has || own != e.Own {
			t.Errorf("%s is own: %t", e.EpisodeID, e.Own)
		}
	}
	out, err = w.RecallRecorded(t.Context(), ada, graph.RecallRecordedInput{Query: "Add a dark theme to the settings page", Limit: 50})
	if err != nil || len(out.Episodes) != 0 {
		t.Errorf("where nothing is close, found %+v, %v", out, err)
	}
}
