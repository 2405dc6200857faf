// Package markdown parses the documentation pages into fenced blocks, headings and links. The documentation
// generator uses it to check links, and tests use it to run the blocks.
package markdown

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// Page holds the parts of a page that can be checked.
type Page struct {
	Blocks  []Block
	Codes   []Code
	Links   []Link
	Anchors map[string]bool // the valid names after #
}

// Block is a fenced block.
type Block struct {
	Language string
	Text     string
	Line     int    // of its first line of text, from 1
	Remark   string // the text of an HTML comment right before the fence; "" without one
	Section  string // the anchor of the last heading before it; "" without one
}

// Code is a word or command in code font.
type Code struct {
	Text string
	Line int
}

// Link is the target of a link, an image or an HTML attribute.
type Link struct {
	Target string
	Line   int
}

// Parse parses a page. It cannot fail, because any text is Markdown.
func Parse(source []byte) Page {
	p := parser{source: source, page: Page{Anchors: map[string]bool{}}, seen: map[string]int{}}
	root := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source))
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the function returns no error
		if entering {
			p.visit(n)
		}
		return ast.WalkContinue, nil
	})
	return p.page
}

type parser struct {
	source []byte
	page   Page
	seen   map[string]int // anchors without the number of a repetition
	line   int            // of the last block with lines: inline nodes have no position

	section string // the anchor of the last heading
}

func (p *parser) visit(n ast.Node) {
	if n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
		p.line = p.lineOf(n.Lines().At(0).Start)
	}
	switch n := n.(type) {
	case *ast.FencedCodeBlock:
		p.page.Blocks = append(p.page.Blocks, Block{
			Language: string(n.Language(p.source)), Text: string(n.Lines().Value(p.source)), Line: p.line,
			Remark: p.remark(n.PreviousSibling()), Section: p.section,
		})
	case *ast.CodeSpan:
		p.page.Codes = append(p.page.Codes, Code{plain(n, p.source), p.line})
	case *ast.Heading:
		p.heading(Anchor(plain(n, p.source)))
	case *ast.Link:
		p.link(string(n.Destination))
	case *ast.Image:
		p.link(string(n.Destination))
	case *ast.AutoLink:
		p.link(string(n.URL(p.source)))
	case *ast.HTMLBlock:
		p.html(n.Lines().Value(p.source))
	case *ast.RawHTML:
		p.html(n.Segments.Value(p.source))
	}
}

func (p *parser) lineOf(offset int) int { return bytes.Count(p.source[:offset], []byte("\n")) + 1 }

func (p *parser) link(target string) {
	p.page.Links = append(p.page.Links, Link{Target: target, Line: p.line})
}

// heading adds a number to a repeated heading, as GitHub does.
func (p *parser) heading(anchor string) {
	name := anchor
	if n := p.seen[anchor]; n > 0 {
		name = fmt.Sprintf("%s-%d", anchor, n)
	}
	p.seen[anchor]++
	p.page.Anchors[name] = true
	p.section = name
}

var (
	hrefs  = regexp.MustCompile(`(?:src|srcset|href)="([^"]+)"`)
	named  = regexp.MustCompile(`(?:id|name)="([^"]+)"`)
	remark = regexp.MustCompile(`(?s)^\s*<!--\s*(.*?)\s*-->\s*$`)
)

func (p *parser) html(raw []byte) {
	for _, m := range hrefs.FindAllSubmatch(raw, -1) {
		p.link(string(m[1]))
	}
	for _, m := range named.FindAllSubmatch(raw, -1) {
		p.page.Anchors[string(m[1])] = true
	}
}

func (p *parser) remark(before ast.Node) string {
	comment, is := before.(*ast.HTMLBlock)
	if !is {
		return ""
	}
	raw := comment.Lines().Value(p.source)
	if comment.HasClosure() {
		raw = append(raw, comment.ClosureLine.Value(p.source)...)
	}
	if m := remark.FindSubmatch(raw); m != nil {
		return string(m[1])
	}
	return ""
}

// plain returns the text of a heading without markup.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the function returns no error
		if t, is := n.(*ast.Text); is && entering {
			b.Write(t.Segment.Value(source))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

var unnamed = regexp.MustCompile(`[^\p{L}\p{M}\p{N}\p{Pc} -]`)

// Anchor returns the anchor of a heading, as GitHub derives it from the text.
func Anchor(heading string) string {
	return strings.ReplaceAll(unnamed.ReplaceAllString(strings.ToLower(heading), ""), " ", "-")
}
