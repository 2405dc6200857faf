package recorder_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"plotline/graph"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/recording/recorder"
	"plotline/internal/recording/spool"
)

// TestSameTask checks that a task that repeats itself makes one episode, which counts.
func TestSameTask(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.begin("one")
	for i := range 177 {
		s.prompt(fmt.Sprintf("Update the list of dependencies, run %d", i))
		s.edit("go.mod")
		s.end()
		if i%50 == 0 {
			w.flush(nil)
		}
	}
	w.flush(nil)
	all := w.episodes()
	if len(all) != 1 {
		t.Fatalf("%d episodes", len(all))
	}
	r := recording(t, all[0])
	if same, _ := r["same"].([]any); r["times"] != 101.0 || len(same) != 100 {
		t.Errorf("it counts %v times, and %d keys", r["times"], len(same))
	}
	before := all[0].UpdatedAt
	w.flush(nil)
	if again := w.episodes(); again[0].UpdatedAt != before {
		t.Error("a drain without news changed the episode")
	}
}

// TestChangedByPerson checks that a reward that a person set stays, and that the reasons are added.
func TestChangedByPerson(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.begin("one")
	s.fix("Make the cart safe for concurrent use", "cart/store.go", "lost update: want 2 items, got 1")
	w.flush(nil)
	by := audit.Caller{Workspace: w.workspace(), Role: access.Admin}
	reward, first := 0.9, w.episodes()[0]
	_, err := w.service.UpdateEpisode(t.Context(), by, graph.UpdateEpisodeInput{EpisodeID: graph.EpisodeRef(first.EpisodeID), Reward: &reward})
	w.must(err)
	s.prompt("No, that is wrong: cart/store.go still loses items")
	s.edit("cart/store.go")
	s.end()
	w.flush(nil)
	now := w.episodes()[0]
	was, is := recording(t, first)["reward_because"], recording(t, now)["reward_because"]
	if now.Reward != reward || fmt.Sprint(was) == fmt.Sprint(is) {
		t.Errorf("the reward is %g because of %v", now.Reward, is)
	}
	w.must(func() error {
		_, err := w.service.DeleteEpisode(t.Context(), by, graph.DeleteEpisodeInput{EpisodeID: graph.EpisodeRef(first.EpisodeID)})
		return err
	}())
	s.prompt("Still wrong: cart/store.go")
	s.edit("cart/store.go")
	s.end()
	w.flush(nil)
	for _, e := range w.episodes() {
		if e.Name == first.Name {
			t.Errorf("a deleted episode is back: %+v", e)
		}
	}
}

// TestVerdict checks that the person's verdict replaces the reward, and that one which an agent gave itself does not count.
func TestVerdict(t *testing.T) {
	t.Parallel()
	for name, own := range map[string]bool{"of the person": false, "of the agent": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			s := w.begin("one")
			s.fix("Make the cart safe for concurrent use", "cart/store.go", "lost update: want 2 items, got 1")
			w.flush(nil)
			before := w.episodes()[0].Reward
			if own {
				exit := 0
				s.add(spool.Line{Kind: spool.Tool, Task: s.name(), ID: "judge", Class: spool.Shell, Command: "echo fine | plotline verdict good", Exit: &exit})
			}
			judged, err := w.recorder(nil).Judge(t.Context(), w.root, recorder.Good, "it holds")
			if err != nil || judged.Session != "one" {
				t.Fatalf("judged %+v, %v", judged, err)
			}
			now := w.episodes()[0]
			if want := map[bool]float64{false: 1, true: before}[own]; now.Reward != want {
				t.Errorf("the reward is %g, before %g", now.Reward, before)
			}
			hello := w.begin("hello")
			hello.prompt("Say hello to my colleague")
			hello.end()
			w.pass(time.Minute)
			if judged, err := w.recorder(nil).Judge(t.Context(), w.root, recorder.Bad, "it blocks"); err != nil || judged.Session != "one" {
				t.Errorf("after a task that is not kept, judged %+v, %v", judged, err)
			}
			if now := w.episodes()[0]; now.Reward != -1 {
				t.Errorf("after a task that is not kept, the reward is %g", now.Reward)
			}
			if _, err := w.recorder(nil).Judge(t.Context(), "/elsewhere", recorder.Good, ""); err == nil {
				t.Error("a project without tasks is judged")
			}
		})
	}
}

