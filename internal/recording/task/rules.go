package task

import (
	"fmt"
	"math"

	"plotline/internal/clip"
)

// Rule is a row of the table of rewards.
type Rule struct {
	Name  string  // as reward_because has it
	Value float64 // what it adds
	When  string  // in words
}

// The rows of the table.
var (
	verdictGood  = Rule{"verdict_good", +1, "the person said that it is good; nothing else counts"}
	verdictBad   = Rule{"verdict_bad", -1, "the person said that it is bad; nothing else counts"}
	testsPassed  = Rule{"tests_passed", +0.5, "the last tests after the last edit passed"}
	testsFailed  = Rule{"tests_failed", -0.5, "the last tests after the last edit failed"}
	stalePassed  = Rule{"tests_passed_before_edit", +0.2, "the last tests passed, and files were changed since"}
	staleFailed  = Rule{"tests_failed_before_edit", -0.2, "the last tests failed, and files were changed since"}
	redAsked     = Rule{"red_asked_for", 0, "tests failed because the person asked for a failing test"}
	redBefore    = Rule{"red_before", 0, "what failed had failed before the first edit"}
	checksPassed = Rule{"checks_passed", +0.1, "the last build, type check and lint after the last edit passed"}
	checksFailed = Rule{"checks_failed", -0.2, "the last build, type check or lint after the last edit failed"}
	committed    = Rule{"committed", +0.2, "a commit was made"}
	reverted     = Rule{"reverted", -0.7, "its commit or its files were taken back, by a later prompt or task"}
	corrected    = Rule{"corrected", -0.7, "the next prompt corrects it, or one of the next three that names its file"}
	praised      = Rule{"praised", +0.2, "a prompt was praise and nothing else"}
	wasCut       = Rule{"interrupted", 0, "the person interrupted it: daily steering"}
	modelFailed  = Rule{"model_failed", 0, "the model's service failed"}
)

// Rules returns the table of rewards, which plotline record rules prints. The values of the rules that apply are added, and
// the sum is cut to −1…+1.
func Rules() []Rule {
	return []Rule{
		verdictGood, verdictBad, testsPassed, testsFailed, stalePassed, staleFailed, redAsked, redBefore, checksPassed, checksFailed, committed, reverted,
		corrected, praised, wasCut, modelFailed,
	}
}

// Verdict returns the reward that a person's verdict gives, and its reason with the person's own.
func Verdict(good bool, why string) (reward float64, because string) {
	rule := verdictBad
	if good {
		rule = verdictGood
	}
	var s sum
	s.add(rule, why)
	return s.reward(), s.because[0]
}

// sum adds rules.
type sum struct {
	value   float64
	because []string
}

func (s *sum) add(r Rule, why string) {
	s.value += r.Value
	text := r.Name
	if r.Value != 0 {
		text = fmt.Sprintf("%s %+.1f", r.Name, r.Value)
	}
	if why != "" {
		text += ": " + why
	}
	s.because = append(s.because, text)
}

// reward returns the sum, cut to −1…+1.
func (s *sum) reward() float64 {
	return clip.Number(math.Round(s.value*100)/100, -1, 1)
}
