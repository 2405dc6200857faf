package recorded_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"plotline/graph/meaning"
	"plotline/graph/meaning/builtin"
	"plotline/internal/recording/task"
	"plotline/testing/kit/installed"
	"plotline/testing/kit/tier"
)

// figures are what a run measures: counts, and what they are of.
type figures struct {
	due, told      int // prompts with a lesson, and those at which it was told
	brief, either  int // of due, what the brief says, and what the brief or the lines at the prompt say
	prompts, wrong int // prompts, and those at which only something else was told
	beside         int // prompts at which something else was told beside the lesson
	judged, signs  int // tasks with a reward of the judge, and episodes with the opposite sign
	episodes, idle int // episodes, and those that say nothing new
}

func (f *figures) String() string {
	return fmt.Sprintf("told when due %d of %d (%.2f), brief %.2f, either %.2f; told wrongly %d of %d (%.2f), beside %d; wrong sign %d of %d (%.2f); nothing new %d of %d (%.2f)",
		f.told, f.due, share(f.told, f.due), share(f.brief, f.due), share(f.either, f.due), f.wrong, f.prompts, share(f.wrong, f.prompts), f.beside,
		f.signs, f.judged, share(f.signs, f.judged), f.idle, f.episodes, share(f.idle, f.episodes))
}

func share(n, of int) float64 { return float64(n) / float64(max(of, 1)) }

func sessionID(s script, n int) string { return fmt.Sprint(s.name, "-", n+1) }

// alone gives each script a memory of its own, together each project one for all of its scripts.
func alone(s script) string    { return s.name }
func together(s script) string { return s.Project }

// measure plays the scripts of a folder into a recorder, and asks it. report is called for each loss.
func measure(t *testing.T, folder string, place func(script) string, model meaning.Embedder) figures {
	t.Helper()
	scripts := readScripts(t, folder)
	w := newWorld(t, model)
	for _, s := range scripts {
		w.play(s, w.root(place(s)))
	}
	w.drain()
	report := t.Logf
	if folder == heldOut { // nobody tunes on what he has not seen
		report = func(string, ...any) {}
	}
	var f figures
	seen := map[string]bool{}
	for _, s := range scripts {
		root := w.root(place(s))
		workspace := w.workspace(root)
		if model != nil && !seen[workspace] {
			w.embed(workspace, model)
			w.warm(workspace)
		}
		all := w.episodes(workspace)
		if !seen[workspace] {
			f.idleOf(all, report)
		}
		seen[workspace] = true
		f.judge(s, all, report)
		for _, a := range s.Asks {
			f.ask(s, a, w.ask(root, a.Prompt), w.brief(workspace), report)
		}
	}
	return f
}

// ask compares what was told with what should be.
func (f *figures) ask(s script, a ask, told []string, brief string, report func(string, ...any)) {
	f.prompts++
	is := slices.ContainsFunc(told, func(line string) bool { return has(line, a.Told) })
	if a.Told != "" {
		f.due++
		if has(brief, a.Told) {
			f.brief++
		}
		if is || has(brief, a.Told) {
			f.either++
		}
	}
	switch {
	case a.Told != "" && is:
		f.told++
		if len(told) > 1 {
			f.beside++
		}
		return
	case a.Told != "":
		report("%s: %q is not told %q, but %q", s.name, a.Prompt, a.Told, told)
	case len(told) > 0:
		report("%s: %q is told %q", s.name, a.Prompt, told)
	}
	if len(told) > 0 {
		f.wrong++
	}
}

// has reports whether a line contains a phrase, without regard to case, spaces and the form of quotes.
func has(line, phrase string) bool {
	fold := func(text string) string {
		return strings.Join(strings.Fields(strings.ToLower(strings.NewReplacer(`"`, "'", "<", "‹", ">", "›").Replace(text))), " ")
	}
	return phrase != "" && strings.Contains(fold(line), fold(phrase))
}

// judge compares the rewards of a script's tasks with those of the judge. A prompt that only goes on with a task has none.
func (f *figures) judge(s script, all []episode, report func(string, ...any)) {
	for i := range s.Sessions {
		for n, j := range s.Sessions[i].Tasks {
			key := task.Prefix + client + ":" + sessionID(s, i) + ":" + taskID(n)
			at := slices.IndexFunc(all, func(e episode) bool { return e.key == key })
			if at < 0 || j.Reward == 0 {
				continue
			}
			f.judged++
			if all[at].reward*float64(j.Reward) < 0 {
				f.signs++
				report("%s: %q gets %g for %q, not %d", s.name, j.Prompt, all[at].reward, all[at].because, j.Reward)
			}
		}
	}
}

// idleOf counts the episodes that say nothing new: no check, commit, revert, word of the person or command that worked in place
// of another, and no answer.
func (f *figures) idleOf(all []episode, report func(string, ...any)) {
	for _, e := range all {
		f.episodes++
		if len(e.because) == 0 && !e.finding && !strings.Contains(e.reflection, "Person: ") && !strings.Contains(e.reflection, "Took back") &&
			!strings.Contains(e.reflection, " worked.") {
			f.idle++
			report("%s says nothing new: %s", e.key, e.reflection)
		}
	}
}

const (
	own     = "own"
	heldOut = "held-out"
)

// TestWords measures what is told by words alone.
func TestWords(t *testing.T) {
	t.Parallel()
	run(t, nil, map[string]bounds{
		"own alone":         {0.1, 0.6, 0.08, 0.1, 0.12},
		"own together":      {0.12, 0.55, 0.14, 0.1, 0.12},
		"held-out alone":    {0.2, 0.62, 0.12, 0.25, 0.2},
		"held-out together": {0.3, 0.58, 0.19, 0.25, 0.2},
	})
}

// TestMeaning measures what is told with the builtin model.
func TestMeaning(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	model, err := builtin.Open(installed.Model(t), builtin.Config{})
	must(t, err)
	run(t, model, map[string]bounds{
		"own alone":         {0.15, 0.6, 0.1, 0.1, 0.12},
		"own together":      {0.15, 0.55, 0.14, 0.1, 0.12},
		"held-out alone":    {0.24, 0.62, 0.2, 0.25, 0.2},
		"held-out together": {0.28, 0.58, 0.22, 0.25, 0.2},
	})
}

// bounds are shares that a run must keep, with room for a task or two. docs/recording.md has the figures.
type bounds struct{ told, brief, wrong, signs, idle float64 }

func (f *figures) check(t *testing.T, b bounds) {
	t.Helper()
	t.Log(f)
	if share(f.told, f.due) < b.told || share(f.brief, f.due) < b.brief || share(f.wrong, f.prompts) > b.wrong ||
		share(f.signs, f.judged) > b.signs || share(f.idle, f.episodes) > b.idle {
		t.Errorf("beyond the bounds %+v", b)
	}
}

// run measures with the scripts of each folder, each alone and all of a project together.
func run(t *testing.T, model meaning.Embedder, all map[string]bounds) {
	t.Helper()
	for folder := range map[string]bool{own: true, heldOut: true} {
		for name, place := range map[string]func(script) string{"alone": alone, "together": together} {
			t.Run(folder+" "+name, func(t *testing.T) {
				t.Parallel()
				f := measure(t, folder, place, model)
				f.check(t, all[folder+" "+name])
			})
		}
	}
}
