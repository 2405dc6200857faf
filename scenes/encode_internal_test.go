package scenes

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"plotline/testing/kit/bounds"
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
			_, read := recode(t, p)
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

// FuzzDecodeProject checks that a file that decodes is usable, and encodes to the same project, from then on in the
// same bytes. The memory that decoding takes is linear in the length of the file.
func FuzzDecodeProject(f *testing.F) {
	const version = `{"version":1,"sceneName":"Scene1_x","duration":90,"tsxCode":"\"scenes\":[]","tool":"addScene","createdAt":"2026-11-21T09:00:00Z"}`
	const scene = `{"sceneId":"a","versions":[` + version + `]}`
	for _, seed := range []string{
		`{"projectId":"p","workspace":"w","createdAt":"2026-11-21T09:00:00Z","updatedAt":"2026-11-21T09:00:00Z","scenes":[` + scene + `]}`,
		`{"projectId":"p","workspace":"w","scenes":[]}`, `{"projectId":"p","workspace":"w"}`, `{"projectId":"p","workspace":"w","scenes":null}`,
		`{"projectId":"\"scenes\":[]","workspace":"w","scenes":[ ` + scene + ` ],"x":{"scenes":[1]}}`,
		`{"projectId":"p","workspace":"w","scenes":[` + scene + `],"scenes":[{}]}`, `{"projectId":"p","workspace":"w","Scenes":[` + scene + `]}`,
		`{"projectId":"p","workspace":"w","scenes":[{"sceneId":"a","versions":[{"version":1,"duration":9999999}]}]}`, "null", "[]", "{}", "",
		`{"projectId":"p","workspace":"w","scenes":[¦` + scene + `,¦` + scene + `]}`,
		`{"projectId":"p","workspace":"w","scenes":[{"sceneId":"a","versions":[¦` + version + `,¦` + version + `]}]}`,
		`{"projectId":"p","workspace":"w","x":¦[¦1¦]¦,"y":¦{"a":¦null¦}¦}`, `{"projectId":"p","workspace":"w","x":¦[¦`, `{"projectId":"¦%¦","workspace":"w"}`,
		`{"projectId":"p","workspace":"w","scenes":[{"sceneId":"a","versions":[{"version":¦%¦,"sceneName":"s","duration":%,"tsxCode":"c","tool":"addScene"}]}]}`,
	} {
		f.Add(seed, uint64(7), uint64(5_000_000_000_000), uint16(1))
		f.Add(seed, uint64(math.MaxUint64), uint64(0), uint16(20_000))
	}
	f.Fuzz(func(t *testing.T, text string, first, last uint64, times uint16) {
		raw := []byte(bounds.Grow(text, first, last, times))
		checkProject(t, raw)
	})
}

// recode encodes a project, and decodes it again.
func recode(t rapid.TB, p *Project) (raw []byte, again *Project) {
	t.Helper()
	raw, err := encodeProject(p)
	if err != nil {
		t.Fatal(err)
	}
	again, err = decodeProject("", raw)
	if err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	return raw, again
}

func checkProject(t *testing.T, raw []byte) {
	t.Helper()
	var first *Project
	var err error
	bounds.Bytes(t, 1<<20+64*len(raw), func() { first, err = decodeProject("", raw) })
	if err != nil {
		return
	}
	if rows := rowsOf(first); len(rows) != len(first.Scenes) || first.frames() < len(rows) {
		t.Errorf("%+v", rows)
	}
	written, second := recode(t, first)
	if diff := cmp.Diff(first, second, cmpopts.IgnoreUnexported(Scene{}), cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("(-first +second):\n%s\n%s", diff, written)
	}
	if again, err := encodeProject(second); err != nil || string(again) != string(written) {
		t.Errorf("(-first +second), %v:\n%s", err, cmp.Diff(string(written), string(again)))
	}
}
