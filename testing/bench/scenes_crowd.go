package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"plotline/testing/kit/aiserver"
)

const crowdCalls = 50

// benchSceneCrowd sends 50 calls at once to a model that takes 300 ms. They must not wait for each other.
func benchSceneCrowd(ctx context.Context, o options, r *report) error {
	code := sceneCode(4)
	model, address, end := serveModel()
	defer end()
	answerAtOnce(model, aiserver.Slow(300*time.Millisecond, aiserver.Text(aiserver.Scene("Story", code))))
	return withDataFolder(o, func(h *dataFolder) error {
		c, err := start(ctx, h.options, modelEnv(address), h.flags()...)
		if err != nil {
			return err
		}
		defer func() { _ = c.Close() }()
		var singles []time.Duration
		for range 5 {
			took, err := addOne(c, code)
			if err != nil {
				return err
			}
			singles = append(singles, took)
		}
		took, err := addMany(c, code)
		if err != nil {
			return err
		}
		var list struct {
			Scenes []json.RawMessage `json:"scenes"`
		}
		if _, err := c.Call("listScenes", map[string]any{"projectId": "crowd"}, &list); err != nil || len(list.Scenes) != crowdCalls+len(singles) {
			return fmt.Errorf("the project holds %d scenes: %w", len(list.Scenes), err)
		}
		one, total := percentile(singles, 50), percentile([]time.Duration{took}, 50)
		r.times(row{Operation: "one addScene, the model takes 300 ms", Store: "files", Size: "300 lines"}, singles)
		r.add(row{Operation: "50 addScene at once", Store: "files", Size: "all of them", P50: total, P95: total, Ratio: total / one, Against: "one of them", Aim: 5 * one})
		return nil
	})
}

func addOne(c *client, code string) (time.Duration, error) {
	var made sceneReply
	took, err := c.Call("addScene", map[string]any{"projectId": "crowd", "userPrompt": "Tell the story"}, &made)
	if err == nil {
		err = made.check(code)
	}
	return took, err
}

// addMany returns the time from the first request to the last reply.
func addMany(c *client, code string) (time.Duration, error) {
	began := time.Now()
	failures := make(chan error, crowdCalls)
	for range crowdCalls {
		go func() {
			_, err := addOne(c, code)
			failures <- err
		}()
	}
	var err error
	for range crowdCalls {
		err = errors.Join(err, <-failures)
	}
	return time.Since(began), err
}

// benchSceneCancel measures the time from cancelling a call until the model notices the disconnected
// client.
func benchSceneCancel(ctx context.Context, o options, r *report) error {
	const rounds = 20
	model, address, end := serveModel()
	defer end()
	arrived, gone := make(chan time.Time, rounds), make(chan time.Time, rounds)
	model.Answer(func(aiserver.Request) aiserver.Step {
		return func(_ http.ResponseWriter, request *http.Request, _ aiserver.Request) {
			arrived <- time.Now()
			<-request.Context().Done()
			gone <- time.Now()
		}
	})
	return withDataFolder(o, func(h *dataFolder) error {
		c, err := start(ctx, h.options, modelEnv(address), h.flags()...)
		if err != nil {
			return err
		}
		defer func() { _ = c.Close() }()
		var times []time.Duration
		for range rounds {
			took, err := cancelOne(c, arrived, gone)
			if err != nil {
				return err
			}
			times = append(times, took)
		}
		worst := percentile(times, 100)
		r.times(row{Operation: "cancel, until the model is let go", Store: "none", Size: "20 calls", Aim: 100}, times)
		r.add(row{Operation: "the slowest of them", Store: "none", Size: "20 calls", P50: worst, P95: worst, Aim: 100})
		return nil
	})
}

func cancelOne(c *client, arrived, gone <-chan time.Time) (time.Duration, error) {
	id, _, err := c.Begin("tools/call", map[string]any{
		"name": "addScene", "arguments": map[string]any{"projectId": "none", "userPrompt": "Tell the story"},
	})
	if err != nil {
		return 0, err
	}
	if _, err := waitFor(arrived); err != nil {
		return 0, err
	}
	began := time.Now()
	if err := c.Send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, id)); err != nil {
		return 0, err
	}
	at, err := waitFor(gone)
	return at.Sub(began), err
}

// waitFor waits for an event that must happen soon.
func waitFor(when <-chan time.Time) (time.Time, error) {
	select {
	case at := <-when:
		return at, nil
	case <-time.After(time.Minute):
		return time.Time{}, errors.New("the model is not asked, or not let go")
	}
}
