package aiserver

import (
	_ "embed"
	"encoding/json"
	"strings"
)

// GoodTSX is a scene as a well-behaved model writes it: it compiles, has one default export, and says
// that it lasts GoodDuration frames.
//
//go:embed good.tsx
var GoodTSX string

// GoodDuration is what GoodTSX exports as durationInFrames.
const GoodDuration = 90

// BrokenTSX is GoodTSX as a model breaks it: a tag is left open, so that it does not compile. It keeps
// the quoted texts.
var BrokenTSX = strings.Replace(GoodTSX, "</AbsoluteFill>", "", 1)

// GoodScene is the answer of a well-behaved model.
var GoodScene = Scene("Scene1_intro", GoodTSX)

// BrokenScene is an answer in good form with code that does not compile.
var BrokenScene = Scene("Scene1_intro", BrokenTSX)

// Scene is the JSON object that a well-behaved model answers: sceneName, tsxCode, reasoning, layout.
func Scene(name, tsx string) string {
	return Object(map[string]any{
		"sceneName": name,
		"tsxCode":   tsx,
		"reasoning": "A title that fades in reads well on a plain ground.",
		"layout": map[string]any{
			"sceneType": "simple",
			"elements":  []any{map[string]any{"id": "title", "type": "text", "text": "Hello from Plotline"}},
		},
	})
}

// Edit is the JSON object that a well-behaved model answers to a wish for a change.
func Edit(tsx string, changes, preserved []string) string {
	return Object(map[string]any{
		"tsxCode": tsx, "changes": changes, "preserved": preserved,
		"reasoning": "Only what was asked for has changed.",
	})
}

// Analysis is the JSON object that a well-behaved model answers about an image.
func Analysis() string {
	return Object(map[string]any{
		"description": "A red circle on a white ground.", "elements": []string{"circle"},
		"colors": []string{"#ff0000", "#ffffff"}, "composition": "centred", "mood": "calm",
		"suggestedAnimations": []string{"scale in"},
	})
}

// Object is any JSON object, for answers of other shapes.
func Object(members map[string]any) string {
	text, err := json.Marshal(members)
	if err != nil {
		panic(err) // a test wants what is no JSON
	}
	return string(text)
}
