package aiserver

import (
	_ "embed"
	"encoding/json"
	"strings"
)

// GoodTSX is a scene as a good model writes it. It compiles, has one default export, and declares a
// duration of GoodDuration frames.
//
//go:embed good.tsx
var GoodTSX string

// GoodDuration is the durationInFrames that GoodTSX exports.
const GoodDuration = 90

// BrokenTSX is GoodTSX with an unclosed tag, so it does not compile. It keeps the quoted texts.
var BrokenTSX = strings.Replace(GoodTSX, "</AbsoluteFill>", "", 1)

// GoodScene is the reply of a good model.
var GoodScene = Scene("Scene1_intro", GoodTSX)

// BrokenScene is a well-formed reply with code that does not compile.
var BrokenScene = Scene("Scene1_intro", BrokenTSX)

// Scene returns the JSON reply of a good model: sceneName, tsxCode, reasoning, layout.
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

// Edit returns the JSON reply of a good model to a request for a change.
func Edit(tsx string, changes, preserved []string) string {
	return Object(map[string]any{
		"tsxCode": tsx, "changes": changes, "preserved": preserved,
		"reasoning": "Only what was asked for has changed.",
	})
}

// Analysis returns the JSON reply of a good model about an image.
func Analysis() string {
	return Object(map[string]any{
		"description": "A red circle on a white ground.", "elements": []string{"circle"},
		"colors": []string{"#ff0000", "#ffffff"}, "composition": "centred", "mood": "calm",
		"suggestedAnimations": []string{"scale in"},
	})
}

// Object returns any JSON object, for other replies.
func Object(members map[string]any) string {
	text, err := json.Marshal(members)
	if err != nil {
		panic(err) // the test passed a value that JSON cannot encode
	}
	return string(text)
}
