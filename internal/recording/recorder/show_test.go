package recorder_test

import (
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

// shown returns what is shown of a session.
func (w *world) shown(session string) recorder.Shown {
	w.t.Helper()
	all, err := w.recorder(nil).Show(w.t.Context(), recorder.Showing{Sessions: 10, Tasks: 100})
	w.must(err)
	i := slices.IndexFunc(all, func(s recorder.Shown) bool { return s.Session == session })
	if i < 0 {
		w.t.Fatalf("the session %q is not among %+v", session, all)
	}
	return all[i]
}

// TestShow checks what is shown of tasks and of what was told, and that lines that were told can be pinned.
func TestShow(t *testing.T) {
	t.Parallel()
	w := taught(t)
	s := w.begin("now")
	s.prompt(due)
	if a := w.askTask("now", w.root, s.name(), due); a.Text == "" {
		t.Fatal("nothing was told")
	}
	s.edit("cart/store.go")
	s.end()
	w.flush(nil)
	now, before := w.shown("now"), w.shown("before")
	if len(now.Tasks) != 1 || now.Tasks[0].Asked != due || now.Tasks[0].Reward != nil {
		t.Fatalf("the session has %+v", now.Tasks)
	}
	if first := before.Tasks[0]; first.Reward == nil || len(first.Because) == 0 || !strings.HasPrefix(first.Name, "Make the cart safe") {
		t.Errorf("the first task is %+v", first)
	}
	if len(now.Told) != 1 || now.Told[0].Task != now.Tasks[0].ID {
		t.Fatalf("told was %+v", now.Told)
	}
	line := now.Told[0].Lines[0]
	may := slices.ContainsFunc(before.Tasks, func(t recorder.ShownTask) bool {
		return slices.ContainsFunc(t.Lines, func(l recorder.ShownLine) bool { return l.ID == line.ID && strings.HasSuffix(line.Text, l.Text) })
	})
	if line.ID == "" || !may {
		t.Fatalf("the line is %+v", line)
	}
	for _, pin := range []recorder.Pin{recorder.Always, recorder.Never, ""} {
		w.must(w.recorder(nil).Pin(t.Context(), line.ID, pin))
		if is := w.shown("now").Told[0].Lines[0].Pin; is != pin {
			t.Errorf("the pin is %q, not %q", is, pin)
		}
		brief, err := spool.ReadBrief(w.data, w.workspace())
		if pinned := strings.Contains(brief.Text, line.Text); pinned != (pin == recorder.Always) {
			t.Errorf("with %q the brief is %+v (%v)", pin, brief, err)
		}
		if pin != recorder.Never {
			continue
		}
		if told := w.ask("after", w.root, due).Text; strings.Contains(told, line.Text) {
			t.Errorf("with %q it is told %q", pin, told)
		}
	}
	w.must(func() error {
		_, err := w.recorder(nil).Forget(t.Context(), recorder.Selection{Task: now.Tasks[0].ID})
		return err
	}())
	if left := w.shown("now"); len(left.Tasks)+len(left.Told) != 0 {
		t.Errorf("of a task that is forgotten is left %+v", left)
	}
	if err := w.recorder(nil).Pin(t.Context(), "0123456789ab", recorder.Never); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("an unknown line: %v", err)
	}
}

// TestNeverOfTwin checks that a line which the person never wants is not told of a later task that did the same either, and that the lines
// of a task that the person judged bad are not told.
func TestNeverOfTwin(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.running(w.recorder(nil))
	fix := func(session string) recorder.ShownTask {
		s := w.begin(session)
		s.fix("Make the cart safe for concurrent use, for the session "+session, "cart/store.go", "lost update: want 2 items, got 1")
		s.close()
		w.flush(nil)
		return w.shown(session).Tasks[0]
	}
	told := func(session string) int {
		return strings.Count(w.ask(session, w.root, due).Text, "a change of it made")
	}
	one := fix("one")
	fix("two")
	if n := told("three"); n != 1 {
		t.Errorf("two tasks that did the same are told %d times", n)
	}
	w.must(w.recorder(nil).Pin(t.Context(), one.Lines[0].ID, recorder.Never))
	if n := told("four"); n != 0 {
		t.Errorf("what must never be told is told of another task")
	}
	w.must(w.recorder(nil).Pin(t.Context(), one.Lines[0].ID, ""))
	for _, id := range []string{one.ID, w.shown("two").Tasks[0].ID} {
		_, err := w.recorder(nil).JudgeTask(t.Context(), id, recorder.Bad, "")
		w.must(err)
	}
	if n := told("five"); n != 0 {
		t.Errorf("what was judged bad is told")
	}
}

