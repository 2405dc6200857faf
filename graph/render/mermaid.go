package render

import (
	"fmt"
	"regexp"
	"strings"
)

// Mermaid writes the graph as a Mermaid flowchart. The nodes without an edge come first, one on
// each line, then the edges in order, each with both of its labels; nodes are named n1, n2, … by
// their place in Graph.Nodes.
//
// A line break in a label is <br/>, so each node and each edge is one line of text. An empty label
// is one blank, which Mermaid drops. Spaces at the ends of a line and in runs become no-break
// spaces, because a browser would not show them otherwise. In very few places a word joiner, which
// is not visible, parts two characters that mean something to Mermaid even as entities.
//
// Mermaid itself refuses to parse more than 500 edges and to draw more than 50,000 characters,
// unless its host page allows more; a text cannot lift these limits.
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

// mermaidString leaves a label of plain words as it is and quotes every other.
func mermaidString(label string) string {
	label = clean(label)
	switch {
	case label == "":
		return `" "` // the grammar knows no empty string
	case mermaidPlain.MatchString(label) && !mermaidReserved.MatchString(label):
		return label
	}
	label = mermaidInner.Replace(label)
	if strings.Contains(label, "\n") {
		label = mermaidDecoded.Replace(label)
	}
	text := mermaidEscaper.Replace(keepSpaces(label))
	return `"` + mermaidList.ReplaceAllStringFunc(text, hideListMark) + `"`
}

// mermaidPlain is narrower than the grammar of today: words of letters and digits with single
// signs between them, which no version of Mermaid reads as anything else.
var mermaidPlain = regexp.MustCompile(
	`^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:(?:[ ._,-]|[.,] )[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*$`)

// mermaidReserved finds what must not stand unquoted: list marks, the words in mermaidEscaper
// anywhere, and the keywords of the grammar as whole words (older versions stumble over them).
var mermaidReserved = regexp.MustCompile(`^[0-9]+\. |style|classDef|direction|` +
	`(?i:\b(?:graph|flowchart|subgraph|end|linkStyle|class|click|call|href|default|interpolate)\b)`)

// mermaidEscaper writes what Mermaid, or the HTML that it makes of a label, would not show as it
// is. Entities (#35; for &#35;) survive until the browser decodes them, so they hide a sequence
// from every replacement that Mermaid makes on the way. The rest stays as it is, for people and
// models read this text too.
var mermaidEscaper = strings.NewReplacer(
	"\n", "<br/>",
	`"`, "#quot;", "<", "#lt;", ">", "#gt;", "&", "#amp;", "#", "#35;",
	"`", "#96;", // "` opens a Markdown string
	`\`, "#92;", // \n is a line break
	"*", "#42;", "_", "#95;", "~", "#126;", // Markdown before version 12, in every quoted label
	"%%", "#37;#37;", // comment, and %%{ a directive that could change the configuration
	"$$", "#36;#36;", // formula
	":fa-", "#58;fa-", // fa:fa-car is an icon
	// Mermaid drops the semicolon of an entity behind "style … :" or "classDef … :", and takes a
	// whole line for a statement when "direction TB" stands anywhere in it, quoted or not.
	"style", "#115;tyle", "classDef", "#99;lassDef", "direction", "#100;irection",
	// Blanks that Mermaid would trim, and the word joiner, to be seen in the text.
	"\u00a0", "#160;", "\u1680", "#5760;", "\u2000", "#8192;", "\u2001", "#8193;",
	"\u2002", "#8194;", "\u2003", "#8195;", "\u2004", "#8196;", "\u2005", "#8197;",
	"\u2006", "#8198;", "\u2007", "#8199;", "\u2008", "#8200;", "\u2009", "#8201;",
	"\u200a", "#8202;", "\u202f", "#8239;", "\u205f", "#8287;", "\u3000", "#12288;",
	"\ufeff", "#65279;", "\u2060", "#8288;",
)

// mermaidInner parts what Mermaid itself makes of # and ; in entities, and turns back into & and
// ; even in the finished drawing.
var mermaidInner = strings.NewReplacer("ﬂ°", "ﬂ\u2060°", "¶ß", "¶\u2060ß")

// mermaidDecoded parts what Mermaid looks for once more in a label with a tag in it: it has the
// entities of such a label decoded on the way, those of every other only at the end.
var mermaidDecoded = strings.NewReplacer(`\n`, "\\\u2060n", ":fa-", ":\u2060fa-", "$", "$\u2060")

// mermaidList finds a list mark at the start of a line in escaped text, which version 11 answers
// with "Unsupported markdown: list" in place of the label.
var mermaidList = regexp.MustCompile(`(?:^|<br/>)(?:[0-9]+[.)]|[-+]) `)

// hideListMark turns the sign before the blank at the end of mark into an entity.
func hideListMark(mark string) string {
	sign := len(mark) - 2
	return fmt.Sprintf("%s#%d; ", mark[:sign], mark[sign])
}

// lostSpaces finds the spaces that HTML folds into one or drops at the ends of a line.
var lostSpaces = regexp.MustCompile(`(?m:^ +| +$)| {2,}`)

func keepSpaces(label string) string {
	return lostSpaces.ReplaceAllStringFunc(label, func(spaces string) string {
		return strings.Repeat("\u00a0", len(spaces))
	})
}
