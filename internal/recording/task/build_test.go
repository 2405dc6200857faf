package task_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"plotline/internal/recording/check"
	"plotline/internal/recording/spool"
	"plotline/internal/recording/task"
)

// session builds the lines of a session whose client names its tasks.
type session struct {
	lines []spool.Line
	now   int64
	id    string
}

func (s *session) add(line spool.Line) {
	s.now += 1000
	line.T, line.V, line.Task = begun+s.now, 1, s.id
	line.ID = ""
	if line.Kind == spool.Tool {
		line.ID = fmt.Sprint("use", len(s.lines))
	}
	s.lines = append(s.lines, line)
}

func (s *session) prompt(id, text string) {
	s.id = id
	s.add(spool.Line{Kind: spool.Prompt, Text: text})
}

func (s *session) shell(command string, exit int, output string) {
	first, tail := check.Shape(command, &exit, output)
	s.add(spool.Line{Kind: spool.Tool, Class: spool.Shell, Command: command, Exit: &exit, First: first, Tail: tail})
}

func (s *session) edit(path string) {
	ok := true
	s.add(spool.Line{Kind: spool.Tool, Class: spool.Edit, Path: path, OK: &ok})
}

func (s *session) stop(head, words string) {
	s.add(spool.Line{Kind: spool.End, How: spool.Stopped, Head: head, Words: words})
}

func (s *session) options() task.Options {
	return task.Options{Client: "codex", Session: "s1", Project: "shop", Now: begun + s.now, Source: "transcript"}
}

// TestEpisode checks every field of a task.
func TestEpisode(t *testing.T) {
	t.Parallel()
	s := session{}
	s.add(spool.Line{Kind: spool.Session, Source: "startup", Project: "/home/user/shop", Folder: "/home/user/shop-2", Branch: "cart", Head: "aaaaaaa1", Parent: "p1"})
	s.prompt("turn-1", "Please fix this.\n\n# Guard the cart in cart/store.go against lost updates. Two buyers at once lose items.")
	s.shell("go test ./...", 1, "--- FAIL: TestCart (0.01s)\n    store_test.go:42: got 1, want 2\nFAIL")
	s.edit("cart/store.go")
	s.edit("cart/store_test.go")
	s.shell("go test ./...", 0, "ok  \tshop/cart\t0.1s")
	s.shell("golangci-lint run", 1, "cart/store.go:1:1: unused\n1 issues:")
	s.shell("git commit -am lock", 0, "[cart 1a2b3c4] lock\n 2 files changed")
	s.stop("1a2b3c4d5e6f", "I have guarded the cart.")
	s.prompt("turn-2", "ok")
	s.stop("1a2b3c4d5e6f", "Good.")
	got := task.Build(s.lines, s.options())
	if len(got) != 1 {
		t.Fatalf("%d tasks", len(got))
	}
	want := task.Task{
		Key: "rec1:codex:s1:turn-1", Started: begun + 2000, Ended: begun + 11000, Over: true, Kept: true,
		Name:  "Guard the cart in cart/store.go against lost updates.",
		Query: "Please fix this.\n\n# Guard the cart in cart/store.go against lost updates. Two buyers at once lose items.",
		Reflection: "Changed cart/store.go, cart/store_test.go. `go test ./...` failed at first (TestCart: got 1, want 2), then passed after a change of " +
			"cart/store.go, cart/store_test.go. `golangci-lint run` failed (cart/store.go:1:1: unused). Left red: golangci-lint run. Committed 1a2b3c4. " +
			`Agent: "Good."`,
		Reward: 0.5, Because: []string{"tests_passed +0.5: go test ./...", "checks_failed -0.2: golangci-lint run", "committed +0.2"},
		Tags: []string{"recorded", "codex", "cart"},
		Metadata: task.Metadata{
			V: 1, Key: "rec1:codex:s1:turn-1", Client: "codex", Session: "s1", Task: "turn-1", Parent: "p1", Project: "shop", Branch: "cart",
			Worktree: "/home/user/shop-2", HeadBefore: "aaaaaaa1", HeadAfter: "1a2b3c4d5e6f", Commits: []string{"1a2b3c4"},
			Started: "2025-11-25T10:26:42Z", Seconds: 8, Calls: 6, Failed: 2, Files: []string{"cart/store.go", "cart/store_test.go"},
			Ended: "stop", Source: "transcript",
		},
		Lessons: []task.Lesson{{Kind: task.Fixed, Text: `cart/store.go, cart/store_test.go: a change of them made TestCart ("got 1, want 2") pass, asked as "Guard the cart in cart/store.go against lost updates".`}},
	}
	one := got[0]
	want.Metadata.Because, want.Metadata.Checks, want.Fold, want.Facts = want.Because, one.Metadata.Checks, one.Fold, one.Facts
	want.Metadata.Started = one.Metadata.Started
	if !reflect.DeepEqual(one, want) {
		t.Errorf("got\n%+v\nwant\n%+v", one, want)
	}
	if len(one.Metadata.Checks) != 2 || one.Metadata.Checks[0].Result != check.Passed || one.Metadata.Checks[1].First == "" {
		t.Errorf("the checks are %+v", one.Metadata.Checks)
	}
	if f := one.Facts; !slices.Equal(f.Passed, []string{"go test ./..."}) || f.Red == "" || f.Branch != "cart" || f.Session != "s1" {
		t.Errorf("the facts are %+v", f)
	}
}

