package tokens

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzDecode checks that an accepted file has unique tokens and survives encoding and decoding unchanged. The
// error for a rejected file must name the file.
func FuzzDecode(f *testing.F) {
	const good = `{"id":"abcdefgh","name":"one","role":"reader","workspace":"w","created_at":"2026-11-21T12:00:00Z",` +
		`"sha256":"f5a38626c3e5c15a2cff599b9df69bf5aec049af099e909bb11322e11b1bd186"}`
	for _, seed := range []string{
		`{"version":1,"tokens":[` + good + `]}`, `{"version":1,"tokens":[` + good + `,` + good + `]}`, `{"version":1}`, `{"version":1,"tokens":null}`,
		`{"version":1,"tokens":[` + good + `],"tokens":[{"role":"admin"}]}`, `{"version":1,"Tokens":[` + strings.ToUpper(good) + `]}`,
		`{"version":1,"tokens":[` + strings.Replace(good, `"role"`, `"expires_at":"2026-11-21T12:00:00.123456789+01:00","role"`, 1) + `]}`,
		`{"version":1,"tokens":[` + strings.Replace(good, "one", `\ud800\u0000`, 1) + `]}`, "", "{}", "null", "[]", `{"version":1}{}`,
		`{"version":2,"tokens":[` + strings.Replace(good, `"role"`, `"other_workspaces":["v","x.1"],"role"`, 1) + `]}`,
		`{"version":2,"tokens":[` + strings.Replace(good, `"role"`, `"other_workspaces":[],"role"`, 1) + `]}`,
		`{"version":2,"tokens":[` + strings.Replace(good, `"role"`, `"other_workspaces":["w",null],"role"`, 1) + `]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		first, err := decode("/the/file", raw)
		if err != nil {
			if !strings.Contains(err.Error(), "/the/file") {
				t.Error(err)
			}
			return
		}
		seen := map[string]bool{}
		for _, e := range first {
			if !e.Lists(e.Workspace) || len(e.Workspaces()) > maxWorkspaces || slices.Contains(e.OtherWorkspaces, "") {
				t.Errorf("%+v lists %q in %s", e, e.Workspaces(), raw)
			}
			if seen[e.ID] || seen[e.Name] || !idForm.MatchString(e.ID) || e.Name == "" || e.Workspace == "" || e.Hash == (digest{}) || e.Role == "" {
				t.Errorf("%+v in %s", e, raw)
			}
			seen[e.ID], seen[e.Name] = true, true
		}
		var written bytes.Buffer
		if err := encode(&written, first); err != nil {
			t.Fatal(err)
		}
		second, err := decode("/the/file", written.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(first, second); diff != "" && len(first)+len(second) > 0 {
			t.Errorf("(-first +second):\n%s", diff)
		}
	})
}