// TestBriefTakesBack checks that words which the person never wants to be told, or of a task that the person judged bad, are not told
// at the start of a session either, and that a pinned line is told there once.
func TestBriefTakesBack(t *testing.T) {
	t.Parallel()
	const words = "never use a lock of our own here, use WATCH"
	w := newWorld(t)
	s := w.begin("one")
	s.prompt("Make the cart safe for concurrent use")
	s.edit("cart/store.go")
	s.prompt("No, that is wrong: " + words)
	s.edit("cart/store.go")
	s.close()
	w.flush(nil)
	told := func() int {
		brief, err := spool.ReadBrief(w.data, w.workspace())
		w.must(err)
		return strings.Count(brief.Text, words)
	}
	var of recorder.ShownTask
	var line recorder.ShownLine
	for _, one := range w.shown("one").Tasks {
		for _, l := range one.Lines {
			if strings.Contains(l.Text, words) {
				of, line = one, l
			}
		}
	}
	if line.ID == "" || told() != 1 {
		t.Fatalf("the line is %+v, and the brief has it %d times", line, told())
	}
	for pin, want := range map[recorder.Pin]int{recorder.Never: 0, recorder.Always: 1} {
		w.must(w.recorder(nil).Pin(t.Context(), line.ID, pin))
		if n := told(); n != want {
			t.Errorf("with %q the brief has it %d times", pin, n)
		}
	}
	w.must(w.recorder(nil).Pin(t.Context(), line.ID, ""))
	_, err := w.recorder(nil).JudgeTask(t.Context(), of.ID, recorder.Bad, "")
	w.must(err)
	if n := told(); n != 0 {
		t.Errorf("of a task that was judged bad, the brief has it %d times", n)
	}
}

// TestJudgeTask checks that a verdict on a task counts alone, stays when its lines are read again, and can be taken back.
func TestJudgeTask(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.begin("one")
	s.fix("Make the cart safe for concurrent use", "cart/store.go", "lost update: want 2 items, got 1")
	w.flush(nil)
	first := w.shown("one").Tasks[0]
	judge := func(what string) recorder.ShownTask {
		t.Helper()
		_, err := w.recorder(nil).JudgeTask(t.Context(), first.ID, what, "")
		w.must(err)
		return w.shown("one").Tasks[0]
	}
	if is := judge(recorder.Bad); *is.Reward != -1 || is.Verdict != recorder.Bad || !slices.Equal(is.Because, []string{"verdict_bad -1.0"}) {
		t.Errorf("after bad: %+v", is)
	}
	s.prompt("No, that is wrong: cart/store.go still loses items") // which changes what the rules say
	s.edit("cart/store.go")
	s.end()
	w.flush(nil)
	if is := w.shown("one").Tasks[0]; *is.Reward != -1 || is.Verdict != recorder.Bad {
		t.Errorf("after another drain: %+v", is)
	}
	if is := judge(recorder.Good); *is.Reward != 1 || is.Verdict != recorder.Good {
		t.Errorf("after good: %+v", is)
	}
	is := judge(recorder.NoVerdict)
	if is.Verdict != "" || *is.Reward >= *first.Reward || !slices.ContainsFunc(is.Because, func(b string) bool { return strings.HasPrefix(b, "corrected") }) {
		t.Errorf("taken back: %+v, before %+v", is, first)
	}
	if again := judge(recorder.NoVerdict); *again.Reward != *is.Reward {
		t.Errorf("taken back twice: %+v", again)
	}
	w.flush(nil)
	if lines := w.shown("one").Tasks[0].Lines; len(lines) == 0 {
		t.Error("a judged task tells nothing any more")
	}
	judged, err := w.recorder(nil).JudgeTask(t.Context(), first.ID, recorder.Bad, "it blocks, with the password hunter2-Xq9zz!")
	w.must(err)
	if is := w.shown("one").Tasks[0]; judged.Name != is.Name || !slices.Equal(is.Because, []string{"verdict_bad -1.0: it blocks, with the password hunter2-Xq9zz!"}) {
		t.Errorf("with a reason: %+v, %+v", judged, is)
	}
	if _, err := w.recorder(nil).JudgeTask(t.Context(), "0123456789ab", recorder.Good, ""); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("an unknown task: %v", err)
	}
}

