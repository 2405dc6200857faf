package main

import (
	"context"
	"errors"
	"net/http/httptest"
	"net/url"
	"path/filepath"

	"plotline/scenes"
	"plotline/testing/kit/aiserver"
	"plotline/testing/kit/browser"
	"plotline/testing/kit/serving"
)

// shownScene is the index of the scene that the picture shows.
const shownScene = 3

// film shows the example project. One scene is half way through its preview. A model is configured, so that the page
// has its forms; it is not asked.
func film(ctx context.Context, binary, dir string) (picture []byte, err error) {
	model := httptest.NewServer(aiserver.Script())
	defer model.Close()
	server, err := serving.Launch(ctx, binary, nil, "--store", "embedded", "--data-dir", filepath.Join(dir, "data"), "--ai-base-url", model.URL+"/v1")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	var made struct {
		Scenes []struct {
			SceneID string `json:"sceneId"`
		} `json:"scenes"`
	}
	create := map[string]any{"projectId": scenes.ExampleID, "example": true}
	if err := send(ctx, server.URL+"/api/v1/projects", create, &made); err != nil {
		return nil, err
	}
	page := server.URL + "/projects/" + url.PathEscape(scenes.ExampleID) + "/" + made.Scenes[shownScene].SceneID
	const whole = "test('preview-screen')?.dataset.shown > 0 && test('edit-form') !== null && all('[data-testid=thumbnail][data-drawn=true]').length === 5"
	return take(ctx, wide, page, whole, func(p *browser.Page) error {
		if _, err := browser.Eval[bool](p, scrub); err != nil {
			return err
		}
		_, err := browser.Wait[bool](p, "test('preview-screen').dataset.shown === '160'")
		return err
	})
}

// scrub moves the preview to a frame at which everything is shown.
const scrub = `(() => {
	const position = test('preview-scrub')
	position.value = '160'
	return position.dispatchEvent(new Event('input', { bubbles: true }))
})()`
