package task

import (
	"cmp"
	"fmt"
	"strings"

	"plotline/internal/recording/spool"
)

// silence is how long a session says nothing before its last task is over, in milliseconds.
const silence = 6 * 60 * 60 * 1000

// Build returns the tasks of one session in order. Lines that name their tasks need not be in order.
func Build(lines []spool.Line, o Options) []Task {
	h := history{threads: read(lines, o).threads()}
	h.replay()
	h.correct()
	h.follow()
	for _, t := range h.threads {
		t.hear()
	}
	tasks := make([]Task, len(h.threads))
	for i, t := range h.threads {
		tasks[i] = t.task(o, i == len(h.threads)-1)
	}
	return tasks
}

// task makes the task of a thread.
func (t *thread) task(o Options, last bool) Task {
	reward := t.judge()
	finding := t.finds()
	if finding {
		reward = sum{}
	}
	done := Task{
		Key: t.key, Started: t.units[0].started, Kept: finding || t.works() || len(t.said) > 0 && len(t.corrects) == 0, Finding: finding, Over: !last || t.over(o.Now),
		Name: t.title(), Query: strings.TrimSpace(clipped(t.prompt(), maxQuery)), Reflection: t.reflection(finding),
		Reward: reward.reward(), Because: reward.because, Tags: t.tags(o.Client, finding),
	}
	for _, u := range t.units {
		done.Ended = max(done.Ended, u.last)
	}
	done.Metadata = t.metadata(o, reward.because)
	done.Fold = t.fold(done)
	done.Links = t.links()
	done.Lessons = t.lessons(finding)
	done.Facts = t.facts(o, done)
	return done
}

// over reports whether the last task of a session is over.
func (t *thread) over(now int64) bool {
	u := t.units[len(t.units)-1]
	return u.how == spool.Stopped || u.how == spool.Failed || u.closed || now-u.last >= silence
}

// finds reports whether a task only read, and answered.
func (t *thread) finds() bool {
	calls := 0
	for _, u := range t.units {
		calls += len(u.tools)
	}
	return !t.works() && calls >= minCalls && len([]rune(strings.TrimSpace(t.words()))) >= minAnswer
}

// fold identifies tasks with the same prompt and the same outcome.
func (t *thread) fold(done Task) string {
	var outcome strings.Builder
	fmt.Fprintf(&outcome, "%q %g %t %s", folded(t.prompt()), done.Reward, done.Finding, done.Metadata.Ended)
	for _, c := range done.Metadata.Checks {
		fmt.Fprintf(&outcome, " %q %s %t", c.Runner, c.Result, c.Stale)
	}
	return hashOf(outcome.String())
}

// Strengths of relationships.
const (
	followStrength     = 0.5
	refineStrength     = 0.8
	contradictStrength = 0.9
)

// links returns the relationships of a task to earlier ones.
func (t *thread) links() []Link {
	var links []Link
	for _, earlier := range t.reverts {
		links = append(links, Link{From: t.key, To: earlier.key, Type: "contradicts", Strength: contradictStrength})
	}
	for _, earlier := range t.corrects {
		links = append(links, Link{From: t.key, To: earlier.key, Type: "refines", Strength: refineStrength})
	}
	if t.follows != nil {
		links = append(links, Link{From: t.follows.key, To: t.key, Type: "follows", Strength: followStrength})
	}
	return links
}

// facts returns what the brief needs to know.
func (t *thread) facts(o Options, done Task) Facts {
	f := Facts{Ended: cmp.Or(done.Ended, done.Started), Session: o.Session, Branch: t.start.branch}
	now := t.state()
	for _, tests := range []bool{true, false} {
		failed, passed := now.fresh(tests)
		for _, run := range passed {
			if !strings.HasSuffix(run.Name, "…") {
				f.Passed = append(f.Passed, run.String())
			}
		}
		if f.Red == "" && len(failed) > 0 {
			f.Red = told(redLine(failed[0]))
		}
	}
	if f.Red == "" && t.works() && done.Metadata.Ended != "stop" && done.Metadata.Ended != "open" {
		f.Red = told("It stopped in the middle of " + quoted(clipped(done.Name, maxTitle)) + ".")
	}
	for _, s := range t.said {
		if text := t.lesson(s.text); text != "" && rule().MatchString(text) {
			f.Corrections = append(f.Corrections, text)
		}
	}
	if t.reverted != nil {
		f.Reverted = line([]string{t.subject() + ".", t.where()}, "", t.reverted)
	}
	return f
}
