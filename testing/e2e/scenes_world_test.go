package e2e_test

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"plotline/testing/kit/aiserver"
)

type object = map[string]any

// sentence is the scripted chat reply for every scene.
const sentence = "The title fades in."

// studio is the program with a scripted model, over stdio.
type studio struct {
	*server
	ai   *aiserver.Server
	data string
}

// newStudio starts the program. Requests for scenes follow the script; requests for a chat reply get
// sentence.
func newStudio(t *testing.T, script ...aiserver.Step) *studio {
	t.Helper()
	s := &studio{ai: aiserver.New(t), data: t.TempDir()}
	s.script(script...)
	s.server = serve(t, s.env(), "--store", "embedded", "--data-dir", s.data)
	return s
}

// env makes the program use the scripted model.
func (s *studio) env() []string { return []string{"PLOTLINE_AI_BASE_URL=" + s.ai.URL()} }

// another starts a second process on the same data folder.
func (s *studio) another() *server {
	s.t.Helper()
	return serve(s.t, s.env(), "--store", "embedded", "--data-dir", s.data)
}

// script sets the answers to the next requests for scenes. The last answer repeats.
func (s *studio) script(steps ...aiserver.Step) { s.ai.Answer(scripted(steps...)) }

func scripted(steps ...aiserver.Step) func(aiserver.Request) aiserver.Step {
	if len(steps) == 0 {
		steps = []aiserver.Step{aiserver.Text(aiserver.GoodScene)}
	}
	var mu sync.Mutex
	return func(asked aiserver.Request) aiserver.Step {
		if !asked.JSON {
			return aiserver.Text(sentence)
		}
		mu.Lock()
		defer mu.Unlock()
		step := steps[0]
		if len(steps) > 1 {
			steps = steps[1:]
		}
		return step
	}
}

// asked returns the requests for scenes so far.
func (s *studio) asked() []aiserver.Request {
	return slices.DeleteFunc(s.ai.Requests(), func(r aiserver.Request) bool { return !r.JSON })
}

// add creates a scene in the project p and returns its id.
func (s *server) add() string {
	s.t.Helper()
	return s.call("addScene", object{"projectId": "p", "userPrompt": "A title"})["sceneId"].(string)
}

// scene calls getScene in the project p.
func (s *server) scene(id string) object {
	s.t.Helper()
	return s.call("getScene", object{"projectId": "p", "sceneId": id})
}

// rows calls listScenes, and checks that orders run from 0 without a gap.
func (s *server) rows(project string) []object {
	s.t.Helper()
	list := s.call("listScenes", object{"projectId": project})["scenes"].([]any)
	rows := make([]object, len(list))
	for i, entry := range list {
		rows[i] = entry.(object)
		if rows[i]["order"] != float64(i) {
			s.t.Errorf("scene %d of the list has the order %v", i, rows[i]["order"])
		}
	}
	return rows
}

// column returns one field of each row.
func column(rows []object, field string) []any {
	values := make([]any, len(rows))
	for i, row := range rows {
		values[i] = row[field]
	}
	return values
}

// expectErrorText calls a tool that must fail with this code and text.
func (s *server) expectErrorText(tool string, args object, code, says string) {
	s.t.Helper()
	m := s.request("tools/call", object{"name": tool, "arguments": args})
	var got failure
	if m.Error != nil || !m.Result.IsError || json.Unmarshal([]byte(m.Result.Content[0].Text), &got) != nil {
		s.t.Errorf("%s %v was not refused: %s %.300s", tool, args, m.Error, m.Result.Structured)
		return
	}
	if got.Code != code || !strings.Contains(got.Details, says) || got.Tool != tool {
		s.t.Errorf("%s %v: refused with %+v, want %s and %q", tool, args, got, code, says)
	}
}

// sceneNamed is a model's answer with a scene of that name.
func sceneNamed(name string) aiserver.Step {
	return aiserver.Text(aiserver.Scene(name, aiserver.GoodTSX))
}

// withDuration is a scene whose code contains this declaration of its duration.
func withDuration(says string) string {
	return "import { AbsoluteFill } from \"remotion\";\n" + says + "\nexport default function S() {\n  return <AbsoluteFill>Hello</AbsoluteFill>;\n}\n"
}

const picture = "data:image/png;base64,iVBORw0KGgo="
