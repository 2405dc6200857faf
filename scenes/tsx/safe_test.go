package tsx_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"plotline/scenes/tsx"
)

// hostile has parts of code that break incorrect quoting.
var hostile = []string{
	`"`, `'`, "`", `\`, "${", "}", "{", "<", ">", "</script>", "<script>", "<!--", "-->", "*/", "/*", "//", "\n", "\r\n", "\u2028", "\u2029", "\x00", "\xff", "\ufeff",
	"😀", "👩‍👩‍👧", "שלום עולם", "\u202e", "日本語", "import x from 'y';", "export default 1;", "const texts = [];", "</p>", "<p>", "a b c", `\u0022`, `\x22`, `\n`, `\ud83d`, "&quot;", "#fff", "center", "Hello world", "=>", "(", ")", ";", ",", " ", "```tsx\n",
}

func broken(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(hostile), rapid.String()), 0, 40).Draw(t, "parts"), "")
}

// TestSafeAlwaysCompiles checks that for any broken scene and name the safe scene compiles and has all texts.
func TestSafeAlwaysCompiles(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		code, name := broken(t), broken(t)
		frames := rapid.IntRange(-5, tsx.MaxFrames+5).Draw(t, "frames")
		checkSafe(t, name, code, frames)
	})
}

func checkSafe(t rapid.TB, name, code string, frames int) {
	t.Helper()
	safe := tsx.Safe(name, code, frames)
	got, err := tsx.Compile(safe)
	if err != nil {
		t.Fatalf("%v\n%s", err, safe)
	}
	want := frames
	if frames < 1 || frames > tsx.MaxFrames {
		want = tsx.DefaultFrames
	}
	if got.Frames != want {
		t.Errorf("%d frames, want %d", got.Frames, want)
	}
	kept := tsx.Texts(safe)
	for _, text := range tsx.Texts(code) {
		raw, _ := json.Marshal(text)
		if !strings.Contains(safe, "\n  "+string(raw)+",\n") || !slices.Contains(kept, text) {
			t.Errorf("%q is lost:\n%s", text, safe)
		}
	}
}

func TestSafeManyTexts(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"((((((((((", "\u2028\u2028<<<<", "日本語 &&&", "!!!! ????"} {
		var code strings.Builder
		for i := range 30_000 {
			code.WriteString(`"` + part + string(rune(0x4e00+i%20_000)) + "\" ")
		}
		checkSafe(t, "much", code.String(), 150)
	}
}

func TestSafeShowsTexts(t *testing.T) {
	t.Parallel()
	shown := []string{
		"Hello world", "Welcome", "50% off today!", "Sale: -20%", "日本語", "שלום עולם", "We bold the centre", "iPhone and Mac", "Dana Whitfield, CTO", "$9 / month", "3 px is not much", "It's 5s faster", "Left or right?",
	}
	kept := []string{
		"#fff", "#0f172a", "absolute", "50%", "clamp", "https://example.com/a.png", "data:image/png;base64,AA", "/static/a.png", "./a.png", "12px", "0 0 40px rgba(0, 0, 0, 0.5)", "1px solid #fff", "linear-gradient(#fff, #000)",
		"Inter, sans-serif", "Helvetica", "space-between", "center center", "flex-start", "easeInOut", "translateX(10px)", "1fr 1fr", "16 / 9", "use client", "all 0.3s ease", "image.png", "MAX_WIDTH", "123", "px)", "scale(",
	}
	var code strings.Builder
	for _, text := range append(slices.Clone(kept), shown...) {
		raw, _ := json.Marshal(text)
		code.Write(append(raw, ' '))
	}
	safe := tsx.Safe("Scene 1", code.String()+"; <p>plainly</p>", 90)
	screen, data, _ := strings.Cut(safe, "export const kept")
	for _, text := range append(shown, "plainly") {
		if raw, _ := json.Marshal(text); !strings.Contains(screen, "\n  "+string(raw)+",\n") {
			t.Errorf("%q is not shown", text)
		}
	}
	for _, text := range kept {
		if raw, _ := json.Marshal(text); !strings.Contains(data, "\n  "+string(raw)+",\n") {
			t.Errorf("%q is shown", text)
		}
	}
	if empty := tsx.Safe(`The "name"`, "", 90); !strings.Contains(empty, "\n  \"The \\\"name\\\"\",\n") {
		t.Errorf("the name is not shown:\n%s", empty)
	}
}
