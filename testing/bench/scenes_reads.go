package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"plotline/scenes/tsx"
)

// benchSceneReads measures the calls that need no model: reads and repairs.
func benchSceneReads(ctx context.Context, o options, r *report) error {
	_, address, end := serveModel()
	defer end()
	return withDataFolder(o, func(h *dataFolder) error {
		if err := h.largeProject(ctx, address); err != nil {
			return err
		}
		c, err := start(ctx, h.options, []string{"OPENAI_BASE_URL=", "PLOTLINE_AI_BASE_URL="}, h.flags()...)
		if err != nil {
			return err
		}
		defer func() { _ = c.Close() }()
		for _, read := range sceneReads() {
			var times []time.Duration
			for round := range sceneRounds + sceneWarmUps {
				var out map[string]any
				took, err := c.Call(read.tool, read.args, &out)
				if err != nil {
					return err
				}
				if !read.is(out) {
					return fmt.Errorf("%s gave a wrong answer: %.300v", read.tool, out)
				}
				if round >= sceneWarmUps {
					times = append(times, took)
				}
			}
			r.times(row{Operation: read.tool + read.how, Store: "files", Size: read.size, Aim: sceneCallAim}, times)
		}
		return nil
	})
}

// sceneRead is a call that needs no model.
type sceneRead struct {
	tool, how, size string
	args            map[string]any
	is              func(out map[string]any) bool
}

func sceneReads() []sceneRead {
	type object = map[string]any
	broken := strings.TrimSuffix(sceneCode(3), "    </AbsoluteFill>\n  );\n}\n")
	safe := func(out map[string]any) bool {
		code, _ := out["tsxCode"].(string)
		_, err := tsx.Compile(code)
		return err == nil && strings.Contains(code, "Chapter 1 of what happened that day")
	}
	return []sceneRead{
		{"getScene", "", "in 100 × 10", object{"projectId": crowdID, "sceneId": "scene-050"}, func(out map[string]any) bool {
			return out["tsxCode"] == sceneCode(100*50+crowdVersions-1) && len(out["versions"].([]any)) == crowdVersions
		}},
		{"listScenes", "", "100 × 10", object{"projectId": crowdID}, func(out map[string]any) bool {
			return len(out["scenes"].([]any)) == crowdScenes
		}},
		{"fixBrokenScene", " without a model", "300 lines, in 100 × 10", object{
			"projectId": crowdID, "sceneId": "scene-050", "sceneName": "Story", "brokenCode": broken, "errorMessage": "it breaks off",
		}, safe},
	}
}
