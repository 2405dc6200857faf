package browser_test

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"plotline/api/tokens"
	"plotline/internal/access"
	"plotline/testing/browser/kit/browser"
)

// severalWorkspaces starts a world with an admin's token of the workspaces default, team and empty. The first two have
// one and two episodes.
func severalWorkspaces(t *testing.T) (w *world, file, secret string) {
	t.Helper()
	w, file, _ = withTokens(t)
	secret = createToken(t, file, tokens.Request{
		Name: "several", Role: access.Admin, Workspace: "default", Others: []string{"team", "empty"},
	})
	for workspace, episodes := range map[string]int{"default": 1, "team": 2} {
		w.token = createToken(t, file, tokens.Request{Name: workspace, Role: access.Admin, Workspace: workspace})
		for i := range episodes {
			ask[any](w, http.MethodPost, "/api/v1/episodes", map[string]any{"query": fmt.Sprintf("of %s %d", workspace, i+1), "reward": 0.5})
		}
	}
	return w, file, secret
}

// inWorkspace waits until the memory page of a workspace shows this number of episodes.
func (p *tab) inWorkspace(workspace string, episodes int) {
	p.t.Helper()
	p.wait("new URLSearchParams(location.search).get('workspace') === %s && test('graph')?.dataset.nodes === '%d'", js(workspace), episodes)
}

// TestChooseWorkspace checks the choice of a workspace by keyboard, on each page, and that the address and the tab keep
// it.
func TestChooseWorkspace(t *testing.T) {
	t.Parallel()
	w, _, secret := severalWorkspaces(t)
	p := w.openAs(secret, "/", browser.Desk)
	p.expect("Page entered Back-Forward Cache") // a page that is kept there loses its socket
	p.inWorkspace("default", 1)
	p.says("test('workspace').querySelector('summary')", "Workspace: default")

	p.focus("test('workspace').querySelector('summary')")
	p.press(kb.Enter)
	p.wait("test('workspace').open")
	p.is("all('nav[aria-label=Workspaces] a').map(said).join('; ') === 'default 1 episode; team 2 episodes; empty 0 episodes'")
	p.is("all('nav[aria-label=Workspaces] a[aria-current]').map(said).join() === 'default 1 episode'")
	p.audited("the workspaces", browser.Desk)
	p.press(kb.Escape)
	p.wait("!test('workspace').open && document.activeElement === test('workspace').querySelector('summary')")
	p.press(kb.Enter)
	p.press(kb.Tab)
	p.press(kb.Tab)
	p.press(kb.Enter)
	p.inWorkspace("team", 2)
	p.says("document.querySelector('h1')", "Memory · team")
	p.says(item("2"), "of team 2")
	p.is("all('[data-testid=episode-item]').length === 2")

	p.click(item("1"))
	p.opens("1")
	p.is("location.search === '?episode=1&workspace=team'")
	p.must(p.Reload())
	p.opens("1")
	p.says("test('drawer')", "of team 1")
	p.click("role('link', 'Plans')")
	p.wait("test('empty') !== null")
	p.is("location.pathname + location.search === '/plans?workspace=team'")
	p.click("role('link', 'Projects')")
	p.wait("location.pathname + location.search === '/projects?workspace=team'")
	value[any](p, "history.back()")
	p.wait("location.pathname + location.search === '/plans?workspace=team'")

	p.must(p.Go(w.server.URL + "/")) // the tab remembers
	p.inWorkspace("team", 2)
	value[any](p, "test('workspace').querySelector('summary').click()")
	p.click("role('link', 'default 1 episode')")
	p.inWorkspace("default", 1)
	value[any](p, "history.back()")
	p.inWorkspace("team", 2)

	p.click(button("Sign out"))
	p.wait("test('signin') !== null && location.search === ''")
	p.is("sessionStorage.length === 0 && test('workspace') === null")
}

