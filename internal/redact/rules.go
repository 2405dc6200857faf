package redact

import (
	"encoding/base64"
	"regexp"
	"strings"
	"sync"
)

// rule finds one kind of secret on the lines that have one of its keywords.
type rule struct {
	id      string
	keys    []string // in lower case
	pattern string   // compiled when a line first has a keyword; its last group that matched is the secret
	// isSecret says whether what matched is one: the first group and the last one. Without it, a placeholder is none.
	isSecret func(first, last string) bool

	compiled func() *regexp.Regexp
}

// quoted matches a value in quotes, or one without. A text that was cut off has no second quote.
const quoted = "(?:[a-z]{0,2}\"((?:[^\"\\\\\\n]|\\\\.){4,})(?:\"|$)|[a-z]{0,2}'((?:[^'\\\\\\n]|\\\\.){4,})(?:'|$)|`([^`\\n]{4,})(?:`|$)|([^\\s\"'`,;)}\\]]{6,}))"

// table returns the rules.
var table = sync.OnceValue(func() []*rule {
	rules := []*rule{
		{
			id: "jwt", keys: []string{"eyj"},
			pattern: `\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)*`,
		},
		{
			id: "url", keys: []string{"://"},
			pattern: `://[^\s/:@"'<>?#]*:([^\s/"'<>]+)@`,
		},
		{
			id: "url", keys: []string{"://"},
			pattern:  `://([A-Za-z0-9_-]{20,})@`,
			isSecret: func(_, last string) bool { return isRandom(last) },
		},
		{
			id: "header", keys: []string{"authorization", "api-key", "-token", "-secret", "-auth", "-key"},
			pattern: `(?i)\b(?:proxy-)?(?:authorization|api-key|private-token|x-[a-z-]*(?:token|key|secret|auth))\\?["']?\s*[:=]\s*\\?["']?` +
				`(?:(?:bearer|basic|token|digest|apikey|bot|negotiate)\s+)?([^\s"'\\,;]{6,})`,
			isSecret: func(_, last string) bool { return !isPlaceholder(last) && !isWord(last) },
		},
		{
			id: "header", keys: []string{"bearer "},
			pattern:  `(?i)\bbearer\s+([A-Za-z0-9._~+/=-]{12,})`,
			isSecret: func(_, last string) bool { return !isPlaceholder(last) && isRandom(last) },
		},
		{
			id: "header", keys: []string{"basic "},
			pattern: `(?i)\bbasic\s+([A-Za-z0-9+/]{8,}={0,2})`,
			isSecret: func(_, last string) bool {
				raw, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(last, "="))
				return err == nil && strings.Contains(string(raw), ":")
			},
		},
		{
			id: "cookie", keys: []string{"cookie"},
			pattern: `(?i)\b(?:set-)?cookie\\?["']?\s*:\s*\\?["']?([^\s"'=;(]+=[^"'\r\n]{4,})`,
		},
		{
			id: "assignment", keys: []string{"passw", "pwd", "passphrase", "secret", "token", "key", "credential", "auth", "_pass"},
			pattern: `(?i)([a-z0-9_.-]*(?:passw|pwd|passphrase|secret|token|key|credential|auth|_pass)[a-z0-9_.-]*)["'\]]{0,2}` +
				`(?:\s*:\s*&?(?:'static\s+)?[a-z]+|\s+[a-z]+)?\s*(?::{1,3}=|=>|[?.+|&]{0,2}=|:)\s*` + quoted,
			isSecret: isAssigned,
		},
		{
			id: "password", keys: []string{"pw:", "pw=", "passphrase:", "passwort:", "kennwort:"},
			pattern:  `(?i)\b(?:pw|passphrase|passwort|kennwort)\s*[:=]\s*["'` + "`" + `]?([^\s"'` + "`" + `;,]{6,})`,
			isSecret: func(_, last string) bool { return !isPlaceholder(last) && strings.ContainsAny(last, digits) },
		},
		{
			id: "argument", keys: []string{"passw", "secret", "token", "key"},
			pattern:  `(?i)["']([a-z0-9_.-]*(?:passw|secret|token|key)[a-z0-9_.-]*)["']\s*,\s*["']([^"'\s]{8,})(?:["']|$)`,
			isSecret: func(first, last string) bool { return isAssigned(first, last) && isRandom(last) },
		},
		{
			id: "element", keys: []string{"password>", "secret>", "token>", "key>"},
			pattern:  `(?i)<([a-z0-9_.:-]*(?:password|secret|token|key))>([^<>\s]{6,})</`,
			isSecret: func(_, last string) bool { return !isPlaceholder(last) && !isWord(last) },
		},
		{
			id: "flag", keys: []string{"--"},
			pattern:  `(?i)--(?:[a-z0-9-]*(?:password|passwd|pwd|token|secret|api-?key|access-key|passphrase)|pass)(?:=|\s+)\\?["']?([^\s"'\\` + "`" + `]{4,})`,
			isSecret: func(_, last string) bool { return !isPlaceholder(last) && !isPlain(last) && last[0] != '-' },
		},
		{
			id: "flag", keys: []string{"-u", "--user", "--proxy-user"},
			pattern: `(?i)\b(?:curl|wget|https?|xh)\b.*?\s(?:-u|--user|--proxy-user)[= ]?\s*\\?["']?[^\s:"'\\]*:([^\s"'\\]{4,})`,
		},
		{
			id: "flag", keys: []string{"-p", "-a", "pass:"},
			pattern: `\b(?:(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump)\b.*?\s-p|sshpass\s+-p\s*|redis-cli\b.*?\s-a\s+|docker\s+login\b.*?\s-p\s+|-pass(?:in|out)?\s+pass:)\\?["']?([^\s"'\\]{4,})`,
		},
		{
			id: "webhook", keys: []string{"hook", "api.telegram.org/bot"},
			pattern: `(?i)https://(?:hooks\.slack\.com/(?:services|workflows|triggers)|discord(?:app)?\.com/api/webhooks|[a-z0-9-]+\.webhook\.office\.com|outlook\.office\.com/webhook|hooks\.zapier\.com/hooks|api\.telegram\.org/bot)([^\s"'<>]{8,})`,
		},
		{
			id: "telegram", keys: []string{":aa"},
			pattern: `\b\d{8,10}:AA[A-Za-z0-9_-]{30,35}`,
		},
		{
			id: "signature", keys: []string{"x-amz-", "sig="},
			pattern: `(?i)(?:x-amz-(?:signature|security-token)|[?&;]sig)=([^&\s"']{20,})`,
		},
		{
			id: "azure", keys: []string{"q~"},
			pattern: `\b[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}`,
		},
		{
			id: "password", keys: []string{"identified", "password", "machine "},
			pattern: `(?i)(?:\bidentified\s+(?:with\s+\S+\s+)?by\s+'|\bpassword\s+'|\bmachine\s+\S+\s+login\s+\S+\s+password\s+)([^'\s]{4,})`,
		},
		{
			id: "password", keys: []string{"passw", "passphrase", "kennwort", "pw "},
			pattern:  `(?i)\b(?:passw(?:or)?[dt]|passphrase|kennwort|pw)\s+(?:is|was|ist|lautet)\s*:?\s+["'` + "`" + `]?([^\s"'` + "`" + `]{6,})`,
			isSecret: func(_, last string) bool { return !isPlaceholder(last) && strings.ContainsAny(last, digits) },
		},
	}
	for _, r := range rules {
		r.compiled = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(r.pattern) })
	}
	return rules
})

