package scenes

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// TestEncodeDecode checks that a project survives encoding and decoding, also after a change of some scenes.
func TestEncodeDecode(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		version := func(number int) Version {
			text := rapid.String().Draw(t, "text")
			return Version{
				Version: number, SceneName: displayName(text), Duration: 1 + number, TSXCode: text + "\"scenes\":[]", LayoutJSON: text,
				Tool: "addScene", Prompt: strings.ToValidUTF8(text, ""), CreatedAt: 1,
			}
		}
		p := &Project{ProjectID: `"scenes":[]`, Workspace: "w", CreatedAt: 1, UpdatedAt: 2, Scenes: []Scene{}}
		for i := range rapid.IntRange(0, 4).Draw(t, "scenes") {
			scene := Scene{SceneID: string(rune('a' + i)), IsWelcome: i == 1}
			scene.add(version(1))
			p.Scenes = append(p.Scenes, scene)
		}
		for range 3 {
			raw, err := encodeProject(p)
			if err != nil {
				t.Fatal(err)
			}
			read, err := decodeProject("", raw)
			if err != nil {
				t.Fatalf("%v in %s", err, raw)
			}
			if diff := cmp.Diff(p, read, cmpopts.IgnoreUnexported(Scene{})); diff != "" {
				t.Fatalf("(-want +got):\n%s", diff)
			}
			if p = read.clone(); len(p.Scenes) > 0 {
				at := rapid.IntRange(0, len(p.Scenes)-1).Draw(t, "changed")
				scene := p.Scenes[at]
				scene.add(version(0))
				p.Scenes[at] = scene
				p.Scenes[0], p.Scenes[at] = p.Scenes[at], p.Scenes[0]
			}
		}
	})
}
