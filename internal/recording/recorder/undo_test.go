package recorder_test

import (
	"slices"
	"strings"
	"testing"

	"plotline/graph"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/recording/recorder"
	"plotline/internal/recording/spool"
)

// commit is a command that makes a commit.
func (s *session) commit(hash string) {
	exit := 0
	s.number++
	s.add(spool.Line{
		Kind: spool.Tool, Task: s.name(), ID: "commit-" + hash, Class: spool.Shell, Command: `git commit -am "Lock the cart"`, Exit: &exit,
		Tail: "[main " + hash + "] Lock the cart",
	})
}

// revert is a session that reverts a commit by a name. At its start the commit head is checked out.
func (w *world) revert(id, name, head string) {
	s := w.begin(id)
	s.add(spool.Line{Kind: spool.Session, Source: "resume", Project: w.root, Head: head})
	s.prompt("Revert the last change of the cart: it loses items when Redis restarts")
	exit := 0
	s.add(spool.Line{Kind: spool.Tool, Task: s.name(), ID: "revert", Class: spool.Shell, Command: "git revert --no-edit " + name, Exit: &exit})
	s.end()
	s.close()
}

// TestUndone checks that the task whose commit a later session reverts loses its reward, once, and that this is told with the reason.
func TestUndone(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		touched bool
		commit  string // as the command names it
	}{
		"as recorded":         {false, "9f8e7d6"},
		"the commit at HEAD":  {false, "HEAD"},
		"changed by a person": {true, "9f8e7d6"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			touched := c.touched
			w := newWorld(t)
			s := w.begin("one")
			s.prompt("Make the cart safe for concurrent use in cart/store.go")
			s.edit("cart/store.go")
			s.test("")
			s.commit("9f8e7d6")
			s.end()
			w.flush(nil)
			first := w.episodes()[0]
			reward := 1.0
			if touched {
				by := audit.Caller{Workspace: w.workspace(), Role: access.Admin}
				_, err := w.service.UpdateEpisode(t.Context(), by, graph.UpdateEpisodeInput{EpisodeID: graph.EpisodeRef(first.EpisodeID), Reward: &reward})
				w.must(err)
			}
			w.revert("two", c.commit, "9f8e7d6aa01b2c3d4e5f60718293a4b5c6d7e8f9")
			w.flush(nil)
			w.flush(nil)
			s.prompt("Add a page for orders in orders/page.go")
			s.edit("orders/page.go")
			s.end()
			w.flush(nil)
			now := w.episodes()[0]
			if want := max(-1, first.Reward-0.7); !touched && (now.Reward < want-0.01 || now.Reward > want+0.01) {
				t.Errorf("the reward is %g, before %g", now.Reward, first.Reward)
			}
			if touched && now.Reward != reward {
				t.Errorf("the person's reward became %g", now.Reward)
			}
			reasons, _ := recording(t, now)["reward_because"].([]any)
			if n := len(reasons); n == 0 || !strings.HasPrefix(reasons[n-1].(string), "reverted") {
				t.Errorf("because of %v", reasons)
			}
			if !slices.ContainsFunc(now.Relationships, func(r graph.NewestRelationship) bool { return strings.Contains(r.Reads, "contradicts") }) {
				t.Errorf("relationships %+v", now.Relationships)
			}
			w.running(w.recorder(nil))
			told := w.ask("three", w.root, due).Text
			if is := strings.Contains(told, "loses items when Redis restarts"); is == touched {
				t.Errorf("told %q", told)
			}
		})
	}
}

// TestImport checks that an import leaves alone what was recorded and forgotten, and counts the rest.
func TestImport(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.begin("one")
	s.fix("Make the cart safe for concurrent use", "cart/store.go", "lost update: want 2 items, got 1")
	w.flush(nil)
	content, err := spool.In(w.data).File("claude-code", "one").Read()
	w.must(err)
	other := slices.Clone(content.Lines)
	for i := range other {
		other[i].Text = strings.ReplaceAll(other[i].Text, "cart", "wish list")
	}
	sessions := []recorder.Imported{
		{Client: "claude-code", Session: "one", Project: w.root, Lines: content.Lines},
		{Client: "claude-code", Session: "old", Project: w.root, Lines: other},
		{Client: "claude-code", Session: "elsewhere", Project: t.TempDir(), Lines: other},
	}
	for _, c := range []struct {
		dry  bool
		want recorder.Added
		all  int
	}{
		{true, recorder.Added{Sessions: 2, Tasks: 1}, 1},
		{false, recorder.Added{Sessions: 2, Tasks: 1}, 2},
		{false, recorder.Added{Sessions: 2}, 2},
	} {
		got, err := w.recorder(nil).Import(t.Context(), slices.Values(sessions), c.dry)
		if err != nil || got != c.want || w.count() != c.all {
			t.Errorf("dry %t: %+v, %v, and %d episodes", c.dry, got, err, w.count())
		}
	}
	_, err = w.recorder(nil).Forget(t.Context(), recorder.Selection{Since: begun, Session: "old"})
	w.must(err)
	got, err := w.recorder(nil).Import(t.Context(), slices.Values(sessions), false)
	if err != nil || got.Tasks != 0 || w.count() != 1 {
		t.Errorf("after it was forgotten: %+v, %v, and %d episodes", got, err, w.count())
	}
}
