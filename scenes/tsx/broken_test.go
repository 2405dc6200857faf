package tsx_test

import (
	"strings"
	"testing"

	"plotline/scenes/tsx"
	"plotline/testing/kit/brokenscenes"
)

// refusals has the first message about each broken scene, and some of its texts.
var refusals = map[string]struct {
	message string
	texts   []string
}{
	"adjacent-roots":       {`12:19: Expected ")" but found "style"`, []string{"Before: 4 hours of paperwork", "After: done by lunch"}},
	"bad-template":         {`9:74: Expected "}" but found ")"`, []string{"seconds left", "Doors close at midnight"}},
	"class-junk":           {`8:9: Expected ";" but found "people"`, []string{"Amara Okafor", "The people behind it"}},
	"duplicate-const":      {`11:9: The symbol "opacity" has already been declared`, []string{"Northwind", "Energy for the next generation"}},
	"generic-mistake":      {`6:48: The character ">" is not valid inside a JSX element`, []string{"Release notes", "One place for all your"}},
	"html-comment":         {`10:8: Expected identifier but found "!"`, []string{"Summer Jazz Nights", "Riverside Park, Stage B"}},
	"import-after-garbage": {`1:13: Expected ";" but found ":"`, []string{"Thank you for watching", "plotline.example.com"}},
	"json-escaped":         {`1:20: Syntax error '"'`, []string{"Something big is coming", "Mark your calendar: May 12"}},
	"markdown-fence":       {"the code begins with a fence of Markdown", []string{"Sunny all weekend", "Highs of 24°C, light breeze"}},
	"missing-brace":        {`11:1: Unexpected "export"`, []string{"Think", "Build", "Ship it"}},
	"missing-export":       {"no default export: add `export default function Scene() {…}`", []string{"Fast by default", "Why teams switch"}},
	"prose-before":         {`1:7: Expected ";" but found "Here"`, []string{"Chop the onions", "Tomato soup"}},
	"relative-import":      {`3:27: "../components/TitleCard" cannot be imported`, []string{"Chapter one", "A garage, two laptops and a lot of coffee"}},
	"runaway-string":       {"3:37: Unterminated string literal", []string{"Your week in numbers", "Books finished"}},
	"stray-closing-tag":    {`15:9: Unexpected closing "div" tag does not match opening "AbsoluteFill" tag`, []string{"Simple pricing", "$9 / month"}},
	"top-level-await":      {"4:18: await is not allowed outside of functions", []string{"Morning briefing", "New bridge opens early"}},
	"truncated":            {`37:1: Expected "]" but found end of file`, []string{"Start at the old harbour", "Watch the sun go down"}},
	"two-defaults":         {`33:8: Multiple exports with the same name "default"`, []string{"Meet Orbit", "Try it free today"}},
	"unclosed-jsx":         {`19:9: Unexpected closing "div" tag does not match opening "p" tag`, []string{"Fresh every morning", "Since 1987"}},
	"unknown-import":       {`2:24: "framer-motion" cannot be imported`, []string{"“Simply the best tool we own”", "Dana Whitfield, CTO"}},
}

func TestBrokenScenes(t *testing.T) {
	t.Parallel()
	all := brokenscenes.All()
	if len(all) != len(refusals) {
		t.Errorf("%d scenes, %d expectations", len(all), len(refusals))
	}
	for _, b := range all {
		t.Run(b.Name, func(t *testing.T) {
			t.Parallel()
			want, ok := refusals[b.Name]
			if !ok || b.Error == "" || len(b.Code) < 400 {
				t.Fatal("no expectation, no error message or hardly any code")
			}
			_, err := tsx.Compile(b.Code)
			if err == nil || !strings.HasPrefix(err.Error(), want.message) {
				t.Errorf("%v, want %s", err, want.message)
			}
			checkSafe(t, b.Name, b.Code, 150)
			screen, _, _ := strings.Cut(tsx.Safe(b.Name, b.Code, 150), "export const kept")
			for _, text := range want.texts {
				if !strings.Contains(screen, `"`+text+`"`) {
					t.Errorf("%q is not shown:\n%s", text, screen)
				}
			}
		})
	}
}