// TestForget checks that what is forgotten is gone everywhere, and does not come back.
func TestForget(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		which func(w *world) recorder.Selection
		left  int // episodes of two sessions with one task each
	}{
		"last":           {func(*world) recorder.Selection { return recorder.Selection{Last: true} }, 1},
		"session":        {func(*world) recorder.Selection { return recorder.Selection{Session: "one"} }, 1},
		"project":        {func(w *world) recorder.Selection { return recorder.Selection{Project: w.root} }, 0},
		"another":        {func(*world) recorder.Selection { return recorder.Selection{Project: "/elsewhere"} }, 2},
		"since":          {func(*world) recorder.Selection { return recorder.Selection{Since: begun} }, 0},
		"since not long": {func(w *world) recorder.Selection { return recorder.Selection{Since: w.now.Add(time.Hour)} }, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			one := w.begin("one")
			one.fix("Make the cart safe for concurrent use", "cart/store.go", "lost update: want 2 items, got 1")
			two := w.begin("two")
			two.fix("Add a page for orders", "orders/page.go", "undefined: order")
			two.close()
			w.flush(nil)
			if n := len(w.episodes()); n != 2 {
				t.Fatalf("%d episodes", n)
			}
			out, err := w.recorder(nil).Forget(t.Context(), c.which(w))
			if err != nil || out.Episodes != 2-c.left {
				t.Errorf("forgot %+v, %v", out, err)
			}
			w.flush(nil)
			w.flush(w.recorder(nil))
			if n := w.count(); n != c.left {
				t.Errorf("%d episodes are left", n)
			}
			if c.left == 0 {
				w.nowhere("concurrent use", "cart/store.go")
			}
		})
	}
}

// TestKeep checks that sessions go once they are older than the person wants to keep them.
func TestKeep(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.settings.Keep = "30d"
	w.begin("old").fix("Make the cart safe for concurrent use", "cart/store.go", "lost update: want 2 items, got 1")
	w.flush(nil)
	w.pass(20 * 24 * time.Hour)
	w.begin("new").fix("Add a page for orders", "orders/page.go", "undefined: order")
	w.flush(nil)
	if n := w.count(); n != 2 {
		t.Fatalf("%d episodes", n)
	}
	w.pass(11 * 24 * time.Hour)
	w.flush(nil)
	if all := w.episodes(); len(all) != 1 || all[0].Name != "Add a page for orders" {
		t.Errorf("after a month: %+v", all)
	}
	w.nowhere("concurrent use", "cart/store.go")
	w.settings.Keep = "a year"
	if err := w.recorder(nil).Flush(t.Context()); err == nil {
		t.Error("a wrong time is no error")
	}
}

// TestForgetLiveSession checks that a session that goes on stays off until it ends.
func TestForgetLiveSession(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.begin("one")
	s.fix("Make the cart safe for concurrent use", "cart/store.go", "lost update: want 2 items, got 1")
	w.flush(nil)
	_, err := w.recorder(nil).Forget(t.Context(), recorder.Selection{Session: "one"})
	w.must(err)
	s.add(spool.Line{Kind: spool.Session, Project: w.root}) // as a hook does in a new file
	s.fix("Add a page for orders", "orders/page.go", "undefined: order")
	w.flush(nil)
	if n := w.count(); n > 0 {
		t.Errorf("%d episodes of a session that was forgotten", n)
	}
	s.close()
	w.flush(nil)
	w.nowhere("page for orders", "orders/page.go")
	s.add(spool.Line{Kind: spool.Session, Source: "resume", Project: w.root})
	s.fix("Print the orders", "orders/print.go", "undefined: printer")
	w.flush(nil)
	if n := w.count(); n != 1 {
		t.Errorf("%d episodes after the session was resumed", n)
	}
}

// count returns the number of episodes.
func (w *world) count() int {
	w.t.Helper()
	names, err := w.store.Workspaces(w.t.Context(), "", 10)
	w.must(err)
	if len(names) == 0 {
		return 0
	}
	return len(w.episodes())
}

// nowhere checks that no file of the recording has a text.
func (w *world) nowhere(texts ...string) {
	w.t.Helper()
	root := os.DirFS(w.data)
	for _, dir := range []string{"recording", "spool"} {
		w.must(fs.WalkDir(root, dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			raw, err := fs.ReadFile(root, path)
			for _, text := range texts {
				if strings.Contains(string(raw), text) {
					w.t.Errorf("%s has %q", path, text)
				}
			}
			return err
		}))
	}
}

