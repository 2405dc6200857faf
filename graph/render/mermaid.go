package render

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// Mermaid returns the graph as a Mermaid flowchart. Nodes without edges come first, one per line, then the
// edges in order, each with the labels of both nodes. Nodes are named n1, n2, … by their index in
// Graph.Nodes.
//
// A line break in a label becomes <br/>, so each node and each edge is one line of text. An empty label
// becomes one blank, which Mermaid drops. Leading, trailing and repeated spaces become no-break spaces,
// because a browser would not show them. In rare cases an invisible word joiner separates two characters that
// are special to Mermaid even as entities.
//
// Mermaid itself rejects more than 500 edges or 50,000 characters, unless its host page allows more. The text
// cannot change these limits.
func Mermaid(g Graph) string {
	boxes := make([]string, len(g.Nodes))
	for i, n := range g.Nodes {
		boxes[i] = fmt.Sprintf("n%d[%s]", i+1, mermaidString(n.Label))
	}
	edges := g.drawn()
	joined := make([]bool, len(boxes))
	for _, e := range edges {
		joined[e.From], joined[e.To] = true, true
	}

	var b strings.Builder
	b.WriteString("graph TD\n")
	for i, box := range boxes {
		if !joined[i] {
			fmt.Fprintf(&b, "  %s\n", box)
		}
	}
	for _, e := range edges {
		fmt.Fprintf(&b, "  %s -->|%s| %s\n", boxes[e.From], mermaidString(e.Type), boxes[e.To])
	}
	return b.String()
}

// mermaidString returns a label of plain words unchanged and quotes all others.
func mermaidString(label string) string {
	label = clean(label)
	switch {
	case label == "":
		return `" "` // the grammar has no empty string
	case mermaidPlain().MatchString(label) && !mermaidReserved.MatchString(label):
		return label
	}
	label = mermaidInner.Replace(label)
	if strings.Contains(label, "\n") {
		label = mermaidDecoded.Replace(label)
	}
	text := mermaidEscaper.Replace(keepSpaces(label))
	return `"` + mermaidList.ReplaceAllStringFunc(text, hideListMark) + `"`
}

// mermaidPlain matches less than the current grammar allows: words of letters and digits with single signs
// between them. No version of Mermaid interprets them.
var mermaidPlain = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:(?:[ ._,-]|[.,] )[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*$`)
})

// mermaidReserved matches text that must be quoted: list marks, the words of mermaidEscaper, and keywords of
// the grammar as whole words. Older versions fail on these keywords.
var mermaidReserved = regexp.MustCompile(`^[0-9]+\. |style|classDef|direction|` +
	`(?i:\b(?:graph|flowchart|subgraph|end|linkStyle|class|click|call|href|default|interpolate)\b)`)

// mermaidEscaper escapes text that Mermaid, or the HTML of its labels, would interpret. The browser decodes
// entities (#35; for &#35;) last, so they protect text from all replacements by Mermaid. Everything else
// stays readable for people and models.
var mermaidEscaper = strings.NewReplacer(
	"\n", "<br/>",
	`"`, "#quot;", "<", "#lt;", ">", "#gt;", "&", "#amp;", "#", "#35;",
	"`", "#96;", // "` starts a Markdown string
	`\`, "#92;", // \n would be a line break
	"*", "#42;", "_", "#95;", "~", "#126;", // Markdown before version 12, in every quoted label
	"%%", "#37;#37;", // comment, or %%{ for a directive that could change the configuration
	"$$", "#36;#36;", // formula
	":fa-", "#58;fa-", // fa:fa-car is an icon
	// Mermaid drops the semicolon of an entity after "style … :" or "classDef … :". It treats a whole line as
	// a statement if "direction TB" occurs anywhere in it, even quoted.
	"style", "#115;tyle", "classDef", "#99;lassDef", "direction", "#100;irection",
	// Blanks that Mermaid would trim, and the word joiner, as visible entities.
	"\u00a0", "#160;", "\u1680", "#5760;", "\u2000", "#8192;", "\u2001", "#8193;",
	"\u2002", "#8194;", "\u2003", "#8195;", "\u2004", "#8196;", "\u2005", "#8197;",
	"\u2006", "#8198;", "\u2007", "#8199;", "\u2008", "#8200;", "\u2009", "#8201;",
	"\u200a", "#8202;", "\u202f", "#8239;", "\u205f", "#8287;", "\u3000", "#12288;",
	"\ufeff", "#65279;", "\u2060", "#8288;",
)

// mermaidInner separates the sequences that Mermaid itself uses for # and ; in entities. It would convert
// them to & and ; even in the finished drawing.
var mermaidInner = strings.NewReplacer("ﬂ°", "ﬂ\u2060°", "¶ß", "¶\u2060ß")

// mermaidDecoded separates sequences that Mermaid searches again in a label with a tag. It decodes the
// entities of such a label early, and those of others only at the end.
var mermaidDecoded = strings.NewReplacer(`\n`, "\\\u2060n", ":fa-", ":\u2060fa-", "$", "$\u2060")

// mermaidList matches a list mark at the start of a line of escaped text. Version 11 shows "Unsupported
// markdown: list" instead of such a label.
var mermaidList = regexp.MustCompile(`(?:^|<br/>)(?:[0-9]+[.)]|[-+]) `)

// hideListMark replaces the last sign before the final blank of mark by an entity.
func hideListMark(mark string) string {
	sign := len(mark) - 2
	return fmt.Sprintf("%s#%d; ", mark[:sign], mark[sign])
}

// lostSpaces matches the spaces that HTML collapses or drops at the ends of a line.
var lostSpaces = regexp.MustCompile(`(?m:^ +| +$)| {2,}`)

func keepSpaces(label string) string {
	return lostSpaces.ReplaceAllStringFunc(label, func(spaces string) string {
		return strings.Repeat("\u00a0", len(spaces))
	})
}
