package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

func TestComplete(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		words    []string // after plotline; the last one may be incomplete
		all      bool     // want is the whole list, otherwise a part
		want     []string
		unwanted string
	}{
		{[]string{"gr"}, true, []string{"graph"}, ""},
		{[]string{""}, false, []string{"episodes", "graph", "doctor"}, completeWord},
		{[]string{"graph", ""}, false, []string{"show", "order", "cycles"}, ""},
		{[]string{"graph", "x", ""}, true, nil, ""},
		{[]string{"graph", "--max"}, true, []string{"--max-nodes"}, ""}, // show is the default
		{[]string{"graph", "order", "--"}, false, []string{"--newest", "--json", "--workspace", "--help"}, "--max-nodes"},
		{[]string{"graph", "order", "--type", ""}, true, []string{"follows", "causes"}, ""},
		{[]string{"graph", "--type", "re"}, true, []string{"related_to", "refines"}, ""},
		{[]string{"graph", "show", "--format=g"}, true, []string{"--format=graphviz"}, ""},
		{[]string{"graph", "show", "--format", "=", "g"}, true, []string{"graphviz"}, ""}, // as bash splits it
		{[]string{"--workspace", "w", "ep"}, true, []string{"episodes"}, ""},
		{[]string{"--workspace", ""}, true, nil, ""},
		{[]string{"graph", "--json", "ord"}, true, []string{"order"}, ""},
		{[]string{"completion", ""}, true, []string{"bash", "zsh", "fish"}, ""},
		{[]string{"completion", "bash", ""}, true, nil, ""},
		{[]string{"episodes", "related", "x", "--dir"}, true, []string{"--direction"}, ""},
		{[]string{"episodes", "related", "x", "--prefer", ""}, true, []string{"shortest", "strongest"}, ""},
		{[]string{"--", ""}, true, nil, ""},
		{nil, false, []string{"mcp"}, ""},
	} {
		t.Run(strings.Join(tt.words, " "), func(t *testing.T) {
			t.Parallel()
			var out, errs bytes.Buffer
			if status := run(t.Context(), append([]string{completeWord}, tt.words...), streams{strings.NewReader(""), &out, &errs}); status != 0 {
				t.Fatalf("status %d: %s", status, errs.String())
			}
			got := strings.Fields(out.String())
			for _, word := range tt.want {
				if !slices.Contains(got, word) {
					t.Errorf("%q is not among %q", word, got)
				}
			}
			if tt.all && len(got) != len(tt.want) || tt.unwanted != "" && slices.Contains(got, tt.unwanted) {
				t.Errorf("offers %q", got)
			}
		})
	}
}
