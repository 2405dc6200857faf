package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"time"

	"plotline/testing/kit/aiserver"
)

// sceneCallAim is the target for the time of a call without the model, in milliseconds.
const sceneCallAim = 15

// benchSceneCalls measures addScene and editScene of a 300-line scene with a model that replies at once.
// The model's own time is subtracted. The project is empty, or has 100 scenes with 10 versions each.
func benchSceneCalls(ctx context.Context, o options, r *report) error {
	code := sceneCode(1)
	if err := checkCompiles(code); err != nil {
		return err
	}
	model, address, end := serveModel()
	defer end()
	answerAtOnce(model, aiserver.Text(aiserver.Scene("Story", code)))
	alone, err := measureModel(ctx, address, code)
	if err != nil {
		return err
	}
	r.times(row{Operation: "the endpoint alone, two questions", Store: "none", Size: "300 lines"}, alone)
	share := time.Duration(percentile(alone, 50) * float64(time.Millisecond))
	for _, crowded := range []bool{false, true} {
		err := withDataFolder(o, func(h *dataFolder) error {
			if crowded {
				if err := h.largeProject(ctx, address); err != nil {
					return err
				}
			}
			return h.sceneCalls(ctx, r, address, code, share, crowded)
		})
		if err != nil {
			return err
		}
	}
	if problems := model.Problems(); len(problems) > 0 {
		return fmt.Errorf("a question to the model was wrong: %s", problems[0])
	}
	return nil
}

// crowdID is the project of 100 scenes.
const crowdID = "crowd"

func (h *dataFolder) sceneCalls(ctx context.Context, r *report, address, code string, share time.Duration, crowded bool) error {
	size := "300 lines, 1–10 in it"
	if crowded {
		size = "300 lines, in 100 × 10"
	}
	for _, open := range []func(ctx context.Context, address string) (sceneAPI, error){h.overMCP, h.overREST} {
		w, err := open(ctx, address)
		if err != nil {
			return err
		}
		added, edited, err := w.series(code, crowded)
		w.end()
		if err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		r.times(row{Operation: "addScene over " + w.name + ", without the model", Store: "files", Size: size, Aim: sceneCallAim}, less(added, share))
		r.times(row{Operation: "editScene over " + w.name + ", without the model", Store: "files", Size: size, Aim: sceneCallAim}, less(edited, share))
	}
	return nil
}

// series adds and edits in turn, so that other load affects both alike. Every tenth round begins a new
// project, unless it measures the large one.
func (w sceneAPI) series(code string, crowded bool) (added, edited []time.Duration, err error) {
	for round := range sceneRounds + sceneWarmUps {
		project := crowdID
		if !crowded {
			project = fmt.Sprintf("%s-%d", w.name, round/10)
		}
		adding, made, err := w.add(project)
		if err == nil {
			err = made.check(code)
		}
		if err != nil {
			return nil, nil, err
		}
		editing, changed, err := w.edit(project, made.SceneID)
		if err == nil {
			err = changed.check(code)
		}
		if err != nil {
			return nil, nil, err
		}
		if round >= sceneWarmUps {
			added, edited = append(added, adding), append(edited, editing)
		}
	}
	return added, edited, nil
}

func less(series []time.Duration, share time.Duration) []time.Duration {
	rest := make([]time.Duration, len(series))
	for i, took := range series {
		rest[i] = max(took-share, 0)
	}
	return rest
}

// largeProject creates a project of 100 scenes with 10 versions each. The program creates one scene, and its
// file is multiplied.
func (h *dataFolder) largeProject(ctx context.Context, address string) error {
	w, err := h.overMCP(ctx, address)
	if err != nil {
		return err
	}
	_, _, err = w.add(crowdID)
	w.end()
	if err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(h.data, "projects", "*.project.json"))
	if err != nil || len(names) != 1 {
		return fmt.Errorf("there are the project files %v: %w", names, err)
	}
	raw, err := os.ReadFile(names[0])
	if err != nil {
		return err
	}
	if raw, err = copyScene(raw); err != nil {
		return err
	}
	return os.WriteFile(names[0], raw, 0o600) //nolint:gosec // in the benchmark's own folder
}

// copyScene returns a project with a hundred copies of the first scene. The further versions are made so
// that no episode is missing for them.
func copyScene(raw []byte) ([]byte, error) {
	type object = map[string]any
	var project object
	if err := json.Unmarshal(raw, &project); err != nil {
		return nil, err
	}
	scenes, ok := project["scenes"].([]any)
	if !ok || len(scenes) != 1 {
		return nil, errors.New("the project does not hold one scene")
	}
	first := scenes[0].(object)["versions"].([]any)[0].(object)
	all := make([]object, 0, crowdScenes)
	for n := range crowdScenes {
		versions := make([]object, 0, crowdVersions)
		for v := range crowdVersions {
			version := maps.Clone(first)
			version["version"], version["tool"], version["tsxCode"] = v+1, "changeDuration", sceneCode(100*n+v)
			versions = append(versions, version)
		}
		all = append(all, object{"sceneId": fmt.Sprintf("scene-%03d", n), "versions": versions})
	}
	project["scenes"] = all
	return json.Marshal(project)
}
