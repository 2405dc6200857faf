package transfer_test

import (
	"strings"
	"testing"

	"plotline/graph/transfer"
	"plotline/internal/fault"
)

// FuzzJSONLines checks that errors name the line and that imported lines are skipped when imported again.
func FuzzJSONLines(f *testing.F) {
	good := episode(idA, "one") + "\n" + episode(idB, "two") + "\n" + relationship(idR, idA, idB) + "\n"
	for _, seed := range []string{
		good, strings.ReplaceAll(good, "\n", "\r\n"), strings.TrimSuffix(good, "\n"), good + good, "\ufeff" + good, good[:len(good)/2],
		"", "\n \n", "null", "[]", "7", `"episode"`, `{"type":"episode"}`, `{"type":1}`, `{"type":"episode","type":"relationship"}`,
		`{"TYPE":"episode"}`, strings.Replace(good, `"n":1.10`, `"n":[[[{"a":[]}]]]`, 1), strings.ReplaceAll(good, "2026", "0000"),
		relationship(idR, idA, idB) + "\n" + episode(idA, "one"), strings.Replace(good, "one", `\ud800`, 1), strings.Replace(good, "one", "\xff", 1),
		strings.Replace(good, `"id":7`, `"id":9223372036854775807`, 1), strings.Replace(good, `"reward":0.5`, `"reward":1e-400`, 1),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		service := newService()
		first, err := transfer.JSONLines(t.Context(), service, by, strings.NewReader(text))
		if err != nil {
			own := fault.From(err)
			if own.Code == fault.Internal || own.Details == "" {
				t.Fatalf("%v", err)
			}
			if _, batch := own.Extra["lines"]; !batch && !strings.HasPrefix(own.Details, "line ") {
				t.Errorf("no line is named: %v", err)
			}
			return
		}
		again, err := transfer.JSONLines(t.Context(), service, by, strings.NewReader(text))
		if err != nil {
			t.Fatalf("a second time: %v", err)
		}
		if again.EpisodesCreated+again.RelationshipsCreated != 0 ||
			again.EpisodesSkipped != first.EpisodesCreated+first.EpisodesSkipped ||
			again.RelationshipsSkipped != first.RelationshipsCreated+first.RelationshipsSkipped {
			t.Errorf("first %+v, then %+v", first, again)
		}
	})
}
