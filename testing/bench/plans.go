package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

// task begins a recognition.
func (h *dataFolder) task(c *client) (string, error) {
	var out struct {
		TaskID string `json:"taskId"`
	}
	_, err := c.Call("beginRecognizeTask", map[string]any{"mediaFolderPath": h.show}, &out)
	return out.TaskID, err
}

// addTo adds the n-th episode to a plan.
func (h *dataFolder) addTo(c *client, task string, n int) (time.Duration, error) {
	var out struct {
		Problems []string `json:"problems"`
	}
	took, err := c.Call("addRecognizedMediaFile",
		map[string]any{"taskId": task, "season": 1 + n/100, "episode": 1 + n%100, "path": h.video(n)}, &out)
	if err == nil && len(out.Problems) > 0 {
		err = errors.New(out.Problems[0])
	}
	return took, err
}

// entries counts the entries of a plan.
func entries(c *client, task string) (int, error) {
	var out struct {
		Plan struct {
			Files []json.RawMessage `json:"files"`
		} `json:"plan"`
	}
	_, err := c.Call("get-plan", map[string]any{"taskId": task}, &out)
	return len(out.Plan.Files), err
}

// benchPlanAdd fills a plan with 5,000 entries and measures a further hundred.
func benchPlanAdd(ctx context.Context, o options, r *report) error {
	const count, measured = 5000, 100
	return withDataFolder(o, func(h *dataFolder) error {
		if err := h.createVideos(count + measured); err != nil {
			return err
		}
		c, err := h.client(ctx)
		if err != nil {
			return err
		}
		defer func() { _ = c.Close() }()
		task, err := h.task(c)
		if err != nil {
			return err
		}
		var times []time.Duration
		for n := range count + measured {
			took, err := h.addTo(c, task, n)
			if err != nil {
				return err
			}
			times = append(times, took)
		}
		if held, err := entries(c, task); err != nil || held != count+measured {
			return fmt.Errorf("the plan holds %d of %d: %w", held, count+measured, err)
		}
		r.times(row{Operation: "add to a plan", Store: "files", Size: "the first 100"}, times[:measured])
		r.times(row{Operation: "add to a plan", Store: "files", Size: "5,000 in it", Aim: 10}, times[count:])
		return nil
	})
}

// benchPlanAdds adds to one plan from two processes at once.
func benchPlanAdds(ctx context.Context, o options, r *report) error {
	const count = 200
	return withDataFolder(o, func(h *dataFolder) error {
		if err := h.createVideos(count); err != nil {
			return err
		}
		var clients [2]*client
		for i := range clients {
			c, err := h.client(ctx)
			if err != nil {
				return err
			}
			defer func() { _ = c.Close() }()
			clients[i] = c
		}
		task, err := h.task(clients[0])
		if err != nil {
			return err
		}
		began := time.Now()
		failures := make(chan error, count)
		var group sync.WaitGroup
		for n := range count {
			group.Go(func() {
				_, err := h.addTo(clients[n%2], task, n)
				failures <- err
			})
		}
		group.Wait()
		took := time.Since(began)
		for range count {
			if err := <-failures; err != nil {
				return err
			}
		}
		if held, err := entries(clients[1], task); err != nil || held != count {
			return fmt.Errorf("%d of %d parallel adds are there: %w", held, count, err)
		}
		r.times(row{Operation: "200 parallel adds, two processes", Store: "files", Size: "none lost"}, []time.Duration{took})
		return nil
	})
}

// benchApply renames 1,000 files and undoes it, measured from the command's start to its end. It compares
// with the same renames by system calls, without a journal.
func benchApply(ctx context.Context, o options, r *report) error {
	const count, rounds = 1000, 5
	return withVideos(ctx, o, count, func(h *dataFolder, c *client) error {
		var applied, undone []time.Duration
		for range rounds {
			task, err := h.renamePlan(c, count)
			if err != nil {
				return err
			}
			for _, step := range []struct {
				verb  string
				left  string
				times *[]time.Duration
			}{{"apply", h.target(count - 1), &applied}, {"undo", h.video(count - 1), &undone}} {
				took, err := h.plans(ctx, step.verb, task)
				if err != nil {
					return err
				}
				if _, err := os.Stat(step.left); err != nil {
					return fmt.Errorf("after %s: %w", step.verb, err)
				}
				*step.times = append(*step.times, took)
			}
		}
		r.times(row{Operation: "apply a rename plan, journaled", Store: "files", Size: "1,000", Aim: 2000}, applied)
		r.times(row{Operation: "undo it", Store: "files", Size: "1,000", Aim: 2000}, undone)
		return nil
	})
}

func (h *dataFolder) target(n int) string {
	return filepath.Join(h.show, fmt.Sprintf("Season %02d", 1+n/100), fmt.Sprintf("Show - S%02dE%03d.mkv", 1+n/100, 1+n%100))
}

func (h *dataFolder) renamePlan(c *client, count int) (string, error) {
	var out struct {
		TaskID   string   `json:"taskId"`
		Problems []string `json:"problems"`
	}
	if _, err := c.Call("beginRenameFilesTaskV2", map[string]any{"mediaFolderPath": h.show}, &out); err != nil {
		return "", err
	}
	task := out.TaskID
	for n := range count {
		_, err := c.Call("addRenameFileToTaskV2", map[string]any{"taskId": task, "from": h.video(n), "to": h.target(n)}, &out)
		if err != nil {
			return "", err
		}
	}
	if _, err := c.Call("endRenameFilesTaskV2", map[string]any{"taskId": task}, &out); err != nil || len(out.Problems) > 0 {
		return "", fmt.Errorf("the plan has problems: %v %w", out.Problems, err)
	}
	return task, nil
}

// plans runs the command as a person would.
func (h *dataFolder) plans(ctx context.Context, verb, task string) (time.Duration, error) {
	began := time.Now()
	output, err := exec.CommandContext(ctx, h.binary, "plans", verb, task, "--store", "embedded", "--data-dir", h.data).CombinedOutput() //nolint:gosec // our own binary
	if err != nil {
		return 0, fmt.Errorf("plans %s: %w: %s", verb, err, output)
	}
	return time.Since(began), nil
}
