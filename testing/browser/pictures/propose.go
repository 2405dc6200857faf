package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path"
	"path/filepath"

	"plotline/testing/kit/demomedia"
	"plotline/testing/kit/fetch"
)

// show is the show whose plan is displayed. The list also has plans of others.
const show = "Breaking Bad (2008)"

var others = []string{"Café Élan", "The Late Desk (2023)", "9-1-1 (2018)"}

// maxRows is the number of rows in the plan.
const maxRows = 21

// task is a plan that was begun or proposed.
type task struct {
	ID string `json:"taskId"`
}

// propose creates the plans, and returns the id of the one to display.
func (l library) propose(ctx context.Context) (id string, err error) {
	recognise := func(show string) error {
		return send(ctx, l.plans()+"/recognitions/propose", map[string]any{"mediaFolderPath": l.folder(show)}, nil)
	}
	for _, other := range others[:2] {
		if err := recognise(other); err != nil {
			return "", err
		}
	}
	if id, err = l.rename(ctx); err != nil {
		return "", err
	}
	return id, recognise(others[2])
}

// rename proposes good names for the first files of the show. One of them exists already.
func (l library) rename(ctx context.Context) (id string, err error) {
	var begun task
	folder, api := l.folder(show), l.plans()+"/renames"
	if err := send(ctx, api, map[string]any{"mediaFolderPath": folder}, &begun); err != nil {
		return "", err
	}
	titles, err := titles()
	if err != nil {
		return "", err
	}
	added := 0
	for _, row := range demomedia.Rows() {
		if row.Folder != show || len(row.Episodes) != 1 || added == maxRows {
			continue
		}
		name := fmt.Sprintf("Breaking Bad - S%02dE%02d - %s%s", row.Season, row.Episodes[0],
			titles[[2]int{row.Season, row.Episodes[0]}], path.Ext(row.Path))
		target := fmt.Sprintf("%s/Season %02d/%s", folder, row.Season, name)
		if added == 4 {
			if err := os.WriteFile(filepath.FromSlash(target), nil, 0o600); err != nil {
				return "", err
			}
		}
		entry := map[string]any{"from": folder + "/" + row.Path, "to": target}
		if err := send(ctx, api+"/"+begun.ID+"/files", entry, nil); err != nil {
			return "", err
		}
		added++
	}
	return begun.ID, send(ctx, api+"/"+begun.ID+"/end", nil, nil)
}

// titles returns the title of each episode of the show, by season and episode.
func titles() (map[[2]int]string, error) {
	var described struct {
		Seasons []struct {
			Number   int `json:"season_number"`
			Episodes []struct {
				Number int `json:"episode_number"`
				Name   string
			}
		}
	}
	for _, s := range demomedia.Shows() {
		if s.Folder == show {
			if err := json.Unmarshal(s.TMDBTvShow, &described); err != nil {
				return nil, err
			}
		}
	}
	found := map[[2]int]string{}
	for _, season := range described.Seasons {
		for _, episode := range season.Episodes {
			found[[2]int{season.Number, episode.Number}] = episode.Name
		}
	}
	return found, nil
}

// send posts a body to REST, and decodes the reply into out, which may be nil.
func send(ctx context.Context, url string, body, out any) error {
	return change(ctx, http.MethodPost, url, body, out)
}

// change is send with another method.
func change(ctx context.Context, method, url string, body, out any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return err
	}
	if body == nil {
		raw = nil
	}
	reply, err := fetch.Do(ctx, method, url, raw)
	if err != nil {
		return err
	}
	if reply.Status >= http.StatusMultipleChoices {
		return fmt.Errorf("%s: %s", url, reply)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(reply.Body, out)
}
