package media_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/fault"
)

func TestListMediaFolders(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	list := func(raw string) string {
		t.Helper()
		got, err := w.call(t.Context(), ada, "list-media-folders", raw)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if got := list(""); got != `{"mediaFolders":[],"totalCount":0}` {
		t.Error(got)
	}
	w.put(t, "_media_show.json", episodeFiles(episodeFile("a", 1, 1), episodeFile("a", 1, 2), episodeFile("b", 1, 2), `{"absolutePath":"/media/show/c"}`))
	w.put(t, "_film.json", `{"mediaFolderPath":"/film","type":"movie-folder","mediaFiles":[{"absolutePath":"/film/a.mkv"}]}`)
	film := `{"mediaFolderPath":"/film","type":"movie-folder","fileCount":1,"recognisedCount":0}`
	show := `{"mediaFolderPath":"/media/show","type":"tvshow-folder","showName":"Show","fileCount":3,"recognisedCount":2}`
	for raw, want := range map[string]string{
		"{}": film + "," + show, `{"limit":1}`: film, `{"offset":1}`: show, `{"limit":"1","offset":1}`: show, `{"offset":2}`: "", `{"offset":99}`: "",
	} {
		if diff := cmp.Diff(fmt.Sprintf(`{"mediaFolders":[%s],"totalCount":2}`, want), list(raw)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", raw, diff)
		}
	}
	for _, raw := range []string{`{"limit":0}`, `{"limit":1001}`, `{"offset":-1}`, `{"bogus":1}`} {
		_, err := w.call(t.Context(), ada, "list-media-folders", raw)
		refused(t, err, fault.InvalidArgument)
	}
}

func TestUseCases(t *testing.T) {
	t.Parallel()
	type op struct {
		Name   string
		Writes bool
	}
	cases := newWorld(t, nil).UseCases()
	got := make([]op, 0, len(cases))
	for _, u := range cases {
		got = append(got, op{u.Name, u.Writes})
		if u.In == nil || u.Out == nil {
			t.Errorf("%s has no types", u.Name)
		}
	}
	want := []op{{"get-episodes", false}, {"list-media-folders", false}, {"open-media-folder", true}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
