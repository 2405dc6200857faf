package transfer

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"plotline/graph"
	"plotline/internal/clip"
)

const logged, parent = "0123456789abcdef0123456789abcdef01234567", "89abcdef0123456789abcdef0123456789abcdef"

// logOf returns what git log prints of a commit.
func logOf(author, message string, files ...string) string {
	fields := []string{"", "", logged, parent + " " + logged, "2026-01-02T03:04:05+01:00", author, "tag: v1", message, "", ""}
	text := strings.Join(fields, "\x00")
	if len(files) > 0 {
		text += "\n" + strings.Join(files, "\x00") + "\x00"
	}
	return text
}

// FuzzReadLog checks that a log with any message is read whole, and that a broken one ends.
func FuzzReadLog(f *testing.F) {
	for _, seed := range []string{
		"", "\n", "Subject\n\nThis reverts commit " + parent + ".\nFixes: 89abcde\n", "\xff", "fixup! fixup! Subject", "\r\n\r\n", "a/b: c\n\nA-B: c",
		logOf("Ada", "one") + logOf("Ada", "two", "a/b", "c"), "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, cut := range []string{text, logOf("Ada", "one", text), logOf(text, "one")} {
			_ = readLog(strings.NewReader(cut), func(commit) error { return nil })
		}
		message := strings.ReplaceAll(text, "\x00", "")
		read := 0
		err := readLog(strings.NewReader(logOf("Ada", message)+logOf("Ada", message, "a/b", "a/c", "d", "e/f/g")+logOf("Ada", message)), func(c commit) error {
			read++
			if files := strings.Join(c.files, " "); read == 2 && files != "a/b a/c d e/f/g" || read != 2 && files != "" {
				t.Errorf("files %q", files)
			}
			if folders := strings.Join(c.folders, " "); c.author != "Ada" || c.sha != logged || len(c.parents) != 2 || read == 2 && folders != "a e" || read != 2 && folders != "" {
				t.Errorf("%+v", c)
			}
			for _, field := range append(c.tags(), c.message, c.subject(), c.name(), c.body(), c.amended()) {
				if !utf8.ValidString(field) || strings.Contains(field, "\x00") {
					t.Errorf("%q of %q", field, text)
				}
			}
			if name := c.name(); name == "" || utf8.RuneCountInString(name) > graph.MaxName {
				t.Errorf("the name %q", name)
			}
			for _, r := range c.references() {
				if r.sha == "" && r.title == "" || r.sha != "" && (len(r.sha) < 7 || len(r.sha) > 64 || strings.Trim(r.sha, "0123456789abcdef") != "") {
					t.Errorf("%+v of %q", r, c.message)
				}
			}
			return nil
		})
		if err != nil || read != 3 {
			t.Errorf("%d commits, %v", read, err)
		}
	})
}

// TestReadLogBoundsFiles reads the files of a commit. Those of the next commit are its own.
func TestReadLogBoundsFiles(t *testing.T) {
	t.Parallel()
	numbered := make([]string, 3*mostFiles)
	for i := range numbered {
		numbered[i] = fmt.Sprintf("folder%d/%d", i, i)
	}
	long := make([]string, mostFiles)
	for i := range long {
		long[i] = strconv.Itoa(i%10) + strings.Repeat("é", 2*maxPath)
	}
	for name, test := range map[string]struct {
		names, want []string
		folders     int
	}{
		"none":              {},
		"as they are":       {[]string{"a b/ü.go", `"quoted"`, "tab\tend", "line\nend"}, []string{"a b/ü.go", `"quoted"`, "tab\tend", "line\nend"}, 1},
		"no UTF-8":          {[]string{"latin/\xe9.txt"}, []string{"latin/\ufffd.txt"}, 1},
		"many":              {numbered, numbered[:mostFiles], mostFolders + 1},
		"long":              {[]string{strings.Repeat("é", 2*maxPath), "short"}, []string{strings.Repeat("é", maxPath), "short"}, 0},
		"many and long":     {slices.Concat(long, []string{"short"}), append(cut(long)[:maxPaths/(2*maxPath)], "short"), 0},
		"folders after all": {append(numbered[:mostFiles:mostFiles], "folder0/x", "other/x"), numbered[:mostFiles], mostFolders + 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var read []commit
			err := readLog(strings.NewReader(logOf("Ada", "one", test.names...)+logOf("Ada", "two", "next")), func(c commit) error {
				read = append(read, c)
				return nil
			})
			if err != nil || len(read) != 2 {
				t.Fatalf("%d commits, %v", len(read), err)
			}
			if diff := cmp.Diff(test.want, read[0].files); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			if len(read[0].folders) != test.folders || !slices.Equal(read[1].files, []string{"next"}) {
				t.Errorf("folders %q, and then %q", read[0].folders, read[1].files)
			}
			if raw := read[0].metadata(-1); len(raw) > graph.MaxMetadata || !json.Valid(raw) {
				t.Errorf("metadata of %d bytes: %.200s", len(raw), raw)
			}
		})
	}
}

func cut(paths []string) []string {
	list := make([]string, len(paths))
	for i, path := range paths {
		list[i] = clip.Runes(path, maxPath)
	}
	return list
}

// TestReadLogBoundsFields reads commits with fields above the limits.
func TestReadLogBoundsFields(t *testing.T) {
	t.Parallel()
	var sizes []int
	yield := func(c commit) error {
		sizes = append(sizes, len(c.message))
		return nil
	}
	huge := strings.Repeat("x", 8<<20)
	if err := readLog(strings.NewReader(logOf("Ada", huge)+logOf("Ada", "short", huge)+logOf("Ada", huge)), yield); err != nil {
		t.Error(err)
	}
	if len(sizes) != 3 || sizes[0] != maxMessage || sizes[1] != len("short") || sizes[2] != maxMessage {
		t.Errorf("messages of %v bytes were kept", sizes)
	}
	err := readLog(strings.NewReader(logOf(huge, "short")), yield)
	if err == nil || !strings.Contains(err.Error(), "has a field of more than 1048576 bytes") {
		t.Errorf("an author of 8 MiB: %v", err)
	}
	for cut := range logOf("Ada", "short") {
		if err := readLog(strings.NewReader(logOf("Ada", "short")+logOf("Ada", "short")[:cut]), yield); cut > 2 && err == nil {
			t.Errorf("a log that is cut after %d bytes is no error", cut)
		}
	}
}
