package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"plotline/scenes/tsx"
	"plotline/testing/kit/aiserver"
	"plotline/testing/kit/brokenscenes"
	"plotline/testing/kit/stdioclient"
)

const (
	project       = "smollm"
	brokenProject = project + "-own" // has the scene to repair; no model makes it
)

// pixel is the smallest PNG.
const pixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="

// call is one tool call.
type call struct {
	title, tool string
	args        map[string]any
}

// calls returns the calls of a trial. broken is the scene that repairs are stored in.
func calls(broken string) []call {
	type object = map[string]any
	list := []call{
		{"addScene: a title", "addScene", object{"projectId": project, "userPrompt": "The words Hello World in white on a dark blue ground."}},
		{"addScene: a motion", "addScene", object{"projectId": project, "userPrompt": "A red circle that moves from left to right in three seconds."}},
		{"editScene", "editScene", object{
			"projectId": project, "userPrompt": "Make the background red.",
			"existingCode": aiserver.GoodTSX, "existingName": "Intro", "existingDuration": aiserver.GoodDuration,
		}},
	}
	for _, b := range brokenscenes.All() {
		if slices.Contains([]string{"unclosed-jsx", "missing-export", "duplicate-const"}, b.Name) {
			list = append(list, call{"fixBrokenScene: " + b.Name, "fixBrokenScene", object{
				"projectId": brokenProject, "sceneId": broken, "sceneName": b.Name, "brokenCode": b.Code, "errorMessage": b.Error,
			}})
		}
	}
	return append(list, call{"analyzeImage", "analyzeImage", object{"imageUrls": []string{pixel}}})
}

// outcome is the result of a call.
type outcome struct {
	title, result string
	took          time.Duration
	requests      int
	wrong         []string
}

type trial struct {
	client   *stdioclient.Client
	limit    time.Duration
	broken   string // a scene of brokenProject
	outcomes []outcome
}

// run makes the calls. It returns an error if the program misbehaves.
func (t *trial) run(ctx context.Context) error {
	for _, c := range calls(t.broken) {
		_, _ = fmt.Fprintln(os.Stderr, c.title)
		if err := t.call(ctx, c); err != nil {
			return fmt.Errorf("%s: %w", c.title, err)
		}
	}
	return t.stored()
}

// answer is the result or the error of a tool that uses a model.
type answer struct {
	TSXCode  string          `json:"tsxCode"`
	Changes  []string        `json:"changes"`
	Analysis json.RawMessage `json:"analysis"`
	Debug    struct {
		Requests         int      `json:"requests"`
		CompilerMessages []string `json:"compilerMessages"`
		AnswerForm       string   `json:"answerForm"`
	} `json:"debug"`
	Details string `json:"details"`
	Code    string `json:"code"`
}

func (t *trial) call(ctx context.Context, c call) error {
	began := time.Now()
	id, coming, err := t.client.Begin("tools/call", map[string]any{"name": c.tool, "arguments": c.args})
	if err != nil {
		return err
	}
	var m stdioclient.Message
	select {
	case m = <-coming:
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(t.limit):
		_ = t.client.Send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, id))
		return fmt.Errorf("no answer in %s", t.limit)
	}
	var result stdioclient.ToolResult
	if m.Error != nil || json.Unmarshal(m.Result, &result) != nil {
		return fmt.Errorf("it ended with %s\n%s", m.Error, t.client.Log())
	}
	o, err := check(result)
	o.title, o.took = c.title, time.Since(began)
	t.outcomes = append(t.outcomes, o)
	return err
}

var afterRepairs = regexp.MustCompile(`after (\d+) repairs`)

// check checks a result. It returns an error for a scene that no tool may return.
func check(result stdioclient.ToolResult) (outcome, error) {
	var a answer
	raw := []byte(result.Structured)
	if result.IsError {
		raw = []byte(result.Content[0].Text)
	}
	if err := json.Unmarshal(raw, &a); err != nil {
		return outcome{}, err
	}
	o := outcome{requests: a.Debug.Requests, wrong: a.Debug.CompilerMessages}
	switch {
	case result.IsError:
		o.result, o.wrong = "error `"+a.Code+"`", []string{a.Details}
		if m := afterRepairs.FindStringSubmatch(a.Details); m != nil { // only errors say this
			repairs, _ := strconv.Atoi(m[1])
			o.requests = repairs + 1
		}
		return o, nil
	case a.Analysis != nil:
		o.result = "an analysis"
		return o, nil
	}
	o.result = "a scene, from " + a.Debug.AnswerForm
	if len(a.Changes) > 0 && strings.HasPrefix(a.Changes[0], "Fallback:") {
		o.result = "the safe scene"
	}
	if _, err := tsx.Compile(a.TSXCode); err != nil {
		return o, fmt.Errorf("a scene that does not compile: %w", err)
	}
	return o, nil
}

// stored checks that the project's scenes compile.
func (t *trial) stored() error {
	var list struct {
		Scenes []struct {
			SceneID string `json:"sceneId"`
		} `json:"scenes"`
	}
	if _, err := t.client.Call("listScenes", map[string]any{"projectId": project}, &list); err != nil {
		return err
	}
	for _, s := range list.Scenes {
		var scene answer
		if _, err := t.client.Call("getScene", map[string]any{"projectId": project, "sceneId": s.SceneID}, &scene); err != nil {
			return err
		}
		if _, err := tsx.Compile(scene.TSXCode); err != nil {
			return errors.Join(errors.New("the project holds a scene that does not compile"), err)
		}
	}
	return nil
}

const shownRunes = 110 // of an error

// table returns the results in Markdown.
func (t *trial) table() string {
	var b strings.Builder
	b.WriteString("| call | outcome | seconds | repairs | what was wrong |\n|---|---|---:|---:|---|\n")
	for _, o := range t.outcomes {
		repairs := "–"
		if o.requests > 0 {
			repairs = strconv.Itoa(o.requests - 1)
		}
		wrong := make([]string, len(o.wrong))
		for i, text := range o.wrong {
			runes := []rune(strings.Join(strings.Fields(text), " "))
			if len(runes) > shownRunes && len(o.wrong) > 1 {
				runes = append(runes[:shownRunes], '…')
			}
			wrong[i] = strings.ReplaceAll(string(runes), "|", `\|`)
		}
		fmt.Fprintf(&b, "| %s | %s | %.1f | %s | %s |\n", o.title, o.result, o.took.Seconds(), repairs, strings.Join(slices.Compact(wrong), "; "))
	}
	return b.String()
}