// TestJudgeOldTask checks a verdict on a task whose lines are gone, and on one that a person changed and another deleted.
func TestJudgeOldTask(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.begin("one")
	s.fix("Make the cart safe for concurrent use", "cart/store.go", "lost update: want 2 items, got 1")
	s.prompt("Write the release notes for 2.3")
	s.edit("NOTES.md")
	s.end()
	s.close()
	w.flush(nil)
	w.pass(25 * time.Hour)
	w.flush(nil)
	if files, err := spool.In(w.data).Sessions(); err != nil || len(files) != 0 {
		t.Fatalf("the spool has %v, %v", files, err)
	}
	by := audit.Caller{Workspace: w.workspace(), Role: access.Admin}
	tasks := w.shown("one").Tasks
	reward := 0.25
	_, err := w.service.UpdateEpisode(t.Context(), by, graph.UpdateEpisodeInput{EpisodeID: graph.EpisodeRef(tasks[0].Episode), Reward: &reward})
	w.must(err)
	_, err = w.recorder(nil).JudgeTask(t.Context(), tasks[0].ID, recorder.Good, "")
	w.must(err)
	if is := w.shown("one").Tasks[0]; *is.Reward != 1 {
		t.Errorf("after good: %+v", is)
	}
	_, err = w.recorder(nil).JudgeTask(t.Context(), tasks[0].ID, recorder.NoVerdict, "")
	w.must(err)
	if is := w.shown("one").Tasks[0]; *is.Reward != reward {
		t.Errorf("taken back: %+v", is)
	}
	_, err = w.service.DeleteEpisode(t.Context(), by, graph.DeleteEpisodeInput{EpisodeID: graph.EpisodeRef(tasks[1].Episode)})
	w.must(err)
	if _, err = w.recorder(nil).JudgeTask(t.Context(), tasks[1].ID, recorder.Good, ""); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("a deleted episode: %v", err)
	}
	if is := w.shown("one").Tasks[1]; !is.Gone {
		t.Errorf("it is shown as %+v", is)
	}
}

// TestForgetTask checks that one task is forgotten with its lines, and that those around it stay as they are.
func TestForgetTask(t *testing.T) {
	t.Parallel()
	for _, ids := range []bool{true, false} {
		w := newWorld(t)
		s := w.begin("one")
		s.noIDs = !ids
		for _, what := range []string{"cart", "till", "shelf"} {
			s.prompt("Make the " + what + " safe for concurrent use")
			s.test("lost update of the " + what)
			s.edit(what + "/store.go")
			s.test("")
			s.end()
		}
		w.flush(nil)
		before := w.shown("one").Tasks
		out, err := w.recorder(nil).Forget(t.Context(), recorder.Selection{Task: before[1].ID})
		w.must(err)
		if out.Episodes != 1 || out.Sessions != 1 {
			t.Errorf("forgot %+v", out)
		}
		s.prompt("Add a test of the shelf's door")
		s.edit("shelf/door_test.go")
		s.end()
		w.flush(nil)
		after := w.shown("one").Tasks
		if len(after) != 3 || after[0].Episode != before[0].Episode || after[1].Episode != before[2].Episode || *after[1].Reward != *before[2].Reward {
			t.Errorf("before %+v\nafter %+v", before, after)
		}
		content, err := spool.In(w.data).File("claude-code", "one").Read()
		w.must(err)
		for _, line := range content.Lines {
			if strings.Contains(line.Tail+line.Path, "till") || ids && strings.Contains(line.Text, "till") {
				t.Errorf("the spool still has %+v", line)
			}
		}
		if len(w.episodes()) != 3 {
			t.Errorf("%d episodes", len(w.episodes()))
		}
		if _, err := w.recorder(nil).Forget(t.Context(), recorder.Selection{Task: before[1].ID}); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("forgotten twice: %v", err)
		}
	}
}

