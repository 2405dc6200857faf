package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"
)

func TestTable(t *testing.T) {
	t.Parallel()
	columns := []column{{title: "A"}, {title: "NAME", cut: cutEnd}, {title: "Z"}}
	rows := [][]string{
		{"12", oneLine(" 終わり\x1b[31m\n"), "z"},
		{"1", "a name that is long enough to be cut", ""},
	}
	for _, tt := range []struct {
		width int
		want  string
	}{
		{0, "A   NAME                                  Z\n12  終わり\\u001b[31m                      z\n1   a name that is long enough to be cut\n"},
		{24, "A   NAME               Z\n12  終わり\\u001b[31m   z\n1   a name that is l…\n"},
		{19, "A   NAME          Z\n12  終わり\\u001…  z\n1   a name that…\n"}, // the width that can be read
		{12, "A   NAME   Z\n12  終わ…  z\n1   a na…\n"},
		{5, "A   …\n12  …\n1   …\n"}, // never wider than the window
	} {
		var b bytes.Buffer
		if err := table(&screen{Writer: &b, width: tt.width}, columns, rows); err != nil {
			t.Fatal(err)
		}
		if b.String() != tt.want {
			t.Errorf("%d columns: got\n%swant\n%s", tt.width, b.String(), tt.want)
		}
	}
}

// TestShrinkTakesFromTheWidest checks that the widest column shrinks first.
func TestShrinkTakesFromTheWidest(t *testing.T) {
	t.Parallel()
	rows := [][]string{{strings.Repeat("a", 60), strings.Repeat("b", 20), strings.Repeat("c", 30)}}
	var b bytes.Buffer
	if err := table(&screen{Writer: &b, width: 80}, []column{{cut: cutEnd}, {cut: cutEnd}, {}}, rows); err != nil {
		t.Fatal(err)
	}
	line := strings.TrimSuffix(b.String(), "\n")
	if runewidth.StringWidth(line) != 80 || strings.Count(line, "b") != 20 || strings.Count(line, "c") != 30 {
		t.Errorf("%d columns: %s", runewidth.StringWidth(line), line)
	}
}

// TestVisible checks that no text can move the cursor or change the writing direction.
func TestVisible(t *testing.T) {
	t.Parallel()
	const text = "a\u202evkm\u200f\u2066\x1b[2J\u009b\u2028\t\r\nb é終"
	if got, want := oneLine(text), `a\u202evkm\u200f\u2066\u001b[2J\u009b\u2028\u0009\u000d\u000ab é終`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := paragraph(text), `a\u202evkm\u200f\u2066\u001b[2J\u009b\u2028`+"\t\nb é終"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