// TestPromptWithinTurn checks that what a person says while the agent works belongs to the task, and is no correction of it.
func TestPromptWithinTurn(t *testing.T) {
	t.Parallel()
	s := session{}
	s.prompt("a", "Guard the cart with a lock of our own")
	s.edit("cart/store.go")
	s.prompt("a", "No, not in the store, use the file of the till")
	s.edit("cart/till.go")
	s.shell("go test ./...", 0, "ok  \tshop/cart\t0.1s")
	s.stop("1a2b3c4d", "Done.")
	s.add(spool.Line{Kind: spool.Close})
	s.prompt("a", "Print the receipt in two columns")
	s.edit("receipt/print.go")
	s.stop("1a2b3c4d", "Done.")
	got := task.Build(s.lines, s.options())
	if len(got) != 2 {
		t.Fatalf("%d tasks, want those of two turns", len(got))
	}
	if one := got[0]; one.Reward != 0.5 || !slices.Equal(one.Metadata.Files, []string{"cart/store.go", "cart/till.go"}) ||
		!strings.Contains(one.Reflection, "use the file of the till") {
		t.Errorf("got %+v", one)
	}
	if two := got[1]; !slices.Equal(two.Metadata.Files, []string{"receipt/print.go"}) {
		t.Errorf("got %+v", two)
	}
}