// TestOnly checks that nothing of other workspaces is shown or changed.
func TestOnly(t *testing.T) {
	t.Parallel()
	w := taught(t)
	before := w.shown("before")
	c := recorder.Config{
		DataDir: w.data, Memory: w.memory, Mine: func(spool.Settings) bool { return true },
		Only: func(workspace string) bool { return workspace == "other" },
	}
	r := recorder.New(c)
	if all, err := r.Show(t.Context(), recorder.Showing{Sessions: 10, Tasks: 100}); err != nil || len(all) != 0 {
		t.Errorf("it shows %+v, %v", all, err)
	}
	if tally := r.Tally(); tally.All != 0 || len(tally.Today) != 0 {
		t.Errorf("it counts %+v", tally)
	}
	_, judged := r.JudgeTask(t.Context(), before.Tasks[0].ID, recorder.Good, "")
	_, forgot := r.Forget(t.Context(), recorder.Selection{Task: before.Tasks[0].ID})
	if session, err := r.Forget(t.Context(), recorder.Selection{Session: "before"}); err != nil || session != (recorder.Forgot{}) {
		t.Errorf("it forgets %+v, %v", session, err)
	}
	for what, err := range map[string]error{
		"judge": judged, "forget": forgot,
		"pin": r.Pin(t.Context(), before.Tasks[0].Lines[0].ID, recorder.Never),
	} {
		if fault.CodeOf(err) != fault.NotFound {
			t.Errorf("%s: %v", what, err)
		}
	}
	mark := func(r *recorder.Recorder) string {
		t.Helper()
		text, err := r.Mark()
		w.must(err)
		return text
	}
	own, other := w.recorder(nil), mark(r)
	was := mark(own)
	s := w.begin("after")
	s.fix("Make the till safe for concurrent use", "till/store.go", "lost update of the till")
	w.flush(nil)
	if mark(own) == was || mark(r) != other || other == "" {
		t.Error("the marks do not tell what has changed")
	}
}

// TestBrokenSession checks that what is known of one session does not hide the others once it is broken.
func TestBrokenSession(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, id := range []string{"broken", "whole"} {
		s := w.begin(id)
		s.fix("Make the "+id+" cart safe for concurrent use", "cart/store.go", "lost update: want 2 items, got 1")
		s.close()
	}
	w.flush(nil)
	w.must(os.WriteFile(filepath.Join(w.data, "recording", "sessions", "claude-code", "broken.json"), []byte("{"), 0o600))
	task := w.shown("whole").Tasks[0]
	_, err := w.recorder(nil).JudgeTask(t.Context(), task.ID, recorder.Good, "")
	w.must(err)
	status, err := w.recorder(nil).Status(t.Context())
	if err != nil || len(status.Clients) != 1 || status.Clients[0].Waiting != 1 || w.recorder(nil).Tally().All != 1 {
		t.Errorf("the status is %+v, %v", status, err)
	}
	out, err := w.recorder(nil).Forget(t.Context(), recorder.Selection{Task: task.ID})
	if err != nil || out.Episodes != 1 {
		t.Errorf("forgot %+v, %v", out, err)
	}
}
