package main

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// TestHelpOfGroups checks that the help of every group of commands says which command runs without one, and where
// its flags are listed.
func TestHelpOfGroups(t *testing.T) {
	t.Parallel()
	parser, err := newParser(&cli{}, streams{out: io.Discard, err: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, group := range parser.Model.Children {
		alone := group.DefaultCmd
		if alone == nil {
			continue
		}
		checked++
		_, out, _ := command(t, "help", group.Name)
		want := fmt.Sprintf(`Without a command, "plotline %s" is "plotline %s %s"; "plotline help %s %s" lists its flags.`,
			group.Name, group.Name, alone.Name, group.Name, alone.Name)
		if !strings.Contains(strings.Join(strings.Fields(out), " "), want) {
			t.Errorf("%s: the help lacks %s:\n%s", group.Name, want, out)
		}
		if _, out, _ := command(t, "help", group.Name, alone.Name); strings.Contains(out, "Without a command") {
			t.Errorf("%s %s: %s", group.Name, alone.Name, out)
		}
	}
	if _, out, _ := command(t, "help", "completion"); !strings.Contains(out, "For this shell alone") {
		t.Errorf("the help of completion lacks its examples:\n%s", out)
	}
	if checked < 5 {
		t.Errorf("only %d groups have a command that they run alone", checked)
	}
}

// TestOverviewNamesEmbed checks that the overview has the command that makes vectors.
func TestOverviewNamesEmbed(t *testing.T) {
	t.Parallel()
	if _, out, _ := command(t); !strings.Contains(out, "\n  embed ") {
		t.Error(out)
	}
}
