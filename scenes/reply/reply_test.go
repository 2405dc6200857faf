package reply_test

import (
	"encoding/json"
	"errors"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"plotline/scenes/reply"
	"plotline/scenes/tsx"
	"plotline/testing/kit/bounds"
	"plotline/testing/kit/expect"
)

var update = flag.Bool("update", false, "write what is read as what is expected")

// answers returns the answers in a folder of testdata, by name.
func answers(tb testing.TB, folder string) map[string]string {
	tb.Helper()
	all := map[string]string{}
	for file, text := range expect.ReadFiles(tb, filepath.Join("testdata", folder, "*.txt")) {
		all[strings.TrimSuffix(filepath.Base(file), ".txt")] = string(text)
	}
	return all
}

// forAnswers runs a test with each answer in a folder of testdata.
func forAnswers(t *testing.T, folder string, test func(t *testing.T, name, text string)) {
	t.Helper()
	t.Parallel()
	for name, text := range answers(t, folder) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, name, text)
		})
	}
}

// golden compares with the JSON file of an answer.
func golden(t *testing.T, folder, name string, got any) {
	t.Helper()
	file := filepath.Join("testdata", folder, name+".json")
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(got); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// nothing checks the answers whose names say that they have nothing usable.
func nothing(t *testing.T, name string, err error) bool {
	t.Helper()
	if !strings.HasPrefix(name, "nothing-") {
		if err != nil {
			t.Error(err)
		}
		return false
	}
	if !errors.Is(err, reply.ErrNothing) {
		t.Errorf("%v, want ErrNothing", err)
	}
	return true
}

func TestReadScene(t *testing.T) {
	forAnswers(t, "scene", func(t *testing.T, name, text string) {
		t.Helper()
		got, err := reply.ReadScene(text)
		if nothing(t, name, err) {
			return
		}
		golden(t, "scene", name, got)
		if form, _, _ := strings.Cut(name, "-"); string(got.Form) != form {
			t.Errorf("found as %s", got.Form)
		}
		if _, err := tsx.Compile(got.Code); err != nil && got.Form != reply.FormCompleted && !strings.Contains(name, "breaks-off") {
			t.Errorf("it does not compile: %v", err)
		}
	})
}

func TestReadAnalysis(t *testing.T) {
	forAnswers(t, "analysis", func(t *testing.T, name, text string) {
		t.Helper()
		got, err := reply.ReadAnalysis(text)
		if nothing(t, name, err) {
			return
		}
		golden(t, "analysis", name, got)
	})
}

func TestSentence(t *testing.T) {
	forAnswers(t, "sentence", func(t *testing.T, name, text string) {
		t.Helper()
		golden(t, "sentence", name, reply.Sentence(text))
	})
}

// TestLargeAnswers checks that large awkward answers end, and that the results are within bounds.
func TestLargeAnswers(t *testing.T) {
	t.Parallel()
	for _, part := range []string{
		"{", "`", `"\\`, "```\n", `{"`, `{"a":`, `{"a":"`, `{"a":[`, "[", `\u`, `{"tsxCode":"`, "import {", "const a\n", "export default\n", "<a", "**", "_", "[a](", "\n\n", `"a": `, "```tsx\nconst a\n", "{\"a\":1}", `{"tsxCode":"x","b":`, "Prose here.\n", "\x00", "\xff",
	} {
		size := 64 << 10
		if part == "{" || part == "`" || part == `"\\` {
			size = 1 << 20
		}
		text := strings.Repeat(part, size/len(part))
		check(t, text)
		check(t, `{"tsxCode": "export default () => 1`+text)
	}
	long, err := reply.ReadScene(`{"tsxCode": "export default () => 1;` + strings.Repeat("x", 2<<20) + `"}`)
	if err != nil || len(long.Code) > 1<<20 || long.Form != reply.FormCompleted {
		t.Errorf("%d bytes as %s, %v", len(long.Code), long.Form, err)
	}
}

// check tests properties of any answer.
func check(tb testing.TB, text string) {
	tb.Helper()
	scene, err := reply.ReadScene(text)
	if (err == nil) == (scene.Code == "") || (err == nil) == (scene.Form == "") || (err != nil && !errors.Is(err, reply.ErrNothing)) {
		tb.Errorf("%.100q: %.100q as %q, %v", text, scene.Code, scene.Form, err)
	}
	if scene.Frames < 0 || scene.Frames > tsx.MaxFrames || (scene.Layout != nil && !json.Valid(scene.Layout)) {
		tb.Errorf("%.100q: %d frames, layout %.100s", text, scene.Frames, scene.Layout)
	}
	analysis, err := reply.ReadAnalysis(text)
	if err != nil && !errors.Is(err, reply.ErrNothing) || err == nil && (analysis.Elements == nil || analysis.Colors == nil) {
		tb.Errorf("%.100q: %+v, %v", text, analysis, err)
	}
	if sentence := reply.Sentence(text); utf8.RuneCountInString(sentence) > 300 || strings.ContainsAny(sentence, "\n\x00") || !utf8.ValidString(sentence) {
		tb.Errorf("%.100q: %q", text, sentence)
	}
}

// FuzzReply checks that the memory for an answer is bounded by its length.
func FuzzReply(f *testing.F) {
	for _, folder := range []string{"scene", "analysis", "sentence"} {
		for _, text := range answers(f, folder) {
			f.Add(text, uint64(0), uint64(0), uint16(1))
		}
	}
	for _, text := range []string{
		`{"tsxCode":"export default () => 1","layout":¦[¦1¦]¦}`, `{"tsxCode":"x","durationInFrames":¦%¦}`, "¦```tsx\nconst a = %\n```\n¦", `¦{"a":¦%¦}¦`, `¦{"tsxCode":"¦`,
		"¦**_[a](%)¦", `{"elements":[¦"e%",¦"e"],"colors":[¦"#%",¦"c"]}`, "¦import { a } from 'b';\n¦export default 1", `{"tsxCode":"¦\u00%\\"¦"}`,
	} {
		f.Add(text, uint64(7), uint64(5_000_000_000_000), uint16(20_000))
		f.Add(text, uint64(41), uint64(math.MaxUint64), uint16(3))
	}
	f.Fuzz(func(t *testing.T, text string, first, last uint64, times uint16) {
		text = bounds.Grow(text, first, last, times)
		bounds.Bytes(t, 2<<20+512*len(text), func() { check(t, text) })
	})
}

// FuzzBreaksOff checks that code is read up to wherever the answer breaks off.
func FuzzBreaksOff(f *testing.F) {
	f.Add("import a from \"b\";\nexport default () => <p>é\t\\n{`${a}`}</p>;\n", 30)
	f.Fuzz(func(t *testing.T, code string, at int) {
		code = "export default " + strings.ToValidUTF8(code, "")
		raw, err := json.Marshal(map[string]string{"tsxCode": code})
		if err != nil || at < 0 || at > len(raw)-2 || !utf8.Valid(raw[:at]) {
			return
		}
		got, err := reply.ReadScene(string(raw[:at]))
		if at < len(`{"tsxCode":"export default `) || strings.Contains(code, "```") || tsx.Unescape(code) != code || strings.Contains(code, "{") || strings.Contains(code, `\`) {
			return // too short, or the code is unwrapped or read as something else
		}
		if err != nil || !strings.HasPrefix(code, strings.TrimSpace(got.Code)) {
			t.Errorf("%q: %q, %v", raw[:at], got.Code, err)
		}
	})
}

// TestHugeAnswerIsTruncated checks that text after the first MiB is not read.
func TestHugeAnswerIsTruncated(t *testing.T) {
	t.Parallel()
	fence := "\n```tsx\nexport default () => <b>Hi</b>;\n```\n"
	const mib = 1 << 20
	if scene, err := reply.ReadScene(fence + strings.Repeat("word ", mib/4)); err != nil || scene.Form != reply.FormFence {
		t.Errorf("before a long text: %q, %v", scene.Form, err)
	}
	if scene, err := reply.ReadScene(strings.Repeat("word ", mib/4) + fence); err == nil {
		t.Errorf("behind a long text: %q", scene.Code)
	}
}
