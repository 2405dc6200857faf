package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"plotline/testing/httpclient"
	"plotline/testing/serving"
)

// sceneWay is an API for the use cases of scenes.
type sceneWay struct {
	name string
	add  func(project string) (time.Duration, madeScene, error)
	edit func(project, sceneID string) (time.Duration, madeScene, error)
	end  func()
}

// madeScene is the result of the calls.
type madeScene struct {
	SceneID  string `json:"sceneId"`
	TSXCode  string `json:"tsxCode"`
	Duration int    `json:"duration"`
	Chat     string `json:"chatResponse"`
}

// is checks that a reply is the model's complete scene.
func (m madeScene) is(code string) error {
	if strings.TrimSpace(m.TSXCode) != strings.TrimSpace(code) || m.Duration != 180 || m.SceneID == "" || m.Chat == "" {
		return fmt.Errorf("the answer is not the model's scene: %.200v", m)
	}
	return nil
}

// flags returns the flags of a program on the house's data folder.
func (h *house) flags() []string { return []string{"--store", "embedded", "--data-dir", h.data} }

func modelEnv(address string) []string { return []string{"PLOTLINE_AI_BASE_URL=" + address} }

// overMCP starts a process with MCP over its standard streams.
func (h *house) overMCP(ctx context.Context, address string) (sceneWay, error) {
	c, err := start(ctx, h.options, modelEnv(address), h.flags()...)
	if err != nil {
		return sceneWay{}, err
	}
	call := func(tool string, args map[string]any) (time.Duration, madeScene, error) {
		var out madeScene
		took, err := c.Call(tool, args, &out)
		return took, out, err
	}
	return sceneWay{
		name: "stdio",
		add: func(project string) (time.Duration, madeScene, error) {
			return call("addScene", map[string]any{"projectId": project, "userPrompt": "Tell the story"})
		},
		edit: func(project, id string) (time.Duration, madeScene, error) {
			return call("editScene", map[string]any{"projectId": project, "sceneId": id, "userPrompt": "Another colour"})
		},
		end: func() { _ = c.Close() },
	}, nil
}

// overREST starts a server and keeps one connection to it.
func (h *house) overREST(ctx context.Context, address string) (sceneWay, error) {
	started, err := serving.Launch(ctx, h.binary, modelEnv(address), append(h.flags(), "--log-level", "error")...)
	if err != nil {
		return sceneWay{}, err
	}
	server := &httpclient.Server{Server: started}
	conn, err := server.Dial(ctx)
	if err != nil {
		return sceneWay{}, errors.Join(err, server.Stop())
	}
	call := func(project, path, body string) (time.Duration, madeScene, error) {
		request := server.JSON(http.MethodPost, "/api/v1/projects/"+project+"/scenes"+path, body)
		began := time.Now()
		answer, err := conn.Do(request)
		took := time.Since(began)
		var out madeScene
		if err == nil && answer.Status >= http.StatusBadRequest {
			err = fmt.Errorf("%d %.300s", answer.Status, answer.Body)
		}
		if err == nil {
			err = json.Unmarshal(answer.Body, &out)
		}
		return took, out, err
	}
	return sceneWay{
		name: "REST",
		add: func(project string) (time.Duration, madeScene, error) {
			return call(project, "", `{"userPrompt":"Tell the story"}`)
		},
		edit: func(project, id string) (time.Duration, madeScene, error) {
			return call(project, "/"+id+"/edit", `{"userPrompt":"Another colour"}`)
		},
		end: func() {
			conn.Close()
			_ = server.Stop()
		},
	}, nil
}
