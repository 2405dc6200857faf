package endpoints_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"plotline/testing/kit/expect"
)

// addPlans adds a media folder of a show to the workspace, and plans in every state that an operation needs.
func (r fixture) addPlans(t *testing.T) fixture {
	t.Helper()
	return r.addPlansFor(t, "$recognition $rename $ready $applied")
}

// addPlansFor adds the folder, and the plans that the arguments of a call name.
func (r fixture) addPlansFor(t *testing.T, args string) fixture {
	t.Helper()
	r.folder = filepath.Join(mediaRoot(r.server.tokens, r.workspace), r.workspace)
	expect.WriteFiles(t, r.folder, "a.mkv", "b.mkv", "d.mkv", "The.Show.S01E01.mkv")
	known := filepath.Join(filepath.Dir(r.server.tokens), "workspaces", r.workspace, "metadata", strings.ReplaceAll(r.folder, "/", "_")+".json")
	expect.WriteNew(t, known, fmt.Sprintf(`{"mediaFolderPath":%q,"type":"tvshow-folder","mediaFiles":[{"absolutePath":%q,"seasonNumber":1,"episodeNumber":1}],"tmdbTvShow":{"name":"The Show",
		"number_of_seasons":1,"seasons":[{"season_number":1,"name":"1","episodes":[{"episode_number":1,"name":"One"}]}]}}`, r.folder, r.folder+"/The.Show.S01E01.mkv"))
	if strings.Contains(args, "$recognition") {
		r.recognition = r.beginPlan(t, "recognitions", `{"season":1,"episode":1,"path":"$folder/a.mkv"}`)
	}
	if strings.Contains(args, "$rename") {
		r.rename = r.beginPlan(t, "renames", `{"from":"$folder/a.mkv","to":"$folder/e.mkv"}`)
	}
	if strings.Contains(args, "$ready") {
		r.ready = r.endPlan(t, r.beginPlan(t, "renames", `{"from":"$folder/a.mkv","to":"$folder/c.mkv"}`))
	}
	if strings.Contains(args, "$applied") {
		r.applied = r.applyPlan(t, r.beginPlan(t, "renames", `{"from":"$folder/d.mkv","to":"$folder/g.mkv"}`))
	}
	return r
}

// endPlan ends a plan, so that people may decide on it.
func (r fixture) endPlan(t *testing.T, id string) string {
	t.Helper()
	r.server.send(t, r.admin, http.MethodPost, "/api/v1/plans/renames/"+id+"/end", "").ok(t)
	return id
}

// applyPlan ends a plan and applies it.
func (r fixture) applyPlan(t *testing.T, id string) string {
	t.Helper()
	r.server.send(t, r.admin, http.MethodPost, "/api/v1/plans/"+r.endPlan(t, id)+"/apply", "").ok(t)
	r.awaitEpisodes(t, 4) // the decision is one
	return id
}

// beginPlan begins a plan with one entry.
func (r fixture) beginPlan(t *testing.T, kind, entry string) (id string) {
	t.Helper()
	post := func(path, body string) any {
		t.Helper()
		return r.server.send(t, r.admin, http.MethodPost, "/api/v1/plans/"+kind+path, strings.ReplaceAll(body, "$folder", r.folder)).ok(t)
	}
	id = textAt(post("", `{"mediaFolderPath":"$folder"}`), "taskId")
	post("/"+id+"/files", entry)
	return id
}

// awaitEpisodes waits for a number of episodes. A decision becomes an episode, but does not wait long for
// it.
func (r fixture) awaitEpisodes(t *testing.T, want int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		got := r.server.send(t, r.admin, http.MethodGet, "/api/v1/episodes?limit=1", "").ok(t)
		if textAt(got, "total_count") == strconv.Itoa(want) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the workspace has %s episodes, want %d", textAt(got, "total_count"), want)
		}
	}
}

// metadata returns the metadata of the workspace's folder, because the metadata belong to no workspace.
func (r fixture) metadata(t *testing.T) string {
	t.Helper()
	if r.folder == "" {
		return ""
	}
	var listed struct {
		MediaFolders []struct {
			Path  string `json:"mediaFolderPath"`
			Files int    `json:"fileCount"`
		} `json:"mediaFolders"`
	}
	raw := r.server.send(t, r.admin, http.MethodGet, "/api/v1/media?limit=1000", "").body
	if err := json.Unmarshal(raw, &listed); err != nil {
		t.Fatal(err)
	}
	for _, folder := range listed.MediaFolders {
		if folder.Path == r.folder {
			return fmt.Sprintf("%d files\n", folder.Files)
		}
	}
	return "nothing\n"
}

// ofMedia reports whether an operation is about media folders or plans.
func (o operation) ofMedia() bool {
	return strings.HasPrefix(o.Path, "/api/v1/media") || strings.HasPrefix(o.Path, "/api/v1/plans") || !strings.HasPrefix(o.Path, "/api/v1/")
}