// TestDoneFiles checks that the file of a session goes a day after its end, and that the session can go on.
func TestDoneFiles(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.begin("one")
	s.client = "gemini-cli" // which has no ids of tasks
	s.add(spool.Line{Kind: spool.Session, Source: "startup", Project: w.root})
	again := func(file string) {
		s.add(spool.Line{Kind: spool.Prompt, Text: "Repair what the linter says"})
		yes := true
		s.add(spool.Line{Kind: spool.Tool, Class: spool.Edit, Path: file, OK: &yes})
		exit := 0
		s.add(spool.Line{Kind: spool.Tool, Class: spool.Shell, Command: "go test ./...", Exit: &exit, Tail: "ok  \tshop\t0.1s"})
		s.add(spool.Line{Kind: spool.End, How: spool.Stopped, Words: "Done."})
	}
	again("a.go")
	s.close()
	w.flush(nil)
	before := w.count()
	w.pass(25 * time.Hour)
	w.flush(nil)
	if f := spool.In(w.data).File("gemini-cli", "one"); f.Size > 0 {
		t.Fatal("the file is still there")
	}
	w.pass(31 * 24 * time.Hour) // beyond what counts as a repetition
	s.add(spool.Line{Kind: spool.Session, Source: "resume", Project: w.root})
	again("b.go")
	w.flush(nil)
	if n := w.count(); n != before+1 {
		t.Errorf("%d episodes, before %d", n, before)
	}
}

// TestRedact checks that a secret that an earlier version did not know goes from the graph and from what may be told.
func TestRedact(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.begin("one")
	s.fix("Make the cart safe for concurrent use", "cart/store.go", "lost update: want 2 items, got 1")
	w.flush(nil)
	secret := "ghp_" + "1234567890abcdefABCDEF1234567890abcd"
	text := "the token is " + secret
	by := audit.Caller{Workspace: w.workspace(), Role: access.Admin}
	_, err := w.service.UpdateEpisode(t.Context(), by, graph.UpdateEpisodeInput{EpisodeID: graph.EpisodeRef(w.episodes()[0].EpisodeID), Reflection: &text})
	w.must(err)
	n, err := w.recorder(nil).Redact(t.Context())
	if got := w.episodes()[0].Reflection; err != nil || n != 1 || strings.Contains(got, secret) {
		t.Errorf("redacted %d, %v: %s", n, err, got)
	}
	if n, err := w.recorder(nil).Redact(t.Context()); err != nil || n != 0 {
		t.Errorf("again redacted %d, %v", n, err)
	}
}

// TestForgetTold checks that what is forgotten is gone from what other sessions were told of it, too.
func TestForgetTold(t *testing.T) {
	t.Parallel()
	w := taught(t)
	if a := w.ask("now", w.root, due); !strings.Contains(a.Text, "no locks of our own") {
		t.Fatalf("told %q", a.Text)
	}
	brief, err := spool.ReadBrief(w.data, w.workspace())
	w.must(err)
	s := w.begin("later")
	s.add(spool.Line{Kind: spool.Session, Source: "clear", Project: w.root, Branch: "main", Brief: brief.On("main")})
	s.prompt("Tell me the time")
	w.flush(nil)
	if !strings.Contains(brief.Text, "no locks of our own") {
		t.Fatalf("the brief is %q", brief.Text)
	}
	_, err = w.recorder(nil).Forget(t.Context(), recorder.Selection{Session: "before"})
	w.must(err)
	w.nowhere("no locks of our own")
}

// broken is a memory that deletes no episode of a workspace.
type broken struct {
	recorder.Memory
	workspace string
}

func (b broken) Delete(ctx context.Context, workspace, id string) error {
	if workspace == b.workspace {
		return fault.New(fault.Unavailable, "the store is away")
	}
	return b.Memory.Delete(ctx, workspace, id)
}

// TestForgetHalf checks that an error with one session leaves no brief that tells what was forgotten of another.
func TestForgetHalf(t *testing.T) {
	t.Parallel()
	w := taught(t)
	taught := w.workspace()
	root := w.project(filepath.Join(filepath.Dir(w.data), "mailer"), "")
	s := w.beginIn("other", root)
	s.fix("Send mails once", "mail/send.go", "sent twice")
	s.close()
	w.flush(nil)
	names, err := w.store.Workspaces(t.Context(), "", 10)
	w.must(err)
	other := slices.DeleteFunc(names, func(name string) bool { return name == taught })
	if len(other) != 1 {
		t.Fatalf("the other workspaces are %v", other)
	}
	before, err := spool.ReadBrief(w.data, taught)
	w.must(err)
	out, err := w.recorder(broken{w.memory, other[0]}).Forget(t.Context(), recorder.Selection{})
	if fault.CodeOf(err) != fault.Unavailable || out.Sessions != 1 {
		t.Fatalf("forgot %+v, %v", out, err)
	}
	after, _ := spool.ReadBrief(w.data, taught)
	const lesson = "no locks of our own"
	if !strings.Contains(before.Text, lesson) || strings.Contains(after.Text, lesson) {
		t.Errorf("the brief was %q, and is %q", before.Text, after.Text)
	}
}
