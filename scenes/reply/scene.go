package reply

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"plotline/scenes/tsx"
)

// Scene is a scene in a model's answer. Only Code and Form are always set.
type Scene struct {
	Code      string          // TSX, not yet compiled
	Name      string          // as the model wrote it
	Reasoning string          // the model's reasons
	Layout    json.RawMessage // an object or a list
	Frames    int             // 1 to tsx.MaxFrames; 0 if not given
	Changes   []string        // what changed
	Preserved []string        // what stayed the same
	Form      Form            // how the code was found
}

// The accepted names of members, Plotline's own first.
var (
	codeNames      = []string{"tsxcode", "code", "tsx", "scenecode", "jsx"}
	nameNames      = []string{"scenename", "name", "title"}
	frameNames     = []string{"duration", "durationinframes", "durationframes", "frames"}
	reasoningNames = []string{"reasoning", "explanation", "rationale"}
	layoutNames    = []string{"layoutjson", "layout"}
	changeNames    = []string{"changes", "changesmade"}
	preservedNames = []string{"preserved", "unchanged"}
)

// ReadScene finds a scene in an answer; the package comment describes how. It ignores members of the wrong type. The
// error is ErrNothing.
func ReadScene(text string) (Scene, error) {
	text = bounded(text)
	var scene Scene
	take := func(m members) bool {
		scene = sceneOf(m)
		return scene.Code != ""
	}
	keep := func(name string) bool { return slices.Contains(codeNames, name) }
	if objects(text, false, keep, take) {
		scene.Form = FormJSON
		return scene, nil
	}
	if code := unwrapped(fenced(text)); code != "" {
		return Scene{Code: code, Form: FormFence}, nil
	}
	if code := unwrapped(unfencedCode(tsx.Unescape(text))); code != "" {
		return Scene{Code: code, Form: FormCode}, nil
	}
	if objects(text, true, keep, take) {
		scene.Form = FormCompleted
		return scene, nil
	}
	return Scene{}, ErrNothing
}

// sceneOf reads the members of an object. Code is empty if the object is not a scene.
func sceneOf(m members) Scene {
	var code string
	for _, name := range codeNames {
		text := str(m[name])
		if codeSign.MatchString(text) {
			code = unwrapped(text)
			break
		}
	}
	return Scene{
		Code: code, Name: str(m.get(nameNames)), Reasoning: str(m.get(reasoningNames)),
		Layout: layout(m.get(layoutNames)), Frames: frames(m.get(frameNames)),
		Changes: list(m.get(changeNames), changeParts), Preserved: list(m.get(preservedNames), changeParts),
	}
}

// str decodes a string and trims it. It returns "" for other values.
func str(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return strings.TrimSpace(text)
}

// frames decodes a number, or a number in a string. It returns 0 for invalid values.
func frames(raw json.RawMessage) int {
	x, err := strconv.ParseFloat(strings.Trim(string(raw), `"`), 64)
	if n := math.Round(x); err == nil && n >= 1 && n <= tsx.MaxFrames {
		return int(n)
	}
	return 0
}

// layout returns an object or list, also one given as a string.
func layout(raw json.RawMessage) json.RawMessage {
	if text := str(raw); text != "" {
		raw = json.RawMessage(text)
	}
	var compact bytes.Buffer
	if len(raw) == 0 || json.Compact(&compact, raw) != nil || strings.IndexByte("{[", compact.Bytes()[0]) < 0 {
		return nil
	}
	return compact.Bytes()
}

// changeParts are the members that describe an item that is an object.
var changeParts = []string{"change", "description", "text", "name"}

// list decodes a list of strings. A single string becomes a list of one. An item that is an object becomes its first
// part that is a string, else its JSON.
func list(raw json.RawMessage, parts []string) []string {
	if text := str(raw); text != "" {
		return []string{text}
	}
	var items []json.RawMessage
	if json.Unmarshal(raw, &items) != nil {
		return nil
	}
	var texts []string
	for _, item := range items {
		if text := itemText(item, parts); text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

func itemText(item json.RawMessage, parts []string) string {
	if item[0] == '"' {
		return str(item)
	}
	var m map[string]json.RawMessage
	if json.Unmarshal(item, &m) == nil {
		for _, part := range parts {
			if text := str(m[part]); text != "" {
				return text
			}
		}
	}
	if text := string(item); text != "null" && text != "{}" && text != "[]" {
		return text
	}
	return ""
}
