package main

import (
	"context"
	"embed"
	"errors"
	"io/fs"
	"net/http/httptest"
	"path/filepath"
	"strings"

	"plotline/testing/kit/aiserver"
	"plotline/testing/kit/browser"
	"plotline/testing/kit/serving"
)

// written are the scenes of the displayed project.
//
//go:embed scenes/*.tsx
var written embed.FS

// wishes are the prompts of the scenes, with the model's reasons.
var wishes = [][2]string{
	{"Our name over a night sky, with stars that twinkle", "The stars stand at random places, the same in every frame, and the name rises when they are seen."},
	{"Four steps, one after the other: try, remember, relate, ask again", "Each step gets a moment of its own."},
	{"A last card that says: make run", "One line, large, that can be typed."},
}

// film shows a project with three scenes. The first is half way through its preview.
func film(ctx context.Context, binary, dir string) (picture []byte, err error) {
	answers, err := answers()
	if err != nil {
		return nil, err
	}
	model := httptest.NewServer(aiserver.Script(answers...))
	defer model.Close()
	server, err := serving.Launch(ctx, binary, nil, "--store", "embedded", "--data-dir", filepath.Join(dir, "data"), "--ai-base-url", model.URL+"/v1")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	var first struct {
		SceneID string `json:"sceneId"`
	}
	for at, wish := range wishes {
		var made any
		if at == 0 {
			made = &first
		}
		if err := send(ctx, server.URL+"/api/v1/projects/launch-film/scenes", map[string]any{"userPrompt": wish[0]}, made); err != nil {
			return nil, err
		}
	}
	const whole = "test('preview-screen') !== null && test('preview-screen').dataset.shown !== undefined"
	return take(ctx, wide, server.URL+"/projects/launch-film/"+first.SceneID, whole, func(p *browser.Page) error {
		if _, err := browser.Eval[bool](p, scrub); err != nil {
			return err
		}
		_, err := browser.Wait[bool](p, "test('preview-screen').dataset.shown === '100'")
		return err
	})
}

// scrub moves the preview to a representative frame.
const scrub = `(() => {
	const position = test('preview-scrub')
	position.value = '100'
	return position.dispatchEvent(new Event('input', { bubbles: true }))
})()`

// answers returns a scene and a chat reply for each prompt.
func answers() ([]aiserver.Step, error) {
	names, err := fs.Glob(written, "scenes/*.tsx")
	if err != nil {
		return nil, err
	}
	var steps []aiserver.Step
	for at, name := range names {
		code, err := fs.ReadFile(written, name)
		if err != nil {
			return nil, err
		}
		_, title, _ := strings.Cut(strings.TrimSuffix(filepath.Base(name), ".tsx"), "-")
		title = strings.ReplaceAll(title, "-", " ")
		scene := aiserver.Object(map[string]any{
			"sceneName": strings.ToUpper(title[:1]) + title[1:], "tsxCode": string(code), "reasoning": wishes[at][1],
		})
		steps = append(steps, aiserver.Text(scene), aiserver.Text("It is ready."))
	}
	return steps, nil
}
