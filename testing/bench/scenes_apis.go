package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"plotline/testing/kit/httpclient"
	"plotline/testing/kit/serving"
)

// sceneAPI is an API for the use cases of scenes.
type sceneAPI struct {
	name string
	add  func(project string) (time.Duration, sceneReply, error)
	edit func(project, sceneID string) (time.Duration, sceneReply, error)
	end  func()
}

// sceneReply is the result of the calls.
type sceneReply struct {
	SceneID  string `json:"sceneId"`
	TSXCode  string `json:"tsxCode"`
	Duration int    `json:"duration"`
	Chat     string `json:"chatResponse"`
}

// check checks that a reply is the model's complete scene.
func (m sceneReply) check(code string) error {
	if strings.TrimSpace(m.TSXCode) != strings.TrimSpace(code) || m.Duration != 180 || m.SceneID == "" || m.Chat == "" {
		return fmt.Errorf("the answer is not the model's scene: %.200v", m)
	}
	return nil
}

// flags returns the flags of a program on the data folder.
func (h *dataFolder) flags() []string {
	return []string{"--store", "embedded", "--data-dir", h.data, "--toolsets", "episodes,relationships,scenes"}
}

func modelEnv(address string) []string { return []string{"PLOTLINE_AI_BASE_URL=" + address} }

// overMCP starts a process with MCP over its standard streams.
func (h *dataFolder) overMCP(ctx context.Context, address string) (sceneAPI, error) {
	c, err := start(ctx, h.options, modelEnv(address), h.flags()...)
	if err != nil {
		return sceneAPI{}, err
	}
	call := func(tool string, args map[string]any) (time.Duration, sceneReply, error) {
		var out sceneReply
		took, err := c.Call(tool, args, &out)
		return took, out, err
	}
	return sceneAPI{
		name: "stdio",
		add: func(project string) (time.Duration, sceneReply, error) {
			return call("addScene", map[string]any{"projectId": project, "userPrompt": "Tell the story"})
		},
		edit: func(project, id string) (time.Duration, sceneReply, error) {
			return call("editScene", map[string]any{"projectId": project, "sceneId": id, "userPrompt": "Another colour"})
		},
		end: func() { _ = c.Close() },
	}, nil
}

// overREST starts a server and keeps one connection to it.
func (h *dataFolder) overREST(ctx context.Context, address string) (sceneAPI, error) {
	started, err := serving.Launch(ctx, h.binary, modelEnv(address), append(h.flags(), "--log-level", "error")...)
	if err != nil {
		return sceneAPI{}, err
	}
	server := &httpclient.Server{Server: started}
	conn, err := server.Dial(ctx)
	if err != nil {
		return sceneAPI{}, errors.Join(err, server.Stop())
	}
	call := func(project, path, body string) (time.Duration, sceneReply, error) {
		request := server.JSON(http.MethodPost, "/api/v1/projects/"+project+"/scenes"+path, body)
		began := time.Now()
		answer, err := conn.Do(request)
		took := time.Since(began)
		var out sceneReply
		if err == nil && answer.Status >= http.StatusBadRequest {
			err = fmt.Errorf("%d %.300s", answer.Status, answer.Body)
		}
		if err == nil {
			err = json.Unmarshal(answer.Body, &out)
		}
		return took, out, err
	}
	return sceneAPI{
		name: "REST",
		add: func(project string) (time.Duration, sceneReply, error) {
			return call(project, "", `{"userPrompt":"Tell the story"}`)
		},
		edit: func(project, id string) (time.Duration, sceneReply, error) {
			return call(project, "/"+id+"/edit", `{"userPrompt":"Another colour"}`)
		},
		end: func() {
			conn.Close()
			_ = server.Stop()
		},
	}, nil
}
