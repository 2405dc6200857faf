package transfer

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzReadLog checks that complete commits are read and that an incomplete one is an error.
func FuzzReadLog(f *testing.F) {
	const sha, parent = "0123456789abcdef0123456789abcdef01234567", "89abcdef0123456789abcdef0123456789abcdef"
	whole := strings.Join([]string{sha, parent + " " + sha, "2026-01-02T03:04:05+01:00", "Ada", "Subject\n\nThis reverts commit " + parent + ".\nFixes: 89abcde\n"}, "\x00") + "\x00"
	for _, seed := range []string{
		"", "\n", whole, whole + "\n" + whole, whole[:len(whole)-1], "\x00\x00\x00\x00\x00", strings.Replace(whole, "Ada", "\xff", 1),
		strings.Replace(whole, "Subject", "fixup! fixup! Subject", 1), strings.Replace(whole, sha, "", 1), whole + "x",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		read := 0
		err := readLog(strings.NewReader(text), func(c commit) error {
			read++
			for _, field := range append(c.parents, c.sha, c.date, c.author, c.message, c.subject(), c.fixup()) {
				if !utf8.ValidString(field) || strings.Contains(field, "\x00") {
					t.Errorf("%q of %q", field, text)
				}
			}
			for _, sha := range append(c.reverts(), c.fixes()...) {
				if len(sha) < 7 || len(sha) > 64 || strings.Trim(sha, "0123456789abcdef") != "" || !strings.Contains(c.message, sha) {
					t.Errorf("%q is no hash of %q", sha, c.message)
				}
			}
			return nil
		})
		if want := strings.Count(text, "\x00") / 5; read != want {
			t.Errorf("%d commits of %d", read, want)
		}
		if ends := strings.HasSuffix(text, "\x00") && strings.Count(text, "\x00")%5 == 0; ends && err != nil {
			t.Error(err)
		}
	})
}

// TestReadLogBoundsFields reads commits with fields above the limits.
func TestReadLogBoundsFields(t *testing.T) {
	t.Parallel()
	const sha = "0123456789abcdef0123456789abcdef01234567"
	commitOf := func(author, message string) string {
		return strings.Join([]string{sha, "", "2026-01-02T03:04:05Z", author, message, "\n"}, "\x00")
	}
	var sizes []int
	yield := func(c commit) error {
		sizes = append(sizes, len(c.message))
		return nil
	}
	huge := strings.Repeat("x", 8<<20)
	if err := readLog(strings.NewReader(commitOf("Ada", huge)+commitOf("Ada", "short")+commitOf("Ada", huge)), yield); err != nil {
		t.Error(err)
	}
	if len(sizes) != 3 || sizes[0] != maxMessage || sizes[1] != len("short") || sizes[2] != maxMessage {
		t.Errorf("messages of %v bytes were kept", sizes)
	}
	err := readLog(strings.NewReader(commitOf(huge, "short")), yield)
	if err == nil || !strings.Contains(err.Error(), "has a field of more than 1048576 bytes") {
		t.Errorf("an author of 8 MiB: %v", err)
	}
}