// concerns reports whether a text in lower case has a keyword of the rule.
func (r *rule) concerns(lower string) bool {
	for _, key := range r.keys {
		if strings.Contains(lower, key) {
			return true
		}
	}
	return false
}

// Of a long line, only what stands near a keyword is searched.
const (
	longLine = 2048
	before   = 128 // bytes
	after    = 1024
)

// find adds the secrets of a line.
func (r *rule) find(spans []span, s, lower string, start, end int) []span {
	if end-start <= longLine {
		if r.concerns(lower[start:end]) {
			spans = r.match(spans, s, start, end, end)
		}
		return spans
	}
	for _, key := range r.keys {
		for at := start; at < end; {
			n := strings.Index(lower[at:end], key)
			if n < 0 {
				break
			}
			from, to := max(start, at+n-before), min(end, at+n+after)
			spans = r.match(spans, s, from, to, end)
			at += n + max(len(key), after-before)
		}
	}
	return spans
}

// match adds the secrets in a part of a line. A secret that reaches the part's end is followed up to the line's.
func (r *rule) match(spans []span, s string, start, end, lineEnd int) []span {
	for _, m := range r.compiled().FindAllStringSubmatchIndex(s[start:end], -1) {
		first, last := span{}, span{from: start + m[0], to: start + m[1], id: r.id}
		for g := 2; g < len(m); g += 2 {
			if m[g] < 0 {
				continue
			}
			last.from, last.to = start+m[g], start+m[g+1]
			if first.to == 0 {
				first = last
			}
		}
		for last.to == end && end < lineEnd && strings.IndexByte(" \t\"'`<>,;", s[end]) < 0 {
			end++
			last.to++
		}
		value := s[last.from:last.to]
		if r.isSecret == nil && isPlaceholder(value) || r.isSecret != nil && !r.isSecret(s[first.from:first.to], value) {
			continue
		}
		spans = append(spans, last)
	}
	return spans
}