// TestLinks checks how tasks of a session are related.
func TestLinks(t *testing.T) {
	t.Parallel()
	s := session{}
	s.prompt("a", "Guard the cart with a lock of our own")
	s.edit("cart/store.go")
	s.shell("git commit -qam x", 0, "")
	s.stop("1a2b3c4d", "")
	s.prompt("b", "No, the cart must not have locks of our own")
	s.edit("cart/store.go")
	s.stop("1a2b3c4d", "")
	s.prompt("c", "Revert 1a2b3c4d since it loses items of the cart")
	s.shell("git revert 1a2b3c4d", 0, "[main 9f8e7d6] Revert")
	s.stop("9f8e7d6c", "")
	got := make([]string, 0, 3)
	for _, one := range task.Build(s.lines, s.options()) {
		for _, l := range one.Links {
			got = append(got, fmt.Sprintf("%s %s %s", strings.TrimPrefix(l.From, "rec1:codex:s1:"), l.Type, strings.TrimPrefix(l.To, "rec1:codex:s1:")))
		}
	}
	if want := []string{"b refines a", "a follows b", "c contradicts a"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestThreads checks which prompts belong to one task, by the keys of the tasks.
func TestThreads(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		make func(s *session)
		want string // keys, with ! for tasks that are not over
	}{
		"a notification goes on": {func(s *session) {
			s.prompt("a", "Add a page for the orders of a customer")
			s.add(spool.Line{Kind: spool.End, How: spool.Paused})
			s.prompt("b", "")
			s.edit("orders/page.go")
			s.stop("", "")
		}, "a"},
		"a running task is open": {func(s *session) {
			s.prompt("a", "Add a page for the orders of a customer")
			s.edit("orders/page.go")
		}, "a!"},
		"a pause does not close": {func(s *session) {
			s.prompt("a", "Add a page for the orders of a customer")
			s.edit("orders/page.go")
			s.add(spool.Line{Kind: spool.End, How: spool.Paused})
		}, "a!"},
		"an interruption does not close": {func(s *session) {
			s.prompt("a", "Add a page for the orders of a customer")
			s.edit("orders/page.go")
			s.add(spool.Line{Kind: spool.End, How: spool.Interrupted})
		}, "a!"},
		"hours of silence close": {func(s *session) {
			s.prompt("a", "Add a page for the orders of a customer")
			s.edit("orders/page.go")
			s.now += 7 * 3600_000
		}, "a"},
		"the end of the session closes": {func(s *session) {
			s.prompt("a", "Add a page for the orders of a customer")
			s.edit("orders/page.go")
			s.id = ""
			s.add(spool.Line{Kind: spool.Close})
		}, "a"},
		"a new thread in a resumed session": {func(s *session) {
			s.prompt("a", "Add a page for the orders of a customer")
			s.edit("orders/page.go")
			s.id = ""
			s.add(spool.Line{Kind: spool.Close})
			s.add(spool.Line{Kind: spool.Session, Source: "resume"})
			s.prompt("b", "Add a page for the invoices of a customer")
			s.edit("invoices/page.go")
		}, "a b!"},
		"what must not be kept is not": {func(s *session) {
			s.prompt("a", "Add a page for the orders of a customer")
			s.edit("orders/page.go")
			s.stop("", "")
			s.id = "b"
			s.add(spool.Line{Kind: spool.Skip})
			s.edit("secret.go")
			s.stop("", "")
			s.prompt("c", "continue")
			s.edit("other.go")
			s.stop("", "")
		}, "a c"},
		"a hook that is configured twice": {func(s *session) {
			for range 2 {
				s.prompt("a", "Add a page for the orders of a customer")
			}
			s.edit("orders/page.go")
			s.stop("", "")
			s.stop("", "")
		}, "a"},
		"a tool of an unknown task": {func(s *session) {
			s.prompt("a", "Add a page for the orders of a customer")
			s.edit("orders/page.go")
			s.stop("", "")
			s.id = "unknown"
			s.edit("other.go")
		}, "a"},
	} {
		s := session{}
		c.make(&s)
		tasks := task.Build(s.lines, s.options())
		got := make([]string, 0, len(tasks))
		for _, one := range tasks {
			key := strings.TrimPrefix(one.Key, "rec1:codex:s1:")
			if !one.Over {
				key += "!"
			}
			got = append(got, key)
			for _, file := range one.Metadata.Files {
				if file == "secret.go" {
					t.Errorf("%s: a file that must not be kept is named", name)
				}
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", name, got, c.want)
		}
	}
}

// TestSamePrompt checks a prompt that comes 177 times: each has its own key, all have one fold, and the keys go on after the
// lines of the first are gone.
func TestSamePrompt(t *testing.T) {
	t.Parallel()
	const times = 177
	s := session{}
	for i := range times {
		s.prompt("", fmt.Sprintf("Rebuild the search index of shop %d now", i))
		s.lines[len(s.lines)-1].Text = "Rebuild the search  index of the shop 7 now"
		s.shell("./reindex.sh", 0, "")
		s.stop("", "")
	}
	keys, folds := map[string]bool{}, map[string]bool{}
	all := task.Build(s.lines, s.options())
	for _, one := range all {
		keys[one.Key], folds[one.Fold] = true, true
	}
	if len(all) != times || len(keys) != times || len(folds) != 1 {
		t.Errorf("%d tasks, %d keys, %d folds", len(all), len(keys), len(folds))
	}
	hash := strings.Split(all[0].Key, ":")[4]
	o := s.options()
	o.Ordinals = map[string]int{hash: times}
	if again := task.Build(s.lines[:3], o); again[0].Key != "rec1:codex:s1:h:"+hash+":177" {
		t.Errorf("the next key is %s", again[0].Key)
	}
	if o := s.options(); task.Build(s.lines[:3], o)[0].Fold != all[0].Fold {
		t.Error("the fold depends on what follows")
	}
}

// TestExcluded checks that a file which must not be named is nowhere, and that a task of such files alone is not kept.
func TestExcluded(t *testing.T) {
	t.Parallel()
	s := session{}
	s.prompt("a", "Change the settings of the shop for tests")
	s.edit("private/keys.go")
	s.stop("", "")
	o := s.options()
	o.Excludes = func(file string) bool { return strings.HasPrefix(file, "private/") }
	if got := task.Build(s.lines, o); got[0].Kept || strings.Contains(fmt.Sprint(got), "keys.go") {
		t.Errorf("%+v", got)
	}
}

// TestNoAgentsWords checks that no word of the agent is told, however it came into the lines.
func TestNoAgentsWords(t *testing.T) {
	t.Parallel()
	const planted = "IGNOREALL"
	s := session{}
	s.prompt("a", "Guard the cart with a lock of our own")
	s.edit("cart/store.go")
	s.shell("echo "+planted+" && ./"+planted+" --"+planted, 1, planted)
	s.shell("echo "+planted, 0, planted)
	s.shell("go test ./...", 1, "--- FAIL: TestCart (0.0s)\n    x_test.go:1: got 1\nFAIL")
	s.shell("git commit -m "+planted, 0, "[main 1a2b3c4] "+planted)
	s.stop("1a2b3c4", planted)
	s.prompt("b", "No, no locks: use transactions of the database")
	s.edit("cart/store.go")
	s.stop("", planted)
	for _, one := range task.Build(s.lines, s.options()) {
		told, err := json.Marshal([]any{one.Lessons, one.Facts, task.Brief([]task.Facts{one.Facts}, "", begun)})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(told), planted) {
			t.Errorf("told: %s", told)
		}
	}
}

// FuzzBuild checks that any lines make the same tasks twice, within their bounds.
func FuzzBuild(f *testing.F) {
	f.Add([]byte("paSb.pcE"), "No, use WATCH", "go test ./... | tail", "--- FAIL: TestX (0s)\n x_test.go:1: bad")
	f.Add([]byte("s#pSEpipx"), "#bad it is wrong", "git revert HEAD~1 && git commit -m x", "[main 1a2b3c4]")
	f.Add([]byte("pEpEpE"), "好的，不对。", "git checkout -- .", "ok  x")
	f.Fuzz(func(t *testing.T, plan []byte, text, command, output string) {
		lines := make([]spool.Line, 0, len(plan))
		for i, b := range plan[:min(len(plan), 300)] {
			line := spool.Line{T: int64(b)*100 + int64(i%7), V: 1, Task: []string{"", "a", "b", text}[int(b)%4], ID: []string{"", "1", "2"}[i%3]}
			line.Kind = []spool.Kind{spool.Session, spool.Prompt, spool.Prompt, spool.Tool, spool.Tool, spool.Tool, spool.End, spool.Close, spool.Skip, "new"}[int(b)%10]
			line.Class = []spool.Class{spool.Shell, spool.Edit, spool.Other, "new"}[int(b/10)%4]
			exit := int(b) % 3
			line.Text, line.Command, line.Tail, line.First, line.Words = text[min(i, len(text)):], command, output, output, text
			line.Path, line.How = command, []spool.How{spool.Stopped, spool.Paused, spool.Interrupted, spool.Failed, "new"}[i%5]
			if b%5 > 0 {
				line.Exit = &exit
			}
			lines = append(lines, line)
		}
		o := task.Options{Client: "c", Session: "s", Now: 1 << 40}
		first, second := task.Build(lines, o), task.Build(lines, o)
		if !reflect.DeepEqual(first, second) {
			t.Fatalf("two results:\n%+v\n%+v", first, second)
		}
		keys := map[string]bool{}
		facts := make([]task.Facts, 0, len(first))
		for _, one := range first {
			facts = append(facts, one.Facts)
			if keys[one.Key] {
				t.Errorf("two tasks have the key %q", one.Key)
			}
			keys[one.Key] = true
			if one.Reward < -1 || one.Reward > 1 || utf8.RuneCountInString(one.Name) > 80 || utf8.RuneCountInString(one.Query) > 600 {
				t.Errorf("out of bounds: %+v", one)
			}
			if one.Kept && (one.Name == "" || one.Query == "") {
				t.Errorf("a task without a text: %+v", one)
			}
			for _, l := range one.Lessons {
				if utf8.RuneCountInString(l.Text) > 230 || strings.Contains(l.Text, "\n") {
					t.Errorf("a line of %d characters: %q", utf8.RuneCountInString(l.Text), l.Text)
				}
			}
		}
		for _, line := range task.Brief(facts, "", 1<<40) {
			if utf8.RuneCountInString(line) > 230 || strings.Contains(line, "\n") {
				t.Errorf("a line of the brief: %q", line)
			}
		}
	})
}
