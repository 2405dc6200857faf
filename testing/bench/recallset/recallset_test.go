package recallset_test

import (
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plotline/graph"
	"plotline/testing/bench/figures"
	"plotline/testing/bench/recallset"
)

const lines = `{"sha":"a","date":"2020-01-01T00:00:00Z","subject":"cache: keep pages","body":"For an hour."}
{"sha":"b","date":"2020-01-02T00:00:00Z","subject":"port: open it","area":"port"}
{"sha":"c","date":"2020-01-03T00:00:00Z","subject":"cache: forget stale pages","fixes":["a"]}
{"sha":"d","date":"2020-01-04T00:00:00Z","subject":"port: close it","fixes":["elsewhere"]}
{"sha":"e","date":"2020-01-05T00:00:00Z","subject":"all: mend both","fixes":["a","b"]}
`

func history(t *testing.T) []recallset.Commit {
	t.Helper()
	path := filepath.Join(t.TempDir(), "history.jsonl.gz")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	packed := gzip.NewWriter(file)
	_, err = packed.Write([]byte(lines))
	if err != nil || packed.Close() != nil || file.Close() != nil {
		t.Fatalf("the history was not written: %v", err)
	}
	list, err := recallset.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestWalkHidesLaterCommits(t *testing.T) {
	t.Parallel()
	list := history(t)
	asked, err := recallset.Questions(list, 10)
	if err != nil {
		t.Fatal(err)
	}
	var steps []string
	err = recallset.Walk(list, asked, func(some []recallset.Commit) error {
		for _, c := range some {
			steps = append(steps, c.SHA)
		}
		return nil
	}, func(c recallset.Commit) error {
		steps = append(steps, "ask "+c.SHA)
		return nil
	})
	if want := "a b ask c c d ask e"; err != nil || strings.Join(steps, " ") != want {
		t.Errorf("the walk was %q, %v; want %q", steps, err, want)
	}
	if _, err := recallset.Questions(list[:2], 10); err == nil {
		t.Error("a history without fixes has questions")
	}
}

func TestAskFindsStoredCommits(t *testing.T) {
	t.Parallel()
	list := history(t)
	g, err := recallset.Open(t.Context(), recallset.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = g.Close() }()
	if err := recallset.StoreAll(t.Context(), g, list[:2]); err != nil {
		t.Fatal(err)
	}
	answer, err := g.Ask(t.Context(), list[2].Question(), 0, false)
	if err != nil || !slices.Equal(answer.SHAs, []string{"a"}) || answer.Bytes == 0 {
		t.Errorf("it found %+v, %v", answer, err)
	}
}

func TestScores(t *testing.T) {
	t.Parallel()
	list := history(t)
	w := &recallset.Method{Store: "made up", Name: "words"}
	w.Add(list[2], recallset.Answer{SHAs: []string{"b", "a"}, Took: time.Millisecond, Bytes: 100}) // the second result of one expected
	w.Add(list[4], recallset.Answer{SHAs: []string{"x", "x", "x", "x", "b", "y", "a"}, Took: 3 * time.Millisecond, Bytes: 300})
	r := figures.New()
	recallset.Report(r, len(list), []*recallset.Method{w})
	for operation, want := range map[string]float64{
		recallset.RecallAt5: 0.75, recallset.RecallAt10: 1, recallset.Reciprocal: (1.0/2 + 1.0/5) / 2,
		recallset.Time: 1, recallset.Asked: 2,
	} {
		at := slices.IndexFunc(r.Rows, func(row figures.Row) bool { return row.Operation == operation })
		if at < 0 || r.Rows[at].P50 != want {
			t.Errorf("%s is not %v in %+v", operation, want, r.Rows)
		}
	}
	other := &recallset.Method{}
	other.Add(list[2], recallset.Answer{SHAs: []string{"b", "z"}})
	other.Add(list[4], recallset.Answer{})
	if got := recallset.Overlap(w, other, 2); got != 0.25 {
		t.Errorf("the overlap is %v", got)
	}
}

// TestConversationsShareSessions checks that sessions shared by questions are stored once, with their turns
// in order.
func TestConversationsShareSessions(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "questions.json")
	text := `[
		{"question_id":"q1","question":"Where?","haystack_session_ids":["s1","s2"],"haystack_sessions":[
			[{"role":"user","content":"I moved"},{"role":"user","content":"to Oslo","has_answer":true}],[{"role":"assistant","content":"Hello"}]]},
		{"question_id":"q2","question":"Who?","haystack_session_ids":["s1"],"haystack_sessions":[
			[{"role":"user","content":"I moved","has_answer":true},{"role":"user","content":"to Oslo"}]]},
		{"question_id":"q3","question":"When?","haystack_session_ids":["s2"],"haystack_sessions":[[{"role":"assistant","content":"Hello"}]]}
	]`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := recallset.ReadConversations(path, 3)
	want := []recallset.Conversation{{
		Turns: []recallset.Commit{
			{SHA: "s1 0", Body: "user: I moved"}, {SHA: "s1 1", Body: "user: to Oslo", Follows: "s1 0"}, {SHA: "s2 0", Body: "assistant: Hello"},
		},
		Questions: []recallset.Commit{
			{SHA: "q1", Body: "Where?", Fixes: []string{"s1 1"}}, {SHA: "q2", Body: "Who?", Fixes: []string{"s1 0"}},
		},
	}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// TestTurns checks that the turns and questions of the file fit together.
func TestTurns(t *testing.T) {
	t.Parallel()
	list, err := recallset.ReadTurns()
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	add := func(id string) {
		if id == "" || ids[id] {
			t.Errorf("the id %q is empty or there twice", id)
		}
		ids[id] = true
	}
	turns, questions, kinds := 0, 0, map[string]int{}
	for _, c := range list {
		turns, questions = turns+len(c.Turns), questions+len(c.Questions)
		dates := map[string]graph.Time{}
		for i, turn := range c.Turns {
			add(turn.SHA)
			dates[turn.SHA] = turn.Date
			if i > 0 && turn.Date <= c.Turns[i-1].Date {
				t.Errorf("%s is not later than the turn before it", turn.SHA)
			}
			if turn.Follows != "" && turn.Follows != c.Turns[i-1].SHA {
				t.Errorf("%s follows %s, not the turn before it", turn.SHA, turn.Follows)
			}
		}
		for _, q := range c.Questions {
			add(q.SHA)
			kinds[q.Kind]++
			if q.Body == "" || len(q.Fixes) == 0 || (q.Kind == "time") != (q.Date != 0) {
				t.Errorf("%s lacks its text, its answers or its time: %+v", q.SHA, q)
			}
			for _, id := range q.Fixes {
				date, is := dates[id]
				if !is || q.Date != 0 && date > q.Date {
					t.Errorf("the answer %s of %s is not an earlier turn of its conversation", id, q.SHA)
				}
			}
		}
	}
	if turns < 600 || questions < 200 {
		t.Errorf("there are %d turns and %d questions", turns, questions)
	}
	for _, kind := range []string{"single", "multi", "time", "update"} {
		if kinds[kind] < 20 {
			t.Errorf("of the kind %q there are %d questions", kind, kinds[kind])
		}
	}
	if len(kinds) != 4 {
		t.Errorf("there are other kinds: %v", kinds)
	}
}
