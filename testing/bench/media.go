package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"plotline/media"
	"plotline/testing/kit/httpclient"
	"plotline/testing/kit/serving"
)

// dataFolder is a data folder with a media folder.
type dataFolder struct {
	options
	data, show string
}

// withDataFolder calls work with a new data folder.
func withDataFolder(o options, work func(h *dataFolder) error) error {
	dir, err := os.MkdirTemp("", "plotline-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	h := &dataFolder{o, filepath.Join(dir, "data"), filepath.Join(dir, "media", "Show")}
	if err := os.MkdirAll(h.show, 0o700); err != nil {
		return err
	}
	return work(h)
}

// withVideos is withDataFolder with videos, and a client.
func withVideos(ctx context.Context, o options, count int, work func(h *dataFolder, c *client) error) error {
	return withDataFolder(o, func(h *dataFolder) error {
		if err := h.createVideos(count); err != nil {
			return err
		}
		c, err := h.client(ctx)
		if err != nil {
			return err
		}
		defer func() { _ = c.Close() }()
		return work(h, c)
	})
}

func (h *dataFolder) client(ctx context.Context) (*client, error) {
	return start(ctx, h.options, nil, "--store", "embedded", "--data-dir", h.data, "--toolsets", "all")
}

// video returns the path of the n-th episode.
func (h *dataFolder) video(n int) string {
	return filepath.Join(h.show, fmt.Sprintf("Show.S%02dE%03d.1080p.WEB.x264-GROUP.mkv", 1+n/100, 1+n%100))
}

// createVideos creates empty videos.
func (h *dataFolder) createVideos(count int) error {
	for n := range count {
		if err := os.WriteFile(h.video(n), nil, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// benchMedia measures operations on files: metadata, plans, renames. Every write is durable.
func benchMedia(ctx context.Context, o options, r *report) error {
	for _, measure := range []func(context.Context, options, *report) error{
		benchEpisodes, benchOpen, benchPlanAdd, benchPlanAdds, benchApply,
	} {
		if err := measure(ctx, o, r); err != nil {
			return err
		}
	}
	return nil
}

// benchEpisodes requests the episodes of a show of 5,000, each with its file. Over REST, the time ends with
// the last byte. Over MCP, it includes decoding twice as much in the client.
func benchEpisodes(ctx context.Context, o options, r *report) error {
	const count, rounds, processes = 5000, 20, 5
	return withDataFolder(o, func(h *dataFolder) error {
		if err := h.writeMetadata(count); err != nil {
			return err
		}
		var first, rest []time.Duration
		for range processes {
			times, err := h.episodesByREST(ctx, count, rounds)
			if err != nil {
				return err
			}
			first, rest = append(first, times[0]), append(rest, times[1:]...)
		}
		mcp, err := h.episodesByMCP(ctx, count, rounds)
		if err != nil {
			return err
		}
		r.times(row{Operation: "get-episodes, the first of a process", Store: "files", Size: "5,000", Aim: 20}, first)
		r.times(row{Operation: "get-episodes", Store: "files", Size: "5,000", Aim: 20}, rest)
		r.times(row{Operation: "get-episodes over MCP, read by the client", Store: "files", Size: "5,000"}, mcp)
		return nil
	})
}

// listing is the result of get-episodes.
type listing struct {
	TotalCount int `json:"totalCount"`
	Episodes   []struct {
		VideoFilePath string `json:"videoFilePath"`
	} `json:"episodes"`
}

func (h *dataFolder) listEpisodes(out listing, count int) error {
	if out.TotalCount != count || len(out.Episodes) != count || out.Episodes[count-1].VideoFilePath != h.video(count-1) {
		return fmt.Errorf("get-episodes gives %d of %d episodes", out.TotalCount, count)
	}
	return nil
}

func (h *dataFolder) episodesByREST(ctx context.Context, count, rounds int) ([]time.Duration, error) {
	started, err := serving.Launch(ctx, h.binary, nil, "--store", "embedded", "--data-dir", h.data, "--log-level", "error")
	if err != nil {
		return nil, err
	}
	server := &httpclient.Server{Server: started}
	defer func() { _ = server.Stop() }()
	conn, err := server.Dial(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	request := server.Get("/api/v1/media/episodes?mediaFolderPath=" + url.QueryEscape(h.show))
	var times []time.Duration
	for range rounds {
		began := time.Now()
		answer, err := conn.Do(request)
		took := time.Since(began)
		if err != nil {
			return nil, err
		}
		var out listing
		if err := json.Unmarshal(answer.Body, &out); err != nil {
			return nil, fmt.Errorf("get-episodes: %w: %.200s", err, answer.Body)
		}
		if err := h.listEpisodes(out, count); err != nil {
			return nil, err
		}
		times = append(times, took)
	}
	return times, nil
}

func (h *dataFolder) episodesByMCP(ctx context.Context, count, rounds int) ([]time.Duration, error) {
	c, err := h.client(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = c.Close() }()
	var times []time.Duration
	for range rounds {
		var out listing
		took, err := c.Call("get-episodes", map[string]any{"mediaFolderPath": h.show}, &out)
		if err != nil {
			return nil, err
		}
		if err := h.listEpisodes(out, count); err != nil {
			return nil, err
		}
		times = append(times, took)
	}
	return times, nil
}

// writeMetadata writes metadata in which every episode has its file.
func (h *dataFolder) writeMetadata(count int) error {
	type object = map[string]any
	files := make([]object, 0, count)
	var seasons []object
	for n := range count {
		season, episode := 1+n/100, 1+n%100
		files = append(files, object{"absolutePath": h.video(n), "seasonNumber": season, "episodeNumber": episode})
		if episode == 1 {
			seasons = append(seasons, object{"season_number": season, "name": fmt.Sprintf("Season %d", season), "episodes": []object{}})
		}
		of := seasons[len(seasons)-1]
		of["episodes"] = append(of["episodes"].([]object), object{
			"episode_number": episode, "name": fmt.Sprintf("The one with number %d", n), "overview": "What happened in it, in a sentence or two.", "air_date": "2024-03-15",
		})
	}
	raw, err := json.Marshal(object{
		"mediaFolderPath": h.show, "type": media.TypeTVShow, "mediaFiles": files,
		"tmdbTvShow": object{"name": "Show", "number_of_seasons": len(seasons), "number_of_episodes": count, "seasons": seasons},
	})
	if err != nil {
		return err
	}
	dir := filepath.Join(h.data, "metadata")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "show.json"), raw, 0o600)
}

// benchOpen scans a folder of 10,000 videos for the first time and again.
func benchOpen(ctx context.Context, o options, r *report) error {
	const count, rounds = 10_000, 5
	return withVideos(ctx, o, count, func(h *dataFolder, c *client) error {
		var times []time.Duration
		for range rounds {
			var out struct {
				FileCount int `json:"fileCount"`
			}
			took, err := c.Call("open-media-folder", map[string]any{"mediaFolderPath": h.show}, &out)
			if err != nil {
				return err
			}
			if out.FileCount != count {
				return fmt.Errorf("open-media-folder finds %d of %d files", out.FileCount, count)
			}
			times = append(times, took)
		}
		r.times(row{Operation: "open-media-folder", Store: "files", Size: "10,000", Aim: 1000}, times)
		return nil
	})
}
