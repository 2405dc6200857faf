package transfer_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"testing"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/graph/transfer"
	"plotline/internal/audit"
	"plotline/internal/fault"
)

// TestExportsOrder checks the order of fields, of episodes (by number) and of relationships (by id).
func TestExportsOrder(t *testing.T) {
	t.Parallel()
	service := newService()
	first := `{"type":"episode","episode_id":"` + idB + `","id":3,"name":"b","query":"b","reflection":"r","reward":-0.5,` +
		`"tags":["y","x"],"metadata":{"z":1.10,"a":"<&>"},"created_at":"2026-01-02T03:04:05.000006+00:00",` +
		`"updated_at":"2026-01-02T03:04:06.000000+00:00","idempotency_key":"k","key_digest":"d"}`
	second := `{"type":"episode","episode_id":"` + idA + `","id":4,"name":"a","query":"a","reward":0,` +
		`"created_at":"2026-01-01T00:00:00.000000+00:00","updated_at":"2026-01-01T00:00:00.000000+00:00"}`
	third := `{"type":"relationship","id":"` + idR + `","from_episode_id":"` + idA + `","to_episode_id":"` + idB + `",` +
		`"relationship_type":"follows","strength":0,"metadata":{"b":1},"created_at":"2026-01-02T03:04:05.000000+00:00"}`
	negative := strings.Replace(second, `"reward":0`, `"reward":-0`, 1) // some stores keep the sign
	if _, err := transfer.JSONLines(t.Context(), service, by, lines(negative, first, third)); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	done, err := transfer.Export(t.Context(), service, by, &out)
	if want := (graph.Exported{Episodes: 2, Relationships: 1}); err != nil || done != want {
		t.Fatalf("%+v, %v", done, err)
	}
	if want := strings.Join([]string{first, second, third, ""}, "\n"); out.String() != want {
		t.Errorf("exported\n%swant\n%s", out.String(), want)
	}
}

// meddling is a service during whose exports another client writes after the first episode.
type meddling struct {
	*graph.Service
	write func()
}

func (m meddling) Export(ctx context.Context, by audit.Caller, sink graph.ExportSink) (graph.Exported, error) {
	return m.Service.Export(ctx, by, &meddlingSink{sink, m.write})
}

type meddlingSink struct {
	graph.ExportSink
	write func()
}

func (s *meddlingSink) Episode(e graph.NewEpisode) error {
	if s.write != nil {
		s.write()
		s.write = nil
	}
	return s.ExportSink.Episode(e)
}

// TestExportDuringWrites checks that an export during concurrent writes can still be imported.
func TestExportDuringWrites(t *testing.T) {
	t.Parallel()
	service := newService()
	text := make([]string, 0, 121)
	for i := range 120 { // two pages
		text = append(text, strings.Replace(episode(fmt.Sprintf("019a0000-0000-7000-8000-%012x", i+100), "q"), `"id":7`, fmt.Sprintf(`"id":%d`, i+10), 1))
	}
	old := "019a0000-0000-7000-8000-000000000064"
	text = append(text, relationship(idR, old, "019a0000-0000-7000-8000-000000000065"))
	if _, err := transfer.JSONLines(t.Context(), service, by, lines(text...)); err != nil {
		t.Fatal(err)
	}
	write := func() { // an episode before the export's position, with a low relationship id
		low := strings.Replace(episode(idA, "late"), `"id":7`, `"id":5`, 1)
		between := relationship("00000000-0000-7000-9000-000000000001", idA, old)
		if _, err := transfer.JSONLines(t.Context(), service, by, lines(low, between)); err != nil {
			t.Error(err)
		}
		made, err := service.CreateEpisode(t.Context(), by, graph.CreateEpisodeInput{Query: "later"})
		if err != nil {
			t.Error(err)
		}
		in := graph.AddRelationshipInput{FromEpisodeID: graph.EpisodeRef(old), ToEpisodeID: graph.EpisodeRef(made.EpisodeID), RelationshipType: graph.Causes}
		if _, err := service.AddRelationship(t.Context(), by, in); err != nil {
			t.Error(err)
		}
	}
	var out bytes.Buffer
	done, err := transfer.Export(t.Context(), meddling{service, write}, by, &out)
	if err != nil || done.Episodes != 120 || done.Relationships != 1 {
		t.Errorf("%+v, %v", done, err)
	}
	again, err := transfer.JSONLines(t.Context(), newService(), by, &out)
	if err != nil || again.EpisodesCreated != 120 || again.RelationshipsCreated != 1 {
		t.Errorf("%+v, %v", again, err)
	}
}

// failingWriter accepts a number of bytes and then fails.
type failingWriter struct {
	left int
	err  error
}

func (w *failingWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, w.err
	}
	return len(p), nil
}

// TestExportWriteErrors checks that every write error is reported, including one at the end.
func TestExportWriteErrors(t *testing.T) {
	t.Parallel()
	service := newService()
	long := strings.Repeat("x", 30<<10)
	for i := range 20 {
		if _, err := service.CreateEpisode(t.Context(), by, graph.CreateEpisodeInput{Query: fmt.Sprint(i, long)}); err != nil {
			t.Fatal(err)
		}
	}
	for _, err := range []error{syscall.ENOSPC, syscall.EPIPE, io.ErrShortWrite} {
		for _, left := range []int{0, 300 << 10} {
			_, got := transfer.Export(t.Context(), service, by, &failingWriter{left, err})
			if fault.CodeOf(got) != fault.Unavailable || !errors.Is(got, err) || !strings.HasPrefix(fault.From(got).Details, "the export cannot be written") {
				t.Errorf("%v after %d bytes: %v", err, left, got)
			}
		}
	}
	if _, err := transfer.Export(t.Context(), over(awayStore{graphtest.NewModel()}), by, io.Discard); fault.CodeOf(err) != fault.Unavailable {
		t.Errorf("from a store that is away: %v", err)
	}
}

// awayStore reports its extent but fails to return pages.
type awayStore struct{ graph.Store }

func (awayStore) Extent(context.Context, string) (graph.Extent, error) {
	return graph.Extent{Episodes: 1, LastNumber: 1}, nil
}

func (awayStore) EpisodePage(context.Context, string, graph.Page[int64]) ([]graph.NewEpisode, error) {
	return nil, fault.New(fault.Unavailable, "away")
}
