package snippets_test

import "testing"

func TestForeground(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"bin/plotline serve\n": true,
		"export A=b\nbin/plotline serve --listen 127.0.0.1:1   # on a port\n": true,
		"plotline serve \\\n  --tokens tokens.json\n":                         true,
		"plotline serve &\n":          false,
		"plotline serve\ncurl -s x\n": false,
		"# plotline serve\n":          false,
		"plotline import example\n":   false,
	} {
		if got := foreground(text); got != want {
			t.Errorf("a server in the foreground in %q: %t, want %t", text, got, want)
		}
	}
}
