package tools_test

import (
	"context"
	"strings"
	"testing"
)

// TestHiddenToolThroughTheProtocol checks that no listing or completion names a hidden tool, and that it can be
// called.
func TestHiddenToolThroughTheProtocol(t *testing.T) {
	t.Parallel()
	const name = "veiled_look"
	hidden := fake(name, func(context.Context, none) (none, error) { return none{}, nil })
	hidden.Hidden = true
	for how, open := range transports() {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			send := open(t, newServer(append(allTools(t), hidden)...))
			for _, listing := range []struct{ method, more, holds string }{
				{"tools/list", "", `"name":"list_episodes"`},
				{"resources/list", "", `"uri":`},
				{"resources/templates/list", "", `"uriTemplate":`},
				{"prompts/list", "", `"name":`},
				{
					"completion/complete",
					`,"ref":{"type":"ref/resource","uri":"plotline://episodes/{episode_id}"},"argument":{"name":"episode_id","value":"veiled"}`,
					`"values":[]`,
				},
			} {
				if got := send(listing.method, "", listing.more); !strings.Contains(got, listing.holds) || strings.Contains(got, name) {
					t.Errorf("%s: %.500s", listing.method, got)
				}
			}
			if got := send("tools/call", name, `,"arguments":{}`); !strings.Contains(got, `"structuredContent":{}`) {
				t.Errorf("called: %s", got)
			}
			if got := send("tools/call", name, `,"arguments":{"x":1}`); !strings.Contains(got, `\"code\":\"invalid_argument\"`) {
				t.Errorf("called with an unknown argument: %s", got)
			}
		})
	}
}

// TestAListWithoutTools checks that a list without tools is empty and not an error.
func TestAListWithoutTools(t *testing.T) {
	t.Parallel()
	list := allTools(t)
	for i := range list {
		list[i].Hidden = true
	}
	for how, open := range transports() {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			send := open(t, newServer(list...))
			if got := send("tools/list", "", ""); !strings.Contains(got, `"tools":[]`) {
				t.Errorf("listed: %.500s", got)
			}
			if got := send("tools/call", "list_episodes", ""); !strings.Contains(got, `"total_count":0`) {
				t.Errorf("called: %.500s", got)
			}
		})
	}
}
