package golden_test

import (
	"regexp"
	"strings"
)

// varying are the patterns of values that differ between runs, the longest first.
var varying = []struct {
	form *regexp.Regexp
	kind string
}{
	{regexp.MustCompile(`[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}`), "<uuid>"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?`), "<time>"},
	{regexp.MustCompile(`127\.0\.0\.1:\d+|localhost:\d+`), "<address>"},
	{regexp.MustCompile(`\b[0-9a-f]{40,64}\b`), "<digest>"},
	{regexp.MustCompile(`/[0-9a-f]{32}\b`), "/<digest>"},
	{regexp.MustCompile(`\bfolder-[0-9a-f]+-[0-9a-f]+\.`), "folder-<inode>."},
	{regexp.MustCompile(`<uuid>:v\d+`), "<uuid>:v<number>"},
}

// known are the folders and the version of this run, each followed by its replacement. The longest come
// first.
var known []string

// redact replaces values that differ between runs by their types.
func redact(text string) string {
	text = strings.NewReplacer(known...).Replace(text)
	for _, v := range varying {
		text = v.form.ReplaceAllString(text, v.kind)
	}
	return text
}

// typeOfText returns the type of a text that is exactly one value of a known form, else text.
func typeOfText(value string) string {
	text := redact(value)
	if strings.HasPrefix(text, "<") && strings.Count(text, "<") == 1 && strings.HasSuffix(text, ">") {
		return strings.Trim(text, "<>")
	}
	if strings.HasPrefix(value, "/") {
		return "path"
	}
	return "text"
}
