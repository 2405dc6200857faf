package render

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// nastyLabels are labels that broke a drawing tool once, or might.
var nastyLabels = []string{
	"", " ", "  ", "\n", "\n\n", "\t", "Design", "Episode Name", " padded ", "two  spaces", "   three",
	"line\nbreak", "line\r\nbreak", "line\rbreak", "a\n\nb", "\nfirst", "last\n", "a \n b", "\v\f\u0085\u2028\u2029",
	`say "hi"`, `"`, `""`, `"quoted"`, `it's`, `'`, "`", "`code`", "\"`md`\"", "**bold**", "_it_ *it*", "~~gone~~",
	`\`, `\\`, `a\`, `\n`, `\\n`, `C:\new\N\G\L\l\r\T\E\H`, "\\\n", "\\\nn", `\"`, `\&lt;`,
	"[a]", "[[a]]", "(a)", "((a))", "{a}", "{{a}}", "a]", "a[", "])", "[(", "[/a/]", `[\a\]`, "a|b", "|", ">a]", "@{ shape: cyl }", "}\n",
	"end", "End", "the end", "graph", "graph TD", "subgraph", "subgraph x", "style", "style n1 fill:#f00;", "click n1 call x()",
	"class n1 x", "classDef x:#fff;", "classDef x:\"", "linkStyle 0 x:\"", "style x:\"", "style x: a\"b", "lifestyle:#;", "default", "flowchart LR", "href",
	"direction TB", "a direction  LR b", "direction\nTD", "accTitle: x", "accDescr { x }", "interpolate", "o", "x", "v", "n1", "node1", "digraph {", "strict",
	"%%", "%%%", "%% comment", "a %% b", "%%{init: {\"theme\":\"dark\"}}%%", "%%{wrap}%%", "100%", "%s %d", "---\ntitle: x\n---", "---",
	"#", "#quot;", "#35;", "##35;;", "# title", "#1", ";", "a;b", "&", "&&", "R&D", "&amp;", "&amp;amp;", "&lt;", "&&lt;;", "&#65;", "&#x41;", "&nbsp;", "&copy", "&foo;", "&;", "&#;",
	"<", ">", "<b>bold</b>", "<script>alert(1)</script>", `<img src=x onerror="alert(1)">`, "<br>", "a<br/>b", "</text><script>alert(1)</script>", "<!-- x -->", "<![CDATA[x]]>", "<TABLE><TR><TD>x</TD></TR></TABLE>",
	"<style>*{display:none}</style>", "a < b > c", "]]>", "-->", "--", "a -- b", "a --> b", "==>", "-.->", "~~~", "a & b", ":::x", "a:::b",
	"javascript:alert(1)", `" URL="javascript:alert(1)`, `"]; node1 [URL="javascript:alert(1)`, `"]` + "\n  click n1 href \"javascript:alert(1)\"", "https://example.org/a?b=c&d=e#f", "[a](https://example.org)", "www.example.org",
	"1. x", "1) x", "- x", "* x", "+ x", "> x", "    x", "- [ ] x", "===", "***", "| a | b |", "```x```", "$$x^2$$", "$$$", "$5 and $6", "\\(x\\)", "fa:fa-car", "fab:fa-twitter x", "mdi:home", ":smile:",
	"ﬂ°", "ﬂ°°92¶ßn", "ﬂ°quot¶ß", "¶ß", "ﬂ", "ﬂ#", "¶\"", "#br#", "__proto__", "constructor", "undefined", "null",
	"\x00", "a\x00b", "\x01\x02\x1b[31m\x7f", "\u0080\u009f", "\ufffe\uffff\U0001ffff\ufdd0", "\xff\xfe", "a\xc3(b", "\xed\xa0\x80", "\ufffd",
	"\u00a0", "a\u00a0b", "\u3000a\u3000b\u3000", "\u2003x\u2003", "\ufeffbom\ufeff", "\u200b", "\u200d", "\u2060", "ﬂ\u2060°", "\u00ad", "\u115f", "\u3164",
	"\u202eevil\u202c", "\u2066x\u2069", "\u200frtl", "שלום", "مرحبا (1)", "\u0301", "\u0301x", "e\u0301", "\u20dd", "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L",
	"日本語のラベル", "设计：实现", "Ärger & Öl", "ｆｕｌｌ［ｗｉｄｔｈ］", "Ⅷ ½ ²", "🎬", "👩‍👩‍👧‍👦 🏳️‍🌈", "🇩🇪", "𝒳𠜎", "☃️",
	strings.Repeat("long ", 40), strings.Repeat("x", 5000), strings.Repeat("\"\\<&#;\n", 300),
}

// shortLabels excludes the long labels, which would slow down fuzzing.
func shortLabels() []string { return nastyLabels[:len(nastyLabels)-3] }

// anyLabel generates labels from characters that are special to some tool and from arbitrary text.
func anyLabel() *rapid.Generator[string] {
	piece := rapid.OneOf(
		rapid.SampledFrom(shortLabels()),
		rapid.StringOfN(rapid.RuneFrom([]rune("\"\\#;&<>`%${}[]()|:-=~.'*_ \n\tnlNfastyle0123456789ﬂ°¶ß")), 0, 12, -1),
		rapid.String(),
		rapid.SampledFrom([]string{"style", "classDef", "direction", "fa:fa-", "%%{", "$$", "&", "#", ":", ";", " ", "n", "TB"}),
	)
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 1, 5).Draw(t, "pieces"), "")
	})
}

// exampleLabels returns the same labels on every run. They go to a tool in one batch, so they cannot be
// shrunk.
func exampleLabels(n int) []string {
	labels := make([]string, n)
	for i := range labels {
		labels[i] = anyLabel().Example(i + 1)
	}
	return labels
}

// allLabels returns the nasty and the generated labels.
func allLabels() []string { return append(exampleLabels(500), nastyLabels...) }

func nodesOf(labels []string) []Node {
	nodes := make([]Node, len(labels))
	for i, label := range labels {
		nodes[i].Label = label
	}
	return nodes
}

// rewarded returns a graph of nodes with rewards; every fourth reward is 0.
func rewarded(labels []string) Graph {
	g := Graph{Nodes: nodesOf(labels)}
	for i := range g.Nodes {
		g.Nodes[i].Reward = []float64{-1, 0, 0.8, 1.0 / 3}[i%4]
	}
	return g
}

// needTool skips the test if a program is missing, or fails it where all tools are required.
func needTool(t *testing.T, program, remedy string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		missing(t, program+" is not installed: "+remedy)
	}
}

func missing(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("PLOTLINE_REQUIRE_TOOLS") == "1" {
		t.Fatal(what)
	}
	t.Skip(what)
}
