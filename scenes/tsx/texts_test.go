package tsx_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/scenes/tsx"
)

func TestTexts(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		code string
		want []string
	}{
		"three kinds":         {`a = "one two"; b = 'three'; c = ` + "`four ${x + \"five\"} six ${`seven`}`", []string{"one two", "three", "four", "five", "six", "seven"}},
		"each once, in order": {`["bbb", "aaa", 'bbb']`, []string{"bbb", "aaa"}},
		"lengths":             {`["ab", " abc ", "日本", "日本語", "` + strings.Repeat("é", 80) + `", "` + strings.Repeat("é", 81) + `"]`, []string{"abc", "日本語", strings.Repeat("é", 80)}},
		"escapes": {`["a\"b", 'it\'s', "\u65e5\u672c\x21", "\u{1F600} ok", "\ud83d\ude00 so", "a\
bc", "tab\tbed", "\q\uzz"]`, []string{`a"b`, "it's", "日本!", "😀 ok", "😀 so", "abc", "tab\tbed", "quzz"}},
		"imports":        {`import React, {x} from "react"; import 'side-effect'; export * from "else"; require("mod"); import("dyn"); from("text")`, []string{"text"}},
		"comments":       {"// \"not this\"\n/* 'nor this' */ a = \"but this\" // it's", []string{"but this"}},
		"runaway":        {"a = \"no end;\nb = 'the next'", []string{"no end", "the next"}},
		"runaway at end": {`a = "no end`, []string{"no end"}},
		"endless template": {
			"a = `no end\nb = 'the next'",
			[]string{"no end", "the next"},
		},
		"backslash at end": {`a = "abc\`, []string{`abc\`}},
		"between tags":     {"return <div>Hello,\n   world &amp; <b>all</b>{x}others</div>", []string{"Hello, world &", "all", "others"}},
		"apostrophes":      {`<p>don't</p>; a = "after"`, []string{"don't", "after"}},
		"attributes":       {`<a title="5 &gt; 3" b='back\slash' c={"in braces"}/>`, []string{"5 > 3", `back\slash`, "in braces"}},
		"fragments":        {`<><b/>one<br/>two</>; "three"`, []string{"one", "two", "three"}},
		"comparison":       {`for (let i = 0; i <n; i++) f(a <b, c> d); x = "text"`, []string{"text"}},
		"generics":         {`useState<string>("first"); const f = <T,>(a: T) => "second"; const g = <T extends X>(a: T) => "third"`, []string{"first", "second", "third"}},
		"regex":            {`a = x.replace(/["'` + "`" + `/]/g, "with"); b = c / d; e = "f/g"`, []string{"with", "f/g"}},
		"unclosed element": {"return (\n  <p>Never closed\n  );\n}\nconst a = 'after';", []string{"Never closed", "after"}},
		"HTML comment":     {"<div><!-- not this --><p>but this</p></div>", []string{"but this"}},
		"fence":            {"```tsx\na = `in it`\n```", []string{"in it"}},
		"escaped once more": {
			`import a from \"react\";\nconst b = \"in it\";\nexport default c;`,
			[]string{"in it"},
		},
		"not UTF-8": {"a = \"x\xffyz\"", []string{"x\ufffdyz"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, tsx.Texts(tt.code)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestTextsOfAnyCode scans hostile code of the largest size, and checks that the texts kept are limited.
func TestTextsOfAnyCode(t *testing.T) {
	t.Parallel()
	for _, part := range []string{`"`, "'", "`", `\`, "<", "<a", "<!", "${", "`${", "=/[", "{", "</", "/*", "(", "\n)", "<a b='", "'abc", "\"" + strings.Repeat("\u2028", 80) + "x\""} {
		code := strings.Repeat(part, (256<<10)/len(part))
		size := 0
		for _, text := range tsx.Texts(code) {
			size += len(text)
		}
		if size > 1<<20 {
			t.Errorf("%q: %d bytes", part, size)
		}
	}
	var many strings.Builder
	for i := range 20_000 {
		many.WriteString(strings.Repeat("x", 3+i%70) + `"` + strings.Repeat("y", 3+i%78) + string(rune(0x4e00+i)) + `" `)
	}
	texts := tsx.Texts(many.String())
	if size := len(strings.Join(texts, "")); size < 10<<10 || size > 24<<10 {
		t.Errorf("%d texts, %d bytes", len(texts), size)
	}
}

func TestUnescape(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		`a\nb\n\"c\"`:      "a\nb\n\"c\"",
		` "a\nb\nc\td"`:    "a\nb\nc\td",
		`a = "x\ny"`:       `a = "x\ny"`, // one break: an ordinary line
		"a\\nb\\nc\n":      "a\nb\nc",
		"a\nb\\nc\\nd":     "a\nb\\nc\\nd",
		`a\nb\nc\q`:        `a\nb\nc\q`, // invalid JSON
		`a = "x\ny\nz";`:   `a = "x\ny\nz";`,
		"":                 "",
		`"`:                `"`,
		`\n`:               `\n`,
		`x\n\n\u00e9 "y" `: `x\n\n\u00e9 "y" `,
	} {
		if got := tsx.Unescape(code); got != want {
			t.Errorf("%q: %q, want %q", code, got, want)
		}
	}
}
