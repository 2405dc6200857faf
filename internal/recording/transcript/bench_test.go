package transcript_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/internal/recording/spool"
	"plotline/internal/recording/transcript"
)

// long writes a transcript of at least size bytes: the tasks of a sample again and again, with ids of their own and outputs of 20 KB.
// It returns the id of the last task.
func long(b *testing.B, file, task, marker string, size int) (path, last string) {
	b.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		b.Fatal(err)
	}
	output := strings.Repeat(`ok  \tplotline/internal/some \"package\" of many\t0.020s\n`, 400)
	raw = bytes.ReplaceAll(raw, []byte(marker), []byte(marker+output))
	path = filepath.Join(b.TempDir(), "long.jsonl")
	out, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	for n, written := 0, 0; written < size; n++ {
		part := raw
		for _, id := range []string{task, "toolu_", `:"call_`} {
			part = bytes.ReplaceAll(part, []byte(id), fmt.Appendf(nil, "%s%d", id, n))
		}
		last = fmt.Sprintf("%s%d", task, n)
		more, err := out.Write(part)
		if err != nil {
			b.Fatal(err)
		}
		written += more
	}
	if err := out.Close(); err != nil {
		b.Fatal(err)
	}
	return path, last
}

func BenchmarkRead(b *testing.B) {
	const size = 50 << 20
	for _, c := range []struct{ name, client, file, task, marker string }{
		{"claude", transcript.Claude, "claude-code.jsonl", claudeFix, `"content":"1 passed`},
		{"codex", transcript.Codex, "codex.jsonl", codexFix, `Output:\n`},
	} {
		path, last := long(b, c.file, c.task, c.marker, size)
		for name, o := range map[string]transcript.Options{"one task": {Tasks: []string{last}}, "all": {Import: true}} {
			b.Run(c.name+"/"+name, func(b *testing.B) {
				b.SetBytes(size)
				b.ReportAllocs()
				for b.Loop() {
					r, err := transcript.Read(b.Context(), c.client, path, o)
					tools := 0
					for _, line := range r.Lines {
						if line.Kind == spool.Tool {
							tools++
						}
					}
					if err != nil || tools < 5 || r.Unknown() {
						b.Fatal(err, tools, r.Rows, r.Understood)
					}
				}
			})
		}
	}
}
