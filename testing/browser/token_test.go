package browser_test

import (
	"path/filepath"
	"strings"
	"testing"

	"plotline/api/tokens"
	"plotline/internal/access"
	"plotline/testing/browser/kit/browser"
	"plotline/testing/kit/expect"
)

// withTokens starts a world whose server requires a token, and creates one for each role.
func withTokens(t *testing.T, roles ...access.Role) (w *world, file string, secrets []string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "tokens.json")
	expect.WriteFile(t, file, `{"version":1,"tokens":[]}`)
	w = begin(t, 1, "--tokens", file)
	for _, role := range roles {
		secrets = append(secrets, createToken(t, file, tokens.Request{Name: string(role), Role: role, Workspace: "default"}))
	}
	return w, file, secrets
}

// createToken creates a token and returns its secret.
func createToken(t *testing.T, file string, request tokens.Request) string {
	t.Helper()
	_, secret, err := tokens.Create(t.Context(), file, request)
	expect.NoError(t, err)
	return secret
}

// signIn enters a token on the sign-in page.
func (p *tab) signIn(token string) {
	p.t.Helper()
	p.hasFocus("test('token')")
	p.press(token)
	p.click(button("Sign in"))
}

// openAs opens a page and signs in.
func (w *world) openAs(token, path string, screen browser.Screen) *tab {
	w.t.Helper()
	p := w.open(path, screen)
	p.expect("status of 401")
	p.signIn(token)
	return p
}

// TestSignIn checks that a reviewer can sign in, stay signed in, and sign out.
func TestSignIn(t *testing.T) {
	t.Parallel()
	w, file, secrets := withTokens(t, access.Writer, access.Reviewer)
	w.token = secrets[0]
	reviewer := secrets[1]
	id := w.rename(w.show("Cafe", "a.mkv"), pair{"a.mkv", "A1.mkv"})
	other := w.rename(w.show("Other", "a.mkv"), pair{"a.mkv", "A1.mkv"})
	p := w.open("/plans/"+id, browser.Desk)
	p.expect("status of 401")
	p.says("test('signin')", "This server requires a token.")
	p.is("test('plan') === null && test('signin-failure') === null")

	p.signIn("plotline_wrong")
	p.wait("said(test('signin-failure')).length > 10")
	refusal := value[string](p, "said(test('signin-failure'))")
	if strings.Contains(refusal, "{") || !strings.Contains(strings.ToLower(refusal), "token") {
		t.Errorf("a wrong token is refused with %q", refusal)
	}
	p.is("test('token').value === ''") // the rejected token is cleared

	p.signIn(reviewer)
	p.shows(id)
	p.must(p.Reload())
	p.shows(id)
	p.click(button("Rename 1 file"))
	p.says("test('notice')", "Renamed 1 file: Cafe")

	p.click(button("Sign out"))
	p.wait("test('signin') !== null && test('plan') === null && test('notice') === null")
	p.is("sessionStorage.length === 0 && localStorage.length === 0 && document.cookie === ''")
	p.must(p.Reload())
	p.signIn(reviewer)
	p.wait("plan(%s) !== null", js(other))

	if _, err := tokens.Revoke(t.Context(), file, string(access.Reviewer)); err != nil {
		t.Fatal(err)
	}
	p.wait("test('signin') !== null && said(test('signin-failure')) !== ''")
	p.is("test('plan') === null && sessionStorage.length === 0")
	for _, request := range p.Requests() {
		if strings.Contains(request, strings.TrimPrefix(reviewer, "plotline_")) {
			t.Errorf("the token is in %s", request)
		}
	}
}

// TestReaderCannotDecide checks that a person who may not decide sees a message.
func TestReaderCannotDecide(t *testing.T) {
	t.Parallel()
	w, _, secrets := withTokens(t, access.Writer)
	w.token = secrets[0]
	folder := w.show("Cafe", "a.mkv")
	id := w.rename(folder, pair{"a.mkv", "A1.mkv"})
	p := w.openAs(secrets[0], "/plans/"+id, browser.Desk)
	p.shows(id)
	p.says("test('view-only')", "Your token can view plans, but not confirm or reject them.")
	p.wait("test('confirm').disabled && test('reject').disabled")
	if got := w.files(folder); got["a.mkv"] == "" || w.plan(id).Status != "pending" {
		t.Errorf("a writer decided: %v, %+v", got, w.plan(id))
	}
}
