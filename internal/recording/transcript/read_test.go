package transcript_test

import (
	"strings"
	"testing"

	"plotline/internal/recording/transcript"
)

const shop = "/home/user/project"

// lines reads a transcript and compares its lines with a text that has one on each.
func lines(t *testing.T, client, file string, o transcript.Options, want string) transcript.Result {
	t.Helper()
	if o.Project == "" {
		o.Project = shop
	}
	r, err := transcript.Read(t.Context(), client, file, o)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, r, want)
	return r
}

func compare(t *testing.T, r transcript.Result, want string) {
	t.Helper()
	got := make([]string, 0, len(r.Lines))
	for _, line := range r.Lines {
		got = append(got, show(line))
	}
	if got, want := strings.Join(got, "\n"), strings.TrimSpace(want); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestImport reads the samples of the real clients.
func TestImport(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, client string
		files        []string
		want         string
	}{
		{"claude", transcript.Claude, []string{"claude-code.jsonl", "s.jsonl"}, `
01:03:46  session startup project="/home/user/project" branch="main" client="2.1.332" model="claude-sonnet-4-5"
01:03:46 30808b89 prompt "please fix add() in calc.py, tests fail"
01:03:48 30808b89 tool shell "ls" exit=0
01:03:51 30808b89 tool shell "sh run_tests.sh" exit=1 first="test_add: expected 5" tail="FAILED test_add: expected 5\n1 failed, 0 passed"
01:03:51 30808b89 tool other "Read"
01:03:52 30808b89 tool edit "calc.py" ok=true
01:03:53 30808b89 tool shell "sh run_tests.sh" exit=0 tail="1 passed"
01:03:54 30808b89 end stop words="I fixed add() in calc.py: it subtracted. The tests pass now."
01:04:16 5cff4e16 prompt "No, that is wrong, I also wanted mul(). add mul and commit"
01:04:23 5cff4e16 tool shell "sh no_such_test.sh" exit=2 first="sh: 0: cannot open no_such_test.sh: No such file" tail="sh: 0: cannot open no_such_test.sh: No such file"
01:04:24 5cff4e16 tool edit "mul.py" ok=true
01:04:26 5cff4e16 tool shell "git add -A && git commit -q -m \"Add mul\" && git log --oneline | head -1" exit=0 tail="[1a7e523]"
01:04:27 5cff4e16 end stop words="I added mul() and committed it."`},
		{"claude, interrupted", transcript.Claude, []string{"claude-code.interrupted.jsonl", "s.jsonl"}, `
01:19:59  session startup project="/home/user/project" branch="main" client="2.1.332" model="claude-sonnet-4-5"
01:19:59 57c77b28 prompt "run the long thing"
01:20:13 57c77b28 tool shell "python3 -c \"import time; time.sleep(60)\""
01:20:13 57c77b28 end interrupt
01:20:18 b70a8794 prompt "no, stop that. run tests"
01:20:19 b70a8794 tool shell "sh run_tests.sh | tail -1" exit=0 tail="1 failed, 0 passed"
01:20:20 b70a8794 tool shell "sh run_tests.sh; echo done" exit=0 first="test_add: expected 5" tail="FAILED test_add: expected 5\n1 failed, 0 passed\ndone"
01:20:20 b70a8794 end stop words="ok"`},
		{
			"claude, with a subagent", transcript.Claude,
			[]string{"claude-code.with-subagent.jsonl", "s.jsonl", "claude-code.subagent.jsonl", "s/subagents/agent-a48cd91e5b62e97c4.jsonl"},
			`
01:04:41  session startup project="/home/user/project" branch="main" client="2.1.332" model="claude-sonnet-4-5"
01:04:41 0453b4cd prompt "use a helper"
01:04:43 0453b4cd tool other "Agent"
01:04:43 0453b4cd end pause words="The helper looked."
01:04:43 0453b4cd tool shell "ls" exit=0
01:04:44 b47b1247 prompt
01:04:44 b47b1247 end stop words="The helper looked."`,
		},
		{"claude, a fork without its parent", transcript.Claude, []string{"claude-code.fork.jsonl", "s.jsonl"}, `
01:03:46  session startup project="/home/user/project" branch="main" client="2.1.332" model="claude-sonnet-4-5"
01:03:46 acaacf97 prompt "please fix add() in calc.py, tests fail"
01:03:48 acaacf97 tool shell "ls" exit=0
01:03:51 acaacf97 tool shell "sh run_tests.sh" exit=1 first="test_add: expected 5" tail="FAILED test_add: expected 5\n1 failed, 0 passed"
01:03:51 acaacf97 tool other "Read"
01:03:52 acaacf97 tool edit "calc.py" ok=true
01:03:53 acaacf97 tool shell "sh run_tests.sh" exit=0 tail="1 passed"
01:03:54 acaacf97 end stop words="I fixed add() in calc.py: it subtracted. The tests pass now."
01:04:16 6bd46cd3 prompt "No, that is wrong, I also wanted mul(). add mul and commit"
01:04:23 6bd46cd3 tool shell "sh no_such_test.sh" exit=2 first="sh: 0: cannot open no_such_test.sh: No such file" tail="sh: 0: cannot open no_such_test.sh: No such file"
01:04:24 6bd46cd3 tool edit "mul.py" ok=true
01:04:26 6bd46cd3 tool shell "git add -A && git commit -q -m \"Add mul\" && git log --oneline | head -1" exit=0 tail="[1a7e523]"
01:04:27 6bd46cd3 end stop words="I added mul() and committed it."
01:18:01 599925d7 prompt "hello fork"
01:18:01 599925d7 end stop words="Hello!"`},
		{"codex", transcript.Codex, []string{"codex.jsonl", "s.jsonl"}, `
01:05:05  session startup project="/home/user/project" branch="main" head="7a967c002a970f274fc37cecdd6520430a91c553" client="0.169.0" model="gpt-5.1-codex"
01:05:05 c7a0f19f prompt "please fix add() in calc.py, tests fail"
01:05:05 c7a0f19f tool shell "ls" exit=0
01:05:05 c7a0f19f tool shell "sh run_tests.sh" exit=1 first="test_add: expected 5" tail="FAILED test_add: expected 5\n1 failed, 0 passed"
01:05:06 c7a0f19f tool shell "cat calc.py" exit=0
01:05:06 c7a0f19f tool shell "sed -i 's/return a - b/return a + b/' calc.py" exit=0
01:05:06 c7a0f19f tool shell "sh run_tests.sh" exit=0 tail="1 passed"
01:05:06 c7a0f19f end stop words="I fixed add() in calc.py: it subtracted. The tests pass now."
01:10:48 efcbcffa prompt "No, wrong: also add mul and commit"
01:10:48 efcbcffa tool shell "sh no_such_test.sh" exit=2 first="sh: 0: cannot open no_such_test.sh: No such file" tail="sh: 0: cannot open no_such_test.sh: No such file"
01:10:49 efcbcffa tool shell "printf '%s' 'def mul(a, b):\n    return a * b\n' > mul.py" exit=0
01:10:49 efcbcffa tool shell "git add -A && git commit -q -m \"Add mul\" && git log --oneline | head -1" exit=0 tail="[ff03bb1]"
01:10:50 efcbcffa end stop words="I added mul() and committed it."`},
		{"codex, a patch in a shell", transcript.Codex, []string{"codex.apply_patch.jsonl", "s.jsonl"}, `
01:30:35  session startup project="/home/user/project" branch="main" head="6d389652db7fd92c5245e4df73e780e1fbdef962" client="0.169.0" model="gpt-5.1-codex"
01:30:35 de4d3375 prompt "patch it"
01:30:35 de4d3375 tool edit "calc.py" ok=true
01:30:35 de4d3375 end stop words="no tool"
01:30:36 e3cbd215 prompt "no, wrong"
01:30:36 e3cbd215 end stop words="Hello!"`},
		{"codex, interrupted", transcript.Codex, []string{"codex.interrupted.jsonl", "s.jsonl"}, `
01:15:22  session startup project="/home/user/project" branch="main" head="901fc20f7998b60a09560f2e6d760a85308ba37d" client="0.169.0" model="gpt-5.1-codex"
01:15:22 da99a480 prompt "sleep"
01:15:26 da99a480 tool shell "sleep 60"
01:15:26 da99a480 end interrupt`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := lines(t, c.client, sample(t, c.files...), transcript.Options{Import: true}, c.want)
			if r.Understood != r.Rows {
				t.Errorf("%d of %d rows were understood", r.Understood, r.Rows)
			}
		})
	}
}

