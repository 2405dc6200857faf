package main

import (
	"io"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestMCPLineEqualsFullParser checks that the grammar of `plotline mcp` gives the same result as the full grammar, and
// leaves other command lines to it.
func TestMCPLineEqualsFullParser(t *testing.T) {
	dir := t.TempDir()
	tests := []struct {
		args  string
		env   string // NAME=value
		taken bool
	}{
		{"mcp", "", true},
		{"mcp --data-dir " + dir + " --workspace=w --store neo4j --neo4j-uri bolt://here:1", "", true},
		{"mcp --media-root " + dir + " --media-root w=" + dir + " --toolsets all --read-only --locale de", "", true},
		{"mcp --audit-redact actor,ids --audit-file here.jsonl --timeout 3s --print-config", "", true},
		{"mcp --locale=de", "PLOTLINE_MEDIA_ROOT=" + dir + ", " + dir, true},
		{"mcp", "PLOTLINE_TOOLSETS=media,plans", true},
		{"mcp", "PLOTLINE_CONFIG=" + filepath.Join(dir, "absent.json"), false},
		{"mcp --config " + filepath.Join(dir, "absent.json"), "", false},
		{"mcp --help", "", false},
		{"mcp -h", "", false},
		{"mcp --version", "", false},
		{"mcp --wrong", "", false},
		{"mcp more", "", false},
		{"mcp --timeout=-1s", "", false},
		{"mcp --store neo4j", "", false},
		{"--workspace w mcp", "", false},
		{"version", "", false},
		{"", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.args+" "+tt.env, func(t *testing.T) {
			if name, value, is := strings.Cut(tt.env, "="); is {
				t.Setenv(name, value)
			}
			args := strings.Fields(tt.args)
			std := streams{strings.NewReader(""), io.Discard, io.Discard}
			line, flags := parseMCP(args, std)
			if (line != nil) != tt.taken {
				t.Fatalf("taken: %t", line != nil)
			}
			if !tt.taken {
				return
			}
			var all cli
			parser, err := newParser(&all, std)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := parser.Parse(args); err != nil {
				t.Fatal(err)
			}
			unexported := cmp.Exporter(func(reflect.Type) bool { return true })
			if d := cmp.Diff(all.settings, *flags, unexported); d != "" {
				t.Errorf("settings (-all +mcp):\n%s", d)
			}
			if d := cmp.Diff(&all.MCP, line.Selected().Target.Addr().Interface(), unexported, cmpopts.EquateEmpty()); d != "" {
				t.Errorf("flags of mcp (-all +mcp):\n%s", d)
			}
		})
	}
}
