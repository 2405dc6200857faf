package task

import (
	"slices"
	"strings"

	"plotline/internal/recording/check"
	"plotline/internal/recording/spool"
)

// state is how the checks of a task ended.
type state struct {
	last    map[string]check.Run // by runner, since the last edit
	order   []string             // runners, in the order of their last run since then
	stale   *check.Run           // the last tests before the last edit
	before  []string             // what had failed before the first edit
	edited  bool
	commits int
}

// stateOf looks at the checks of a task.
func (t *thread) state() state {
	s := state{last: map[string]check.Run{}}
	for _, e := range t.events {
		if e.revert != nil || len(e.edits) > 0 || e.outside {
			s = s.edit()
		}
		for _, run := range e.runs {
			if run.Result == check.Unknown {
				continue
			}
			if run.Result == check.Failed && !s.edited {
				s.before = append(s.before, run.Summary)
			}
			s.last[run.Runner] = run
			s.order = append(slices.DeleteFunc(s.order, func(r string) bool { return r == run.Runner }), run.Runner)
		}
		if e.commit {
			s.commits++
		}
	}
	return s
}

// edit makes all checks so far those of before the last edit.
func (s state) edit() state {
	s.edited = true
	for _, runner := range s.order {
		if run := s.last[runner]; run.Kind == check.Tests {
			s.stale = &run
		}
	}
	clear(s.last)
	s.order = nil
	return s
}

// fresh returns the failing and the passing runs since the last edit, of tests or of the other kinds.
func (s state) fresh(tests bool) (failed, passed []check.Run) {
	for _, runner := range s.order {
		run := s.last[runner]
		switch {
		case (run.Kind == check.Tests) != tests:
		case run.Result == check.Failed:
			failed = append(failed, run)
		default:
			passed = append(passed, run)
		}
	}
	return failed, passed
}

// excused returns the rule for which a failure does not count, or nil.
func (s state) excused(t *thread, run check.Run) *Rule {
	if !s.edited {
		return &redBefore
	}
	for _, before := range s.before {
		if run.Summary != "" && within(run.Summary, before) {
			return &redBefore
		}
	}
	for _, u := range t.units {
		if run.Kind == check.Tests && asksRed().MatchString(u.text) && !thenGreen().MatchString(u.text) {
			return &redAsked
		}
	}
	return nil
}

// within reports whether all that failed had failed before.
func within(summary, before string) bool {
	known := strings.Split(before, "\n")
	return !slices.ContainsFunc(strings.Split(summary, "\n"), func(name string) bool { return !slices.Contains(known, name) })
}

// judge returns the reward of a task, by the table of rules.
func (t *thread) judge() sum {
	var s sum
	for _, u := range slices.Backward(t.units) {
		if u.verdict != 0 {
			rule := verdictGood
			if u.verdict < 0 {
				rule = verdictBad
			}
			s.add(rule, u.reason)
			return s
		}
	}
	now := t.state()
	t.judgeTests(&s, now)
	t.judgeChecks(&s, now)
	if now.commits > 0 {
		s.add(committed, "")
	}
	if t.reverted != nil {
		s.add(reverted, t.reverted.reason)
	}
	if t.corrected {
		s.add(corrected, "")
	}
	if t.works() && slices.ContainsFunc(t.units[1:], func(u *unit) bool { return praises(u.text) }) {
		s.add(praised, "")
	}
	switch t.ended() {
	case string(spool.Interrupted):
		s.add(wasCut, "")
	case string(spool.Failed):
		s.add(modelFailed, "")
	}
	return s
}

func (t *thread) judgeTests(s *sum, now state) {
	failed, passed := now.fresh(true)
	rule, run := testsPassed, check.Run{}
	switch {
	case len(failed) > 0:
		rule = testsFailed
		for _, run = range failed { // a failure that does not count hides no other
			if now.excused(t, run) == nil {
				break
			}
		}
	case len(passed) > 0:
		run = passed[len(passed)-1]
	case now.stale == nil:
		return
	case now.stale.Result == check.Failed:
		rule, run = staleFailed, *now.stale
	default:
		rule, run = stalePassed, *now.stale
	}
	if run.Result == check.Failed {
		if excuse := now.excused(t, run); excuse != nil && (rule != staleFailed || excuse == &redAsked) {
			rule = *excuse
		}
	}
	s.add(rule, run.Name)
}

func (t *thread) judgeChecks(s *sum, now state) {
	failed, passed := now.fresh(false)
	failed = slices.DeleteFunc(failed, func(run check.Run) bool { return now.excused(t, run) != nil })
	switch {
	case len(failed) > 0:
		s.add(checksFailed, failed[0].Name)
	case len(passed) > 0:
		s.add(checksPassed, passed[0].Name)
	}
}

// ended returns how a task ended: stop, error, interrupt, or open. A session that ends without an end of the task has
// interrupted it.
func (t *thread) ended() string {
	switch u := t.units[len(t.units)-1]; u.how {
	case "":
		if u.closed {
			return string(spool.Interrupted)
		}
		return "open"
	case spool.Paused:
		return "open"
	default:
		return string(u.how)
	}
}