// TestWorkspaceOfAddress checks that an address leads to its workspace after the sign-in, and the message for one that
// the token does not list.
func TestWorkspaceOfAddress(t *testing.T) {
	t.Parallel()
	w, file, secret := severalWorkspaces(t)
	p := w.openAs(secret, "/?workspace=team&episode=2", browser.Desk)
	p.expect("status of 403", "WebSocket connection") // the page is left and signed out while it connects
	p.opens("2")
	p.says("test('drawer')", "of team 2")

	for _, name := range []string{"secret", "Größe", "<b>", "../x", " ", "a\u202eb"} {
		p.must(p.Go(w.server.URL + "/plans?workspace=" + url.QueryEscape(name)))
		p.wait("test('workspace-refused') !== null && test('workspace-refused').querySelectorAll('a').length === 3")
		p.hasFocus("test('workspace-refused').querySelector('h2')")
		p.is("all('[data-testid=plan]').length === 0 && test('graph') === null")
		p.is("test('workspace-refused').querySelector('b') === null")
	}
	p.must(p.Go(w.server.URL + "/?workspace=secret"))
	p.says("test('workspace-refused')", "The workspace secret is not available")
	p.audited("a workspace that is not available", browser.Desk)
	p.click("role('link', 'team 2 episodes')")
	p.inWorkspace("team", 2)

	// A token of one workspace: no choice, and no name in the address.
	p.click(button("Sign out"))
	p.wait("test('signin') !== null")
	p.signIn(createToken(t, file, tokens.Request{Name: "single", Role: access.Reader, Workspace: "team"}))
	p.draws(2)
	p.is("location.search === '' && test('workspace') === null")
}

// TestWorkspaceDisappears checks an open page whose workspace is taken from its token: it says so, shows nothing more of
// it and leads to another one. When the workspace comes back, so does the page.
func TestWorkspaceDisappears(t *testing.T) {
	t.Parallel()
	w, file, secret := severalWorkspaces(t)
	p := w.openAs(secret, "/plans?workspace=team", browser.Desk)
	p.expect("status of 403")
	p.wait("test('empty') !== null")
	p.must(p.WaitLive())
	if _, err := tokens.RemoveWorkspaces(t.Context(), file, "several", []string{"team"}); err != nil {
		t.Fatal(err)
	}
	p.says("test('workspace-refused')", "The workspace team is not available")
	p.wait("all('[data-testid=workspace-refused] a').map(said).join('; ') === 'default 1 episode; empty 0 episodes'")
	p.is("test('empty') === null")
	if _, err := tokens.AddWorkspaces(t.Context(), file, "several", []string{"team"}); err != nil {
		t.Fatal(err)
	}
	// The page also tries by itself, and may be faster.
	p.wait("test('workspace-refused') === null || (%s?.click(), false)", button("Try again"))
	p.wait("test('empty') !== null")
	p.is("location.search === '?workspace=team'")

	if _, err := tokens.RemoveWorkspaces(t.Context(), file, "several", []string{"team"}); err != nil {
		t.Fatal(err)
	}
	p.says("test('workspace-refused')", "The workspace team is not available")
	p.click("role('link', 'default 1 episode')")
	p.wait("location.pathname + location.search === '/plans?workspace=default' && test('empty') !== null")
}

// TestLiveInChosenWorkspace checks that a page receives the live events of its workspace, and none of the token's own.
func TestLiveInChosenWorkspace(t *testing.T) {
	t.Parallel()
	w, file, secret := severalWorkspaces(t)
	p := w.empty(browser.Desk)
	p.expect("status of 401")
	p.must(p.Before("window.setInterval = () => 0"))
	p.must(p.Go(w.server.URL + "/projects?workspace=team"))
	p.signIn(secret)
	p.must(p.WaitLive())
	for _, workspace := range []string{"default", "team"} {
		w.token = createToken(t, file, tokens.Request{Name: "maker of " + workspace, Role: access.Admin, Workspace: workspace})
		ask[any](w, http.MethodPost, "/api/v1/projects", map[string]any{"projectId": "made in " + workspace})
	}
	p.wait("document.body.innerText.includes('made in team')")
	p.is("!document.body.innerText.includes('made in default')")
}

// TestChooseWorkspaceOnPhone checks that the choice fits on a phone.
func TestChooseWorkspaceOnPhone(t *testing.T) {
	t.Parallel()
	w, _, secret := severalWorkspaces(t)
	p := w.openAs(secret, "/?workspace=team", browser.Phone)
	p.wait("test('workspace') !== null")
	p.is("innerWidth === screen.width") // a phone would make more room for what is too wide
	p.is(`(() => {
		const shown = all('.top-start > *, .top-search, .top-end > *').map((part) => part.getBoundingClientRect()).filter(({ width, height }) => width > 1 && height > 1)
		const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
		return shown.length > 3 && shown.every((a, i) => a.right <= screen.width && shown.every((b, k) => i === k || apart(a, b)))
	})()`)
	p.is("document.querySelector('.top .workspace-name').clientWidth > 20 && test('sign-out').clientHeight < 50")
	p.click("test('workspace').querySelector('summary')")
	p.wait("test('workspace').open")
	p.is("document.documentElement.scrollWidth <= screen.width")
	p.is("all('nav[aria-label=Workspaces] a').every((a) => a.getBoundingClientRect().right <= innerWidth && a.getBoundingClientRect().height >= 36)")
	p.audited("the workspaces on a phone", browser.Phone)
}
