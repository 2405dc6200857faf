package pattern_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/pattern"
)

// TestAsRegexp checks that a Pattern behaves like the regular expression, from the first call on.
func TestAsRegexp(t *testing.T) {
	t.Parallel()
	const text = `([a-z])([0-9]*)`
	own, std := pattern.New(text), regexp.MustCompile(text)
	for _, s := range []string{"", "-", "a1 b22 c", "第1話 x9"} {
		for name, pair := range map[string][2]any{
			"MatchString":                {own.MatchString(s), std.MatchString(s)},
			"Match":                      {own.Match([]byte(s)), std.Match([]byte(s))},
			"FindSubmatch":               {own.FindSubmatch([]byte(s)), std.FindSubmatch([]byte(s))},
			"FindAllStringSubmatch":      {own.FindAllStringSubmatch(s, -1), std.FindAllStringSubmatch(s, -1)},
			"FindString":                 {own.FindString(s), std.FindString(s)},
			"FindStringIndex":            {own.FindStringIndex(s), std.FindStringIndex(s)},
			"FindStringSubmatch":         {own.FindStringSubmatch(s), std.FindStringSubmatch(s)},
			"FindStringSubmatchIndex":    {own.FindStringSubmatchIndex(s), std.FindStringSubmatchIndex(s)},
			"FindAllString":              {own.FindAllString(s, -1), std.FindAllString(s, -1)},
			"FindAllStringIndex":         {own.FindAllStringIndex(s, 1), std.FindAllStringIndex(s, 1)},
			"FindAllStringSubmatchIndex": {own.FindAllStringSubmatchIndex(s, -1), std.FindAllStringSubmatchIndex(s, -1)},
			"ReplaceAllString":           {own.ReplaceAllString(s, "$2$1"), std.ReplaceAllString(s, "$2$1")},
			"ReplaceAllStringFunc":       {own.ReplaceAllStringFunc(s, strings.ToUpper), std.ReplaceAllStringFunc(s, strings.ToUpper)},
			"Split":                      {own.Split(s, -1), std.Split(s, -1)},
		} {
			if diff := cmp.Diff(pair[1], pair[0]); diff != "" {
				t.Errorf("%s of %q (-regexp +pattern):\n%s", name, s, diff)
			}
		}
	}
}
