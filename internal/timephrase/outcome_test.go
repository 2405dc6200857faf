package timephrase_test

import (
	"testing"

	"plotline/internal/timephrase"
)

// TestOutcomeOf checks which questions without a time ask for an outcome and nothing else.
func TestOutcomeOf(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]timephrase.Outcome{
		"what went badly?": timephrase.Failed, "What failed?": timephrase.Failed, "what went wrong": timephrase.Failed,
		"was ist schiefgegangen?": timephrase.Failed, "what worked": timephrase.Worked,
		"what went wrong most?": timephrase.Failed, "what went worst?": timephrase.Failed, "what worked best?": timephrase.Worked,
		"was lief am schlechtesten?": timephrase.Failed, "best practices": 0, "the most recent failure": 0, "What went well, and why?": timephrase.Worked,
		"failed": 0, "why did the build fail": 0, "what is new": 0, "failed logins": 0, "what failed and what worked?": 0, "": 0, "?!": 0,
	} {
		if got := timephrase.OutcomeOf(question); got != want {
			t.Errorf("%q asks for %d, want %d", question, got, want)
		}
	}
}
