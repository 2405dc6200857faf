package timephrase_test

import (
	"testing"

	"plotline/internal/timephrase"
)

// TestNewest checks which questions ask for the newest, and what is left of them.
func TestNewest(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]string{ // "-": it does not ask for the newest
		"What changed last in conntrack.c?":               "What in conntrack.c?",
		"newest changes in parser":                        "parser",
		"the latest changes to net/ipv4":                  "net/ipv4",
		"What are the most recent commits of the parser?": "What are the parser?",
		"who was last fixed":                              "who was",
		"Was wurde zuletzt geändert am Ofen?":             "Was wurde am Ofen?",
		"die letzten Änderungen an der Kasse":             "der Kasse",
		"解析器最新的修改":                                        "解析器",
		"what are the latest changes?":                    "what are?",
		"the last three commits to the oven":              "the oven",
		"pull the latest image":                           "-",
		"the last mile":                                   "-",
		"what did we do last week":                        "-",
		"changes of last week":                            "-",
		"after the last fix of the cache it fails, and nobody here can say why it does": "-",
		"recent":             "-",
		"fixed the last bug": "-",
		"it lasts":           "-",
		"":                   "-",
	} {
		rest, is := timephrase.Newest(question)
		if is != (want != "-") || is && rest != want || !is && rest != question {
			t.Errorf("%q: %q, %t, want %q", question, rest, is, want)
		}
	}
}
