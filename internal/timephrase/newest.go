package timephrase

import (
	"regexp"
	"strings"
	"sync"
)

// newestChange matches what asks for the newest of something, in English, German and Chinese: "the latest changes to",
// "what changed last", "die letzten Änderungen an", "最新的修改". A word such as "latest" alone may be of a text, too.
var newestChange = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:(?:the|my|our)\s+)?(?:(?:very\s+|most\s+)?(?:newest|latest|recent)|last)(?:\s+(?:few|two|three|[0-9]{1,2}))?\s+` +
		`(?:changes?|commits?|fix(?:es)?|updates?|edits?|attempts?|episodes?|entry|entries|work)\b(?:\s+(?:made\s+)?(?:to|of|in|on|for)\b)?` +
		`|\b(?:was\s+|were\s+)?(?:changed?|touched?|edited|fixed|updated|done)\s+(?:most\s+recently|last)\b` +
		`|\blast\s+(?:changed|touched|edited|fixed|updated|done)\b` +
		`|\b(?:(?:die|der|den|das)\s+)?(?:neueste|jüngste|letzte)[nrs]?\s+(?:Änderung(?:en)?|Commits?|Korrektur(?:en)?|Versuche?|Arbeit(?:en)?|Einträge)(?:\s+(?:an|in|am|im|von)\b)?` +
		`|\bzuletzt\s+(?:geändert|angefasst|bearbeitet|gemacht|getan)\b` +
		`|最(?:新|近)(?:一次|几次)?的?(?:更改|改动|修改|变更|提交|修复|更新)`)
})

// longestNewest is the number of words from which on a text is a description, not a question for the newest.
const longestNewest = 13

// Newest reports whether a question asks for the newest of what it is about, as "What changed last in the parser?" does,
// and returns the rest: "What in the parser?". It does not look for times: "last week" is for Read.
func Newest(question string) (rest string, is bool) {
	at := newestChange().FindStringIndex(question)
	if at == nil || len(strings.Fields(question)) >= longestNewest {
		return question, false
	}
	return strings.TrimSpace(string(appendPiece(appendPiece(nil, question[:at[0]]), question[at[1]:]))), true
}
