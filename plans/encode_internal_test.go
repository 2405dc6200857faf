package plans

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"plotline/media"
)

// TestEntriesAreWrittenAsJSONDoes checks that appendEntry writes the same as encoding/json.
func TestEntriesAreWrittenAsJSONDoes(t *testing.T) {
	t.Parallel()
	text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "/a/b.mkv", `/a/"files":[]`, "/第1話 <&>\u2028\x00.mkv", "/\xff"}))
	number := rapid.Ptr(rapid.Int(), true)
	entry := rapid.Custom(func(t *rapid.T) Entry {
		path := func(name string) media.Path { return media.Path(text.Draw(t, name)) }
		return Entry{number.Draw(t, "season"), number.Draw(t, "episode"), path("path"), path("from"), path("to")}
	})
	rapid.Check(t, func(t *rapid.T) {
		p := Plan{
			ID: "x", MediaFolderPath: media.Path(text.Draw(t, "folder")), Files: rapid.SliceOf(entry).Draw(t, "files"),
			Reason: text.Draw(t, "reason"),
		}
		if p.Files == nil {
			p.Files = []Entry{}
		}
		want, err := json.Marshal(&p)
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.encode()
		if err != nil || string(got) != string(want)+"\n" {
			t.Errorf("%v\n%s\n%s", err, got, want)
		}
	})
}
