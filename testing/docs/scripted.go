package main

import (
	"context"
	"encoding/json"

	"plotline/scenes/model"
	"plotline/scenes/prompts"
)

// scripted is the model of the examples, with fixed replies.
type scripted struct{}

const (
	opening = `import { AbsoluteFill, interpolate, useCurrentFrame } from "remotion";

export const durationInFrames = 90;

export default function Opening() {
  const opacity = interpolate(useCurrentFrame(), [0, 30], [0, 1], { extrapolateRight: "clamp" });
  return <AbsoluteFill style={{ background: "#101820", color: "white", opacity }}>Sunrise</AbsoluteFill>;
}
`
	blue = `import { AbsoluteFill } from "remotion";

export default function Opening() {
  return <AbsoluteFill style={{ background: "#1034a6", color: "white" }}>Sunrise</AbsoluteFill>;
}
`
)

// Complete chooses the reply by the service that calls it.
func (scripted) Complete(_ context.Context, r model.Request) (model.Answer, error) {
	answer := map[string]any{"tsxCode": blue, "reasoning": "Only the background had to change.", "changes": []string{"The background is blue"}, "preserved": []string{"The title"}}
	switch prompts.Name(r.Service) { //nolint:exhaustive // the others change a scene
	case prompts.SceneBuilder, prompts.DirectToVideo:
		answer = map[string]any{"sceneName": "Opening", "tsxCode": opening, "reasoning": "A title that fades in opens quietly.", "layoutJson": map[string]any{"elements": []string{"title"}}}
	case prompts.Fixer:
		answer = map[string]any{"tsxCode": blue, "reasoning": "The element was not closed.", "changes": []string{"Closed the element"}}
	case prompts.Vision:
		answer = map[string]any{
			"description": "A sunrise over the sea.", "elements": []string{"sun", "sea"}, "colors": []string{"#ff7f50", "#1034a6"},
			"composition": "the sun low in the middle", "mood": "calm", "suggestedAnimations": []string{"the sun rises"},
		}
	case prompts.Conversation:
		return model.Answer{Text: "Your scene is ready.", Model: "example"}, nil
	}
	raw, err := json.Marshal(answer)
	return model.Answer{Text: string(raw), Model: "example"}, err
}
