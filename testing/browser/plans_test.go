package browser_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"

	"plotline/graph"
	"plotline/media"
	"plotline/testing/browser/kit/browser"
)

// planFile holds the fields of a plan's file that tests read.
type planFile struct {
	Status    string `json:"status"`
	Reason    string `json:"reason"`
	AppliedAt string `json:"appliedAt"`
	UndoneAt  string `json:"undoneAt"`
	Excluded  []int  `json:"excluded"`
}

// pair is a file's old and new name in the plan's folder.
type pair struct{ from, to string }

// plan reads a plan's file.
func (w *world) plan(id string) planFile {
	w.t.Helper()
	raw, err := os.ReadFile(filepath.Join(w.data, "plans", id+".plan.json"))
	if err != nil {
		w.t.Fatal(err)
	}
	var p planFile
	if err := json.Unmarshal(raw, &p); err != nil {
		w.t.Fatal(err)
	}
	return p
}

// task is the reply of a begin.
type task struct {
	ID string `json:"taskId"`
}

// rename creates a plan that is ready.
func (w *world) rename(folder string, pairs ...pair) (id string) {
	w.t.Helper()
	const plans = "/api/v1/plans/renames"
	id = ask[task](w, http.MethodPost, plans, map[string]any{"mediaFolderPath": folder}).ID
	for _, p := range pairs {
		ask[any](w, http.MethodPost, plans+"/"+id+"/files", map[string]any{"from": folder + "/" + p.from, "to": folder + "/" + p.to})
	}
	ask[any](w, http.MethodPost, plans+"/"+id+"/end", nil)
	return id
}

// recognise creates a plan that is ready. The files are episodes 1, 2, 3 … of season 1.
func (w *world) recognise(folder string, files ...string) (id string) {
	w.t.Helper()
	const plans = "/api/v1/plans/recognitions"
	id = ask[task](w, http.MethodPost, plans, map[string]any{"mediaFolderPath": folder}).ID
	for i, file := range files {
		ask[any](w, http.MethodPost, plans+"/"+id+"/files", map[string]any{"season": 1, "episode": i + 1, "path": folder + "/" + file})
	}
	ask[any](w, http.MethodPost, plans+"/"+id+"/end", nil)
	return id
}

// openPlan opens the page of a plan.
func (w *world) openPlan(id string, screen browser.Screen) *tab {
	w.t.Helper()
	p := w.open("/plans/"+id, screen)
	p.shows(id)
	return p
}

// describe writes a show's metadata in TMDB's format.
func (w *world) describe(folder, show string) {
	w.t.Helper()
	path, ok := media.ParsePath(folder)
	if !ok {
		w.t.Fatalf("%s is no media folder", folder)
	}
	described, err := media.Decode([]byte(`{"mediaFolderPath":"` + folder + `","type":"tvshow-folder","tmdbTvShow":` + show + `}`))
	if err == nil {
		err = media.NewLibraries(w.data, slog.New(slog.DiscardHandler)).Of(graph.DefaultWorkspace).Update(w.t.Context(), path, func(m *media.Metadata) error {
			m.Type, m.TMDBTvShow = described.Type, described.TMDBTvShow
			return nil
		})
	}
	if err != nil {
		w.t.Fatal(err)
	}
}
