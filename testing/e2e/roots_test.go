package e2e_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plotline/testing/kit/expect"
)

// TestSeveralMediaRoots checks several roots: with commas in the environment, as a repeated flag, and as a
// list in the file. A comma in a path is escaped as \, in the environment only.
func TestSeveralMediaRoots(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	one, comma := filepath.Join(dir, "one"), filepath.Join(dir, "Lock, Stock")
	for _, root := range []string{one, comma} {
		if err := os.Mkdir(root, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "config.json")
	expect.WriteFile(t, file, string(expect.JSON(t, map[string]any{"media-root": []string{one, "b=" + one, comma}})))
	all := []string{comma + " of the workspace default", one + " of the workspace b", one + " of the workspace default"}
	for name, tt := range map[string]struct {
		env, args, want []string
	}{
		"environment":                    {[]string{"PLOTLINE_MEDIA_ROOT=" + one + ", b=" + one + "," + strings.ReplaceAll(comma, ",", `\,`)}, nil, all},
		"flag":                           {nil, []string{"--media-root", one, "--media-root", "b=" + one, "--media-root", comma}, all},
		"file":                           {nil, []string{"--config", file}, all},
		"the environment over the file":  {[]string{"PLOTLINE_MEDIA_ROOT=b=" + one}, []string{"--config", file, "--workspace", "b"}, all[1:2]},
		"the flag over both":             {[]string{"PLOTLINE_MEDIA_ROOT=b=" + one}, []string{"--config", file, "--media-root", comma}, all[:1]},
		"one in the environment":         {[]string{"PLOTLINE_MEDIA_ROOT=" + one}, nil, all[2:]},
		"an empty variable is no root":   {[]string{"PLOTLINE_MEDIA_ROOT="}, []string{"--media-root", one}, all[2:]},
		"a workspace with several roots": {[]string{"PLOTLINE_MEDIA_ROOT=b=" + one + ",b=" + strings.ReplaceAll(comma, ",", `\,`)}, []string{"--workspace", "b"}, []string{comma + " of the workspace b", one + " of the workspace b"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := must(t, plotline(t, tt.env, append([]string{"doctor", "--data-dir", privateDir(t)}, tt.args...)...))
			var got []string
			for line := range strings.Lines(out) {
				if _, root, found := strings.Cut(line, "media root"); found {
					got = append(got, strings.TrimSpace(root))
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, tt.want) {
				t.Errorf("the roots are %q, want %q", got, tt.want)
			}
		})
	}
}
