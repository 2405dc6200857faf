package reply

import (
	"regexp"
	"strings"

	"plotline/scenes/tsx"
)

var (
	// codeLine matches a line that TSX begins with.
	codeLine = regexp.MustCompile(`(?m)^[ \t]*(?:import\s*["'{*]|import\s+\w+.*["']|import\s+type\s|export\s+(?:default|const|let|function|class|async|type|interface)\b|export\s*[{*]|const\s+(?:[\w$]+\s*[:=]|[\[{])|(?:async\s+)?function\s*\*?\s*[\w$]+\s*[(<])`)
	// codeSign matches something that code contains.
	codeSign = regexp.MustCompile(`\bimport\s.*\bfrom\b|\bexport\s|\bconst\s|\bfunction\b|=>|\breturn\b|<[A-Za-z][^>]*>`)
	// named matches a member that holds code, in JSON that is invalid or breaks off.
	named = regexp.MustCompile(`(?i)"(?:tsx_?code|code|tsx|jsx|scene_?code)"\s*:\s*"`)
	// point matches the start of a Markdown line that is not code.
	point = regexp.MustCompile("^(?:[-*#>] |\\d+\\. |\\*\\*|```|~~~)")
	// capital matches the start of a line of prose.
	capital = regexp.MustCompile(`^[A-Z][\w'’]*[ ,!.:]`)

	languages = map[string]bool{"tsx": true, "jsx": true, "typescript": true, "typescriptreact": true, "ts": true, "javascript": true, "js": true, "react": true, "": true}
)

// fenced returns the longest fenced block that looks like code.
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

// unfencedCode returns the code of an answer without fences.
func unfencedCode(text string) string {
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

// isProse reports whether the last line of an answer explains the code before it. Indented lines, and lines that end
// like code, are code.
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

// unwrapped removes a fence or superfluous escapes around code.
func unwrapped(code string) string {
	code = strings.TrimSpace(tsx.Unescape(code))
	if fenceMark(code) != "" {
		if inner := blocks(code); len(inner) > 0 {
			code = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(inner[0].text), "```"))
		}
	}
	if code != "" {
		code += "\n"
	}
	return code
}
