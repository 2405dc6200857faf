package reply

import (
	"strings"

	"plotline/graph/pattern"
	"plotline/scenes/tsx"
)

var (
	// codeLine is a line that TSX begins with.
	codeLine = pattern.New(`(?m)^[ \t]*(?:import\s*["'{*]|import\s+\w+.*["']|import\s+type\s|export\s+(?:default|const|let|function|class|async|type|interface)\b|export\s*[{*]|const\s+(?:[\w$]+\s*[:=]|[\[{])|(?:async\s+)?function\s*\*?\s*[\w$]+\s*[(<])`)
	// codeSign is what code has somewhere.
	codeSign = pattern.New(`\bimport\s.*\bfrom\b|\bexport\s|\bconst\s|\bfunction\b|=>|\breturn\b|<[A-Za-z][^>]*>`)
	// named is a member that holds code, in JSON that cannot be read or breaks off.
	named = pattern.New(`(?i)"(?:tsx_?code|code|tsx|jsx|scene_?code)"\s*:\s*"`)
	// point is how a line of Markdown begins that is no code.
	point = pattern.New("^(?:[-*#>] |\\d+\\. |\\*\\*|```)")
	// capital is how a line of prose begins.
	capital = pattern.New(`^[A-Z][\w'’]*[ ,!.:]`)

	languages = map[string]bool{"tsx": true, "jsx": true, "typescript": true, "typescriptreact": true, "ts": true, "javascript": true, "js": true, "react": true, "": true}
)

// fenced is the longest block of an answer that looks like code.
func fenced(text string) string {
	longest := ""
	for _, b := range blocks(text) {
		if languages[b.language] && len(b.text) > len(longest) && codeSign.MatchString(b.text) && !jsonLike(b.text) {
			longest = b.text
		}
	}
	return strings.TrimSpace(longest)
}

func jsonLike(text string) bool {
	at := nextObject(text)
	return at >= 0 && strings.TrimSpace(text[:at]) == ""
}

// bare is the code of an answer that has no fences.
func bare(text string) string {
	start := codeLine.FindStringIndex(text)
	if start == nil || named.MatchString(text[:start[0]]) {
		return ""
	}
	code := text[start[0]:]
	for code = strings.TrimSpace(code); code != ""; code = strings.TrimSpace(code) {
		at := strings.LastIndexByte(code, '\n') + 1
		if line := code[at:]; !isProse(line) {
			break
		}
		code = code[:at]
	}
	if !codeSign.MatchString(code) {
		return ""
	}
	return code
}

// isProse tells whether the last line of an answer explains the code before it. Indented lines and
// lines that end as code does are code.
func isProse(line string) bool {
	if line[0] == ' ' || line[0] == '\t' || codeLine.MatchString(line) {
		return false
	}
	if point.MatchString(line) {
		return true
	}
	if capital.MatchString(line) {
		return !strings.HasSuffix(line, ";") && !strings.HasSuffix(line, "{")
	}
	letter := line[0] >= 'a' && line[0] <= 'z'
	return letter && len(strings.Fields(line)) > 3 && strings.IndexByte(".!?:", line[len(line)-1]) >= 0
}

// unwrapped is code without the fence or the escapes that it was put into.
func unwrapped(code string) string {
	code = strings.TrimSpace(tsx.Unescape(code))
	if strings.HasPrefix(code, "```") {
		if inner := blocks(code); len(inner) > 0 {
			code = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(inner[0].text), "```"))
		}
	}
	if code != "" {
		code += "\n"
	}
	return code
}