// TestTasks reads the tasks that have a prompt in the spool, and nothing else.
func TestTasks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, client string
		files        []string
		options      transcript.Options
		want         string
	}{
		{"claude, the second", transcript.Claude, []string{"claude-code.jsonl", "s.jsonl"}, transcript.Options{Tasks: []string{claudeMul}}, `
01:04:23 5cff4e16 tool shell "sh no_such_test.sh" exit=2 first="sh: 0: cannot open no_such_test.sh: No such file" tail="sh: 0: cannot open no_such_test.sh: No such file"
01:04:24 5cff4e16 tool edit "mul.py" ok=true
01:04:26 5cff4e16 tool shell "git add -A && git commit -q -m \"Add mul\" && git log --oneline | head -1" exit=0 tail="[1a7e523]"
01:04:27 5cff4e16 end stop words="I added mul() and committed it."`},
		{"claude, none", transcript.Claude, []string{"claude-code.jsonl", "s.jsonl"}, transcript.Options{Tasks: []string{"x"}}, ``},
		{
			"claude, without the task that waited", transcript.Claude,
			[]string{"claude-code.with-subagent.jsonl", "s.jsonl", "claude-code.subagent.jsonl", "s/subagents/agent-a48cd91e5b62e97c4.jsonl"},
			transcript.Options{Tasks: []string{claudeHelped}},
			`
01:04:44 b47b1247 end stop words="The helper looked."`,
		},
		{
			"claude, with its subagent", transcript.Claude,
			[]string{"claude-code.with-subagent.jsonl", "s.jsonl", "claude-code.subagent.jsonl", "s/subagents/agent-a48cd91e5b62e97c4.jsonl"},
			transcript.Options{Tasks: []string{claudeHelp, claudeHelped}},
			`
01:04:43 0453b4cd tool other "Agent"
01:04:43 0453b4cd end pause words="The helper looked."
01:04:43 0453b4cd tool shell "ls" exit=0
01:04:44 b47b1247 end stop words="The helper looked."`,
		},
		{
			"claude, the rows of a fork's parent are older", transcript.Claude,
			[]string{"claude-code.fork.jsonl", "s.jsonl"},
			transcript.Options{Tasks: []string{claudeFork}, Since: 1795655880000},
			`
01:18:01 599925d7 end stop words="Hello!"`,
		},
		{"codex, the first", transcript.Codex, []string{"codex.jsonl", "s.jsonl"}, transcript.Options{Tasks: []string{codexFix}}, `
01:05:05 c7a0f19f tool shell "ls" exit=0
01:05:05 c7a0f19f tool shell "sh run_tests.sh" exit=1 first="test_add: expected 5" tail="FAILED test_add: expected 5\n1 failed, 0 passed"
01:05:06 c7a0f19f tool shell "cat calc.py" exit=0
01:05:06 c7a0f19f tool shell "sed -i 's/return a - b/return a + b/' calc.py" exit=0
01:05:06 c7a0f19f tool shell "sh run_tests.sh" exit=0 tail="1 passed"
01:05:06 c7a0f19f end stop words="I fixed add() in calc.py: it subtracted. The tests pass now."`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			lines(t, c.client, sample(t, c.files...), c.options, c.want)
		})
	}
}
