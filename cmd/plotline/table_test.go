package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"
)

func TestTable(t *testing.T) {
	t.Parallel()
	rows := [][]string{
		{"A", "NAME", "Z"},
		{"12", oneLine("終わり\n\x1b[31m\u202e"), "z"},
		{"1", "a name that is long enough to be cut", ""},
	}
	for _, tt := range []struct {
		width int
		want  string
	}{
		{0, "A   NAME                                  Z\n12  終わり  [31m                          z\n1   a name that is long enough to be cut\n"},
		{24, "A   NAME               Z\n12  終わり  [31m       z\n1   a name that is l…\n"},
		{10, "A   NAME          Z\n12  終わり  [31m  z\n1   a name that…\n"}, // no less than can be read
	} {
		var b bytes.Buffer
		if err := fitted(&b, tt.width, rows, []int{1}); err != nil {
			t.Fatal(err)
		}
		if b.String() != tt.want {
			t.Errorf("%d columns: got\n%swant\n%s", tt.width, b.String(), tt.want)
		}
	}
}

// TestShrinkTakesFromTheWidest: no column is cut to nothing while another is wide.
func TestShrinkTakesFromTheWidest(t *testing.T) {
	t.Parallel()
	rows := [][]string{{strings.Repeat("a", 60), strings.Repeat("b", 20), strings.Repeat("c", 30)}}
	var b bytes.Buffer
	if err := fitted(&b, 80, rows, []int{0, 1}); err != nil {
		t.Fatal(err)
	}
	line := strings.TrimSuffix(b.String(), "\n")
	if runewidth.StringWidth(line) != 80 || strings.Count(line, "b") != 20 || strings.Count(line, "c") != 30 {
		t.Errorf("%d columns: %s", runewidth.StringWidth(line), line)
	}
}
