package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"
)

// mediaFolder is a data folder with a media folder of empty videos, and a client.
type mediaFolder struct {
	options

	data, show string
	videos     int
	client     *client
}

// benchMedia measures a scan of a media folder and a plan that renames files, applied and undone. Every write is durable.
func benchMedia(ctx context.Context, o options, r *report) (err error) {
	dir, err := os.MkdirTemp("", "plotline-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	m := &mediaFolder{options: o, data: filepath.Join(dir, "data"), show: filepath.Join(dir, "media", "Show"), videos: o.pick(10_000, 100)}
	if err := os.MkdirAll(m.show, 0o700); err != nil {
		return err
	}
	for n := range m.videos {
		if err := os.WriteFile(m.video(n), nil, 0o600); err != nil {
			return err
		}
	}
	if m.client, err = start(ctx, o, nil, "--store", "embedded", "--data-dir", m.data, "--toolsets", "all"); err != nil {
		return err
	}
	defer func() { _ = m.client.Close() }()
	if err := m.open(r); err != nil {
		return err
	}
	return m.rename(ctx, r)
}

func (m *mediaFolder) video(n int) string {
	return filepath.Join(m.show, fmt.Sprintf("Show.S%02dE%03d.1080p.WEB.x264-GROUP.mkv", 1+n/100, 1+n%100))
}

func (m *mediaFolder) target(n int) string {
	return filepath.Join(m.show, fmt.Sprintf("Season %02d", 1+n/100), fmt.Sprintf("Show - S%02dE%03d.mkv", 1+n/100, 1+n%100))
}

// open scans the folder for the first time and again.
func (m *mediaFolder) open(r *report) error {
	var times []time.Duration
	for range 5 {
		var out struct {
			FileCount int `json:"fileCount"`
		}
		took, err := m.client.Call("open-media-folder", map[string]any{"mediaFolderPath": m.show}, &out)
		if err != nil {
			return err
		}
		if out.FileCount != m.videos {
			return fmt.Errorf("open-media-folder finds %d of %d files", out.FileCount, m.videos)
		}
		times = append(times, took)
	}
	r.times(row{Operation: "open-media-folder", Store: "files", Size: strconv.Itoa(m.videos), Aim: 1000}, times)
	return nil
}

// rename applies a plan as a person does, by the command, and undoes it.
func (m *mediaFolder) rename(ctx context.Context, r *report) error {
	files := m.pick(1000, 20)
	var applied, undone []time.Duration
	for range m.pick(5, 1) {
		task, err := m.plan(files)
		if err != nil {
			return err
		}
		for _, step := range []struct {
			verb, left string
			times      *[]time.Duration
		}{{"apply", m.target(files - 1), &applied}, {"undo", m.video(files - 1), &undone}} {
			began := time.Now()
			cmd := exec.CommandContext(ctx, m.binary, "plans", step.verb, task, "--store", "embedded", "--data-dir", m.data) //nolint:gosec // our own binary
			if output, err := cmd.CombinedOutput(); err != nil {
				return fmt.Errorf("plans %s: %w: %s", step.verb, err, output)
			}
			*step.times = append(*step.times, time.Since(began))
			if _, err := os.Stat(step.left); err != nil {
				return fmt.Errorf("after %s: %w", step.verb, err)
			}
		}
	}
	r.times(row{Operation: "apply a rename plan, journaled", Store: "files", Size: strconv.Itoa(files), Aim: 2000}, applied)
	r.times(row{Operation: "undo it", Store: "files", Size: strconv.Itoa(files), Aim: 2000}, undone)
	return nil
}

// plan proposes to rename so many files.
func (m *mediaFolder) plan(files int) (string, error) {
	var out struct {
		TaskID   string   `json:"taskId"`
		Problems []string `json:"problems"`
	}
	if _, err := m.client.Call("beginRenameFilesTaskV2", map[string]any{"mediaFolderPath": m.show}, &out); err != nil {
		return "", err
	}
	task := out.TaskID
	for n := range files {
		_, err := m.client.Call("addRenameFileToTaskV2", map[string]any{"taskId": task, "from": m.video(n), "to": m.target(n)}, &out)
		if err != nil {
			return "", err
		}
	}
	if _, err := m.client.Call("endRenameFilesTaskV2", map[string]any{"taskId": task}, &out); err != nil || len(out.Problems) > 0 {
		return "", fmt.Errorf("the plan has problems: %v %w", out.Problems, err)
	}
	return task, nil
}
