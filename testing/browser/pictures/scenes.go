package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"

	"plotline/scenes"
	"plotline/testing/kit/aiserver"
)

// shownScene is the index of the scene that the pictures show.
const shownScene = 3

// projects is the example project of scenes, served beside a scripted model.
type projects struct {
	url    string
	scenes []string // their ids
	model  *aiserver.Server
}

func (p projects) project() string { return p.url + "/projects/" + url.PathEscape(scenes.ExampleID) }

func (p projects) page() string { return p.project() + "/" + p.scenes[shownScene] }

// withExample creates the example project. A model is configured, so that the page has its forms.
func (at place) withExample(ctx context.Context, show func(p projects) ([]byte, error)) ([]byte, error) {
	model := aiserver.Script()
	listening := httptest.NewServer(model)
	defer listening.Close()
	return at.served(ctx, func(url string) ([]byte, error) {
		var made struct {
			Scenes []struct {
				SceneID string `json:"sceneId"`
			} `json:"scenes"`
		}
		create := map[string]any{"projectId": scenes.ExampleID, "example": true}
		if err := send(ctx, url+"/api/v1/projects", create, &made); err != nil {
			return nil, err
		}
		p := projects{url: url, model: model}
		for _, s := range made.Scenes {
			p.scenes = append(p.scenes, s.SceneID)
		}
		return show(p)
	}, "--ai-base-url", listening.URL+"/v1")
}

// film shows a scene half way through its preview.
func film(ctx context.Context, at place) ([]byte, error) {
	return at.withExample(ctx, func(p projects) ([]byte, error) { return at.picture(ctx, wide, p.page(), previewed()...) })
}

// filmOnPhone shows the scenes of the project on a phone.
func filmOnPhone(ctx context.Context, at place) ([]byte, error) {
	return at.withExample(ctx, func(p projects) ([]byte, error) {
		return at.picture(ctx, phone, p.project(), step{until: drawn})
	})
}

// versions shows the first version of a scene that was changed since, which can be restored.
func versions(ctx context.Context, at place) ([]byte, error) {
	return at.withExample(ctx, func(p projects) ([]byte, error) {
		var now struct {
			Code string `json:"tsxCode"`
		}
		scene := p.url + "/api/v1/projects/" + url.PathEscape(scenes.ExampleID) + "/scenes/" + p.scenes[shownScene]
		if err := change(ctx, http.MethodGet, scene, nil, &now); err != nil {
			return nil, err
		}
		p.model.Then(aiserver.Text(aiserver.Scene("Connections", strings.ReplaceAll(now.Code, "become a memory.", "become a graph."))))
		if err := send(ctx, scene+"/edit", map[string]any{"userPrompt": "Say graph, not memory"}, nil); err != nil {
			return nil, err
		}
		return at.picture(ctx, wide, p.page(), append([]step{
			{"all('[data-testid=version]').length === 2", "all('[data-testid=version]')[1]"},
			{until: "test('restore') !== null"},
		}, previewed()...)...)
	})
}

// drawn is true when all thumbnails are drawn.
const drawn = "all('[data-testid=thumbnail][data-drawn=true]').length === 5"

// previewed are the steps to a frame at which everything is shown.
func previewed() []step {
	return []step{
		{until: "test('preview-screen')?.dataset.shown > 0 && " + drawn},
		{until: "(document.querySelector('.board').scrollTop = 0) === 0"},
		{until: scrub},
		{until: "test('preview-screen').dataset.shown === '160'"},
	}
}

// scrub moves the preview.
const scrub = `(() => {
	const position = test('preview-scrub')
	position.value = '160'
	return position.dispatchEvent(new Event('input', { bubbles: true }))
})()`
