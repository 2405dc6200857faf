package tsx

import (
	_ "embed"
	"fmt"
	"strings"

	"plotline/internal/clip"
)

//go:embed safe.tsx.txt
var safeBody string

// Safe returns a scene that compiles and keeps the texts of a broken one, as Texts returns them. It shows the texts
// for viewers, page after page. It keeps technical texts (colours, lengths, names of styles, URLs) as data. If there
// is no other text, it shows the name of the scene. It exports frames as the duration, or DefaultFrames if frames is
// out of range.
func Safe(name, broken string, frames int) string {
	if frames < 1 || frames > MaxFrames {
		frames = DefaultFrames
	}
	var shown, kept []string
	for _, f := range textsOf(broken) {
		if f.plain || forViewers(f.text) {
			shown = append(shown, f.text)
		} else {
			kept = append(kept, f.text)
		}
	}
	if len(shown) == 0 {
		shown = []string{clip.Marked(strings.TrimSpace(strings.ToValidUTF8(name, "\uFFFD")), maxRunes)}
	}
	var b strings.Builder
	b.WriteString("import { AbsoluteFill, interpolate, useCurrentFrame } from \"remotion\";\n\n")
	fmt.Fprintf(&b, "export const durationInFrames = %d;\n\n", frames)
	b.WriteString("// The texts of the scene that this one stands in for: the first is the title.\n")
	list(&b, "texts", shown)
	b.WriteString("\n// What else stood in quotes there, kept for a repair; none of it is shown.\n")
	list(&b, "export const kept", kept)
	b.WriteString(safeBody)
	return b.String()
}

// list writes a constant, one text a line.
func list(b *strings.Builder, name string, texts []string) {
	if !strings.HasPrefix(name, "export ") {
		name = "const " + name
	}
	b.WriteString(name + ": string[] = [")
	for _, text := range texts {
		b.WriteString("\n  " + quoted(text) + ",")
	}
	if len(texts) > 0 {
		b.WriteByte('\n')
	}
	b.WriteString("];\n")
}
