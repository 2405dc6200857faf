package clip_test

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"plotline/internal/clip"
)

func TestTexts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, runes, bytes string // of length 3
	}{
		{"", "", ""},
		{"abc", "abc", "abc"},
		{"abcd", "abc", "abc"},
		{"é終a", "é終a", "é"},
		{"終終終終", "終終終", "終"},
		{"😀", "😀", ""},
		{"\x80\x80\x80\x80", "\x80\x80\x80", ""},
	} {
		if got := clip.Runes(c.text, 3); got != c.runes {
			t.Errorf("3 characters of %q are %q", c.text, got)
		}
		if got := clip.Copy(c.text, 3); got != c.runes {
			t.Errorf("a copy of 3 characters of %q is %q", c.text, got)
		}
		if got := clip.Bytes(c.text, 3); got != c.bytes {
			t.Errorf("3 bytes of %q are %q", c.text, got)
		}
	}
}

func TestRunes(t *testing.T) {
	t.Parallel()
	for n, want := range []string{"", "a", "aé", "aé漢", "aé漢🙂", "aé漢🙂", "aé漢🙂"} {
		if got := clip.Runes("aé漢🙂", n); got != want {
			t.Errorf("cut to %d = %q, want %q", n, got, want)
		}
	}
}

func TestMarked(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"": "", "é終a": "é終a", "é終ab": "é終a…"} {
		if got := clip.Marked(text, 3); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}

func FuzzTexts(f *testing.F) {
	f.Add("é終😀a", 5)
	f.Fuzz(func(t *testing.T, text string, n int) {
		n = max(n, 0)
		runes, bytes := clip.Runes(text, n), clip.Bytes(text, n)
		if utf8.RuneCountInString(runes) != min(n, utf8.RuneCountInString(text)) || !strings.HasPrefix(text, runes) {
			t.Errorf("%d characters of %q are %q", n, text, runes)
		}
		if len(bytes) > n || !strings.HasPrefix(text, bytes) || utf8.ValidString(text) && (!utf8.ValidString(bytes) || len(text) > n && len(bytes) <= n-utf8.UTFMax) {
			t.Errorf("%d bytes of %q are %q", n, text, bytes)
		}
	})
}

func TestNumber(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ x, least, most, want float64 }{
		{0.5, -1, 1, 0.5},
		{-1, -1, 1, -1},
		{1, -1, 1, 1},
		{-1.5, -1, 1, -1},
		{1.5, -1, 1, 1},
		{-0.5, 0, 1, 0},
		{math.Inf(1), -1, 1, 1},
		{math.Inf(-1), 0, 1, 0},
		{math.NaN(), -1, 1, 0},
	} {
		if got := clip.Number(c.x, c.least, c.most); got != c.want {
			t.Errorf("%v limited to %v to %v is %v, want %v", c.x, c.least, c.most, got, c.want)
		}
	}
}
