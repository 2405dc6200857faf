package e2e_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"plotline/testing/kit/aiserver"
	"plotline/testing/kit/expect"
	"plotline/testing/kit/stdioclient"
	"plotline/testing/kit/tier"
)

// addition is a call of addScene for the project p.
var addition = object{"name": "addScene", "arguments": object{"projectId": "p", "userPrompt": "A title"}}

// TestTwoProcessesAddScenes checks that two programs with one data folder lose no scene of a shared
// project.
func TestTwoProcessesAddScenes(t *testing.T) {
	t.Parallel()
	const each = 25
	s := newStudio(t)
	both := [2]*server{s.server, s.another()}
	var answers [2][]<-chan stdioclient.Message
	for range each {
		for i, process := range both {
			_, answer := process.begin("tools/call", addition)
			answers[i] = append(answers[i], answer)
		}
	}
	made := []any{}
	for i, process := range both {
		for _, answer := range answers[i] {
			m := process.await(answer)
			if m.Error != nil || m.Result.IsError {
				t.Fatalf("an addition failed: %s %v", m.Error, m.Result.Content)
			}
			made = append(made, idOf(t, m))
		}
	}
	for _, process := range both {
		held := column(process.rows("p"), "sceneId")
		if len(held) != 2*each || !sameSet(held, made) {
			t.Errorf("a process sees %d of %d scenes", len(held), len(made))
		}
	}
	names := column(s.rows("p"), "sceneName")
	if slices.Contains(names, any("")) {
		t.Errorf("the names are %v", names)
	}
}

func idOf(t *testing.T, m rpc) any {
	t.Helper()
	var out object
	if err := json.Unmarshal(m.Result.Structured, &out); err != nil {
		t.Fatal(err)
	}
	return out["sceneId"]
}

func sameSet(a, b []any) bool {
	in := map[any]bool{}
	for _, x := range a {
		in[x] = true
	}
	return len(in) == len(b) && !slices.ContainsFunc(b, func(x any) bool { return !in[x] })
}

// TestKillDuringSceneChanges kills the program during 50 changes. Every acknowledged change must exist
// afterwards, and the file must be valid.
func TestKillDuringSceneChanges(t *testing.T) {
	t.Parallel()
	const changes = 50
	rounds := tier.Pick(2, 10)
	s := newStudio(t)
	first := s.add()
	_ = s.Close()
	known, lasts := []any{first}, 90.0
	for round := range rounds {
		process := s.another()
		added, durations := process.killed(t, first, changes, 1+round*4)
		known = append(known, added...)
		after := s.another()
		held := column(after.rows("p"), "sceneId")
		for _, id := range known {
			if !slices.Contains(held, id) {
				t.Fatalf("round %d: scene %v was acknowledged, and is gone", round, id)
			}
		}
		for _, id := range held {
			if code := after.scene(id.(string))["tsxCode"].(string); strings.TrimSpace(code) != strings.TrimSpace(aiserver.GoodTSX) {
				t.Fatalf("round %d: scene %v holds %q", round, id, code)
			}
		}
		kept := column(objects(after.scene(first)["versions"]), "duration")
		for _, frames := range durations {
			if !slices.Contains(kept, any(frames)) {
				t.Fatalf("round %d: a duration of %v frames was acknowledged, and is gone", round, frames)
			}
		}
		if len(kept) == 0 || kept[0] != lasts {
			t.Fatalf("round %d: the first version lasts %v", round, kept)
		}
		wholeFiles(t, filepath.Join(s.data, "projects"))
		_ = after.Close()
	}
}

// killed starts the changes and kills the program after some are acknowledged. It returns the acknowledged
// scenes and durations, including those that arrived before the end was noticed.
func (s *server) killed(t *testing.T, scene string, changes, atLeast int) (added []any, durations []float64) {
	t.Helper()
	type answered struct {
		m      stdioclient.Message
		frames float64 // 0 for an added scene
	}
	answers := make(chan answered, changes)
	for n := range changes {
		call, frames := addition, 0.0
		if n%2 == 1 {
			frames = float64(1000 + n)
			call = object{"name": "changeDuration", "arguments": object{"projectId": "p", "sceneId": scene, "durationSeconds": frames / 30}}
		}
		_, answer := s.begin("tools/call", call)
		go func() {
			m := <-answer // closed when the program has ended
			answers <- answered{m, frames}
		}()
	}
	for seen := range changes {
		var a answered
		select {
		case a = <-answers:
		case <-time.After(time.Minute):
			t.Fatalf("no answer in a minute\n%s", s.Log())
		}
		if seen == atLeast-1 {
			if err := s.Signal(syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
		}
		var got rpc
		if a.m.ID == 0 {
			continue // killed before this change
		}
		if json.Unmarshal(a.m.Result, &got.Result) != nil || got.Result.IsError {
			t.Fatalf("a change failed: %s %v", a.m.Error, got.Result.Content)
		}
		if a.frames > 0 {
			durations = append(durations, a.frames)
		} else {
			added = append(added, idOf(t, got))
		}
	}
	_ = s.Wait()
	return added, durations
}

// wholeFiles checks that every project file is valid JSON.
func wholeFiles(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), ".project.json") {
			found++
			if !json.Valid(expect.ReadFile(t, filepath.Join(dir, entry.Name()))) {
				t.Errorf("%s is not whole", entry.Name())
			}
		}
	}
	if found != 1 {
		t.Errorf("there are %d projects in %v", found, entries)
	}
}
