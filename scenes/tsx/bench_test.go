package tsx_test

import (
	"fmt"
	"strings"
	"testing"

	"plotline/scenes/tsx"
)

// lines300 is a scene of 300 lines as models write them.
func lines300() string {
	var b strings.Builder
	b.WriteString("import React from \"react\";\nimport { AbsoluteFill, interpolate, useCurrentFrame } from \"remotion\";\n\nexport const durationInFrames = 10 * 30;\n")
	for i := range 28 {
		fmt.Fprintf(&b, `
const Card%d: React.FC<{ title: string }> = ({ title }) => {
  const frame = useCurrentFrame();
  const opacity = interpolate(frame, [%d, %d], [0, 1], { extrapolateRight: "clamp" });
  return (
    <div style={{ opacity, padding: "24px 48px", borderRadius: 24, background: "#1e293b" }}>
      <h2 style={{ fontSize: 48 }}>{title}</h2>
    </div>
  );
};
`, i, i*10, i*10+20)
	}
	b.WriteString("\nexport default function Scene() {\n  return (\n    <AbsoluteFill>\n      <Card0 title=\"Hello\" />\n    </AbsoluteFill>\n  );\n}\n")
	return b.String()
}

func BenchmarkCompile(b *testing.B) {
	code := lines300()
	for b.Loop() {
		check(b, code)
	}
}

func BenchmarkCompileParallel(b *testing.B) {
	code := lines300()
	b.SetParallelism(50)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			check(b, code)
		}
	})
}

func check(b *testing.B, code string) {
	b.Helper()
	if got, err := tsx.Compile(code); err != nil || got.Frames != 300 || !strings.Contains(got.Script, "Card0") {
		b.Errorf("%d frames, %v", got.Frames, err)
	}
}

func BenchmarkSafe(b *testing.B) {
	code := lines300()
	for b.Loop() {
		if safe := tsx.Safe("a", code, 90); !strings.Contains(safe, "\n  \"Hello\",\n") {
			b.Fatal(safe)
		}
	}
}
