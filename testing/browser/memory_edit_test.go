package browser_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"plotline/internal/access"
	"plotline/testing/browser/kit/browser"
)

// stored is an episode as the server has it.
type stored struct {
	Name       string   `json:"name"`
	Reflection string   `json:"reflection"`
	Reward     float64  `json:"reward"`
	Tags       []string `json:"tags"`
}

// openKey opens the episode "Give every order a key" by the list, so that its heading has the focus.
func openKey(t *testing.T, screen browser.Screen) (*world, *tab) {
	t.Helper()
	const serial = "6"
	w, p := openBakery(t, "/", screen)
	p.wait("(%s) !== null", item(serial))
	p.focus(item(serial))
	p.press(kb.Enter)
	p.opens(serial)
	p.wait("document.activeElement === test('episode-name') && all('[data-testid=relationships] li').length > 0")
	return w, p
}

// retype replaces the text of the focused field.
func (p *tab) retype(text string) {
	p.t.Helper()
	p.press("a", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.press(text)
}

// TestMemoryEditByKeyboard checks that a person edits an episode with the keyboard alone.
func TestMemoryEditByKeyboard(t *testing.T) {
	t.Parallel()
	w, p := openKey(t, browser.Desk)
	p.pressAt(kb.Enter, "test('edit')", backwards)
	p.hasFocus("test('edit-name')")
	p.audited("the edit dialog")
	p.trapped("edit-dialog")
	p.focus("test('edit-name')")
	p.retype("Every order has a key 🔑")
	p.tabTo("test('edit-reflection')")
	p.retype("Ask again after a month.")
	p.tabTo("test('edit-reward')")
	p.retype("7")
	p.tabTo("test('new-tag')")
	p.press("orders")
	p.press(kb.Enter)
	p.wait("role('button', 'Remove the tag orders') !== null")
	p.pressAt(kb.Enter, "role('button', 'Remove the tag fix')", backwards)
	p.wait("role('button', 'Remove the tag fix') === null && document.activeElement === test('new-tag')")
	p.pressAt(kb.Enter, "test('edit-save')")
	p.wait("document.activeElement === test('edit-reward') && test('edit-reward').ariaInvalid === 'true'")
	p.says("test('edit-dialog')", "The reward must be a number from −1 to 1.")
	p.retype("0.25")
	p.press(kb.Enter)
	p.says("test('notice')", "Saved #6.")
	p.says("test('episode-name')", "Every order has a key 🔑")
	p.says("test('drawer')", "Ask again after a month.")
	p.wait("test('edit-dialog') === null && document.activeElement === test('edit')")
	p.says(item("6"), "Every order has a key 🔑") // the list is up to date, too
	got := ask[stored](w, http.MethodGet, "/api/v1/episodes/6", nil)
	if got.Reward != 0.25 || !slices.Equal(got.Tags, []string{"database", "orders"}) || got.Name != "Every order has a key 🔑" {
		t.Errorf("stored is %+v", got)
	}
}

// TestMemoryEditConflict checks that two people who change one episode lose nothing: the later one sees both versions.
func TestMemoryEditConflict(t *testing.T) {
	t.Parallel()
	w, p := openKey(t, browser.Desk)
	p.expect("status of 409")
	p.click("test('edit')")
	p.hasFocus("test('edit-name')")
	p.retype("My name")
	p.tabTo("test('edit-reflection')")
	p.retype("My lesson")
	ask[any](w, http.MethodPatch, "/api/v1/episodes/6", map[string]any{
		"name": "Their name", "reflection": "Their lesson", "tags": []string{"theirs"},
	})
	p.click("test('edit-save')")
	p.says("test('conflict')", "Someone else changed this episode while you were editing it.")
	p.says("test('theirs-name')", "Stored now: Their name")
	p.says("test('theirs-reflection')", "Stored now: Their lesson")
	p.is("test('edit-name').value === 'My name' && test('edit-reflection').value === 'My lesson' && test('theirs-tags') === null")
	p.audited("a conflict")
	if got := ask[stored](w, http.MethodGet, "/api/v1/episodes/6", nil); got.Name != "Their name" {
		t.Errorf("stored is %+v before the person has decided", got)
	}
	p.click("test('theirs-reflection').querySelector('button')")
	p.wait("test('edit-reflection').value === 'Their lesson' && test('theirs-reflection') === null")
	p.says("test('edit-save')", "Save my version")
	p.click("test('edit-save')")
	p.says("test('episode-name')", "My name")
	got := ask[stored](w, http.MethodGet, "/api/v1/episodes/6", nil)
	if got.Name != "My name" || got.Reflection != "Their lesson" || !slices.Equal(got.Tags, []string{"theirs"}) {
		t.Errorf("stored is %+v", got)
	}
}

// TestMemoryEditKeepsDraft checks that a slip of the Escape key loses no text, and that Cancel drops it.
func TestMemoryEditKeepsDraft(t *testing.T) {
	t.Parallel()
	_, p := openKey(t, browser.Desk)
	p.click("test('edit')")
	p.hasFocus("test('edit-name')")
	p.retype("Half a thou")
	p.press(kb.Escape)
	p.wait("test('edit-dialog') === null && document.activeElement === test('edit')")
	p.says("test('draft')", "Draft from")
	p.press(kb.Enter)
	p.wait("test('edit-name')?.value === 'Half a thou'")
	p.click("test('edit-cancel')")
	p.wait("test('edit-dialog') === null && test('draft') === null")
}

// TestMemoryDelete checks that deleting an episode says what goes with it, and where the focus goes.
func TestMemoryDelete(t *testing.T) {
	t.Parallel()
	w, p := openKey(t, browser.Desk)
	p.pressAt(kb.Enter, "test('delete')", backwards)
	p.says("test('delete-dialog')", "Its 5 relationships will be deleted with it. You can still keep it for 30 seconds.")
	p.is("document.activeElement === test('delete-cancel')") // Enter alone deletes nothing
	p.audited("the dialog that deletes")
	p.trapped("delete-dialog")
	p.press(kb.Escape)
	p.wait("test('delete-dialog') === null && document.activeElement === test('delete')")
	p.press(kb.Enter)
	p.wait("test('delete-dialog') !== null && document.activeElement === test('delete-cancel')")
	p.pressAt(kb.Enter, "test('delete-confirm')")
	p.says("test('notice')", "#6 Give every order a key will be deleted in")
	p.wait("test('delete-dialog') === null && document.activeElement === test('keep', test('drawer'))")
	p.is("test('edit') === null && test('delete') === null && test('add-relationship') === null")
	p.says(item("6"), "Will be deleted")
	p.audited("an episode that will be deleted")
	p.press(kb.Enter)
	p.wait("test('notice') === null && document.activeElement === test('delete')")
	if status, _ := w.call(http.MethodGet, "/api/v1/episodes/6", nil); status != http.StatusOK {
		t.Errorf("the episode was not kept: status %d", status)
	}
}

// TestMemoryReaderCannotEdit checks that a page with a reader's token has no controls that change the memory, and
// that a writer's page has them.
func TestMemoryReaderCannotEdit(t *testing.T) {
	t.Parallel()
	w, _, secrets := withTokens(t, access.Writer, access.Reader)
	w.token = secrets[0]
	ask[any](w, http.MethodPost, "/api/v1/episodes", map[string]any{"query": "One", "reward": 0.5})
	ask[any](w, http.MethodPost, "/api/v1/episodes", map[string]any{"query": "Two", "reward": 0.5})
	ask[any](w, http.MethodPost, "/api/v1/relationships", map[string]any{"from_episode_id": "1", "to_episode_id": "2", "relationship_type": "causes"})
	p := w.open("/?episode=1", browser.Desk)
	p.expect("status of 401")
	const controls = "['edit', 'delete', 'add-relationship', 'edit-relationship', 'new-episode'].filter((id) => test(id) !== null).join()"
	for i, want := range []string{"edit,delete,add-relationship,edit-relationship,new-episode", ""} {
		p.signIn(secrets[i])
		p.opens("1")
		p.says("test('relationships')", "#2 Two")
		if got := value[string](p, controls); got != want {
			t.Errorf("controls of token %d are %q, want %q", i, got, want)
		}
		p.click(button("Sign out"))
	}
	for _, request := range p.Requests() {
		if strings.Contains(request, "plotline_") {
			t.Errorf("a token is in %s", request)
		}
	}
}
