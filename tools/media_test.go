package tools_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"

	"plotline/graph/graphtest"
	"plotline/tools"
)

// remembered is a server with metadata of media folders, by file name.
func remembered(t *testing.T, metadata map[string]string) *tools.Server {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "metadata"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, content := range metadata {
		if err := os.WriteFile(filepath.Join(dir, "metadata", name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return newServer(tools.All(depsIn(dir, graphtest.NewModel()))...)
}

const show = `"tmdbTvShow":{"name":"The Show","number_of_seasons":1,"number_of_episodes":3,"seasons":[
	{"season_number":0,"name":"Specials","episodes":[{"episode_number":1,"name":"Before"}]},
	{"season_number":1,"name":"Season 1","episodes":[{"episode_number":1,"name":"One"},{"episode_number":2,"name":"Two"}]}]}`

func showWith(files string) string {
	return `{"mediaFolderPath":"/media/show","type":"tvshow-folder","mediaFiles":[` + files + `],` + show + `}`
}

const (
	fileS0E1 = `{"absolutePath":"/media/show/s0.mkv","seasonNumber":0,"episodeNumber":1}`
	fileS1E1 = `{"absolutePath":"/media/show/1.mkv","seasonNumber":1,"episodeNumber":1}`
	fileS1E2 = `{"absolutePath":"/media/show/2.mkv","seasonNumber":1,"episodeNumber":2}`
)

// TestGetEpisodesFiveCases checks the five cases of the contract.
func TestGetEpisodesFiveCases(t *testing.T) {
	t.Parallel()
	answer := func(special, one, two string) string {
		file := func(path string) string {
			if path == "" {
				return ""
			}
			return `,"videoFilePath":"/media/show/` + path + `"`
		}
		return `{"episodes":[{"season":0,"episode":1,"title":"Before"` + file(special) + `},{"season":1,"episode":1,"title":"One"` + file(one) +
			`},{"season":1,"episode":2,"title":"Two"` + file(two) + `}],"totalCount":3,"showName":"The Show","numberOfSeasons":1}`
	}
	const (
		notOpened = "TV show not found. Please ensure the media folder is opened in SMM."
		noShow    = "Not a TV show folder. This tool only works with TV show media folders."
	)
	for name, test := range map[string]struct {
		metadata, want string
		refused, code  string
	}{
		"all recognised":    {metadata: showWith(fileS0E1 + "," + fileS1E1 + "," + fileS1E2), want: answer("s0.mkv", "1.mkv", "2.mkv")},
		"some recognised":   {metadata: showWith(fileS1E2 + `,{"absolutePath":"/media/show/x.mkv","seasonNumber":1}`), want: answer("", "", "2.mkv")},
		"none recognised":   {metadata: showWith(""), want: answer("", "", "")},
		"a movie folder":    {metadata: `{"mediaFolderPath":"/media/show","type":"movie-folder","mediaFiles":[]}`, refused: noShow, code: "invalid_argument"},
		"an unknown folder": {refused: notOpened, code: "not_found"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			metadata := map[string]string{}
			if test.metadata != "" {
				metadata["_media_show.json"] = test.metadata
			}
			c := connect(t, remembered(t, metadata))
			for _, path := range []string{"/media/show", "/media/show/"} {
				result := call(t, c, "get-episodes", `{"mediaFolderPath":"`+path+`"}`)
				if test.refused != "" {
					want := failed{Error: test.refused, Details: test.refused, Tool: "get-episodes", Code: test.code}
					if got := failureOf(t, result); got != want {
						t.Errorf("%s: got %+v", path, got)
					}
					continue
				}
				if got := string(result.RawStructuredContent); got != test.want || text(t, result) != test.want {
					t.Errorf("%s:\n got %s\nwant %s", path, got, test.want)
				}
			}
		})
	}
}

// TestGetEpisodesWithoutAPath checks that a path that is empty or not a string gives the contract's text, unabridged
// in both fields.
func TestGetEpisodesWithoutAPath(t *testing.T) {
	t.Parallel()
	const want = "Invalid path: 'mediaFolderPath' must be a non-empty string"
	c := connect(t, newServer(allTools(t)...))
	for name, args := range map[string]string{
		"missing": `{}`, "no string": `{"mediaFolderPath":7}`, "null": `{"mediaFolderPath":null}`, "a list": `{"mediaFolderPath":["/media"]}`,
		"empty": `{"mediaFolderPath":""}`, "blank": `{"mediaFolderPath":" \t\n"}`,
	} {
		got := failureOf(t, call(t, c, "get-episodes", args))
		if got != (failed{Error: want, Details: want, Tool: "get-episodes", Code: "invalid_argument"}) {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}

// TestGetEpisodesCancelled checks that cancellation takes precedence over other errors.
func TestGetEpisodesCancelled(t *testing.T) {
	t.Parallel()
	s := newServer(allTools(t)...)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	raw, err := json.Marshal(s.MCP().HandleMessage(ctx, json.RawMessage(callOf(1, "get-episodes", `{"mediaFolderPath":""}`))))
	if err != nil {
		t.Fatal(err)
	}
	var answer struct {
		Result mcp.CallToolResult `json:"result"`
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		t.Fatal(err)
	}
	const want = "Request was aborted"
	if got := failureOf(t, &answer.Result); got != (failed{Error: want, Details: want, Tool: "get-episodes", Code: "cancelled"}) {
		t.Errorf("got %+v", got)
	}
}

// TestNamesOfAllForms calls tools by names with hyphens and in camel case, with every protocol.
func TestNamesOfAllForms(t *testing.T) {
	t.Parallel()
	for _, call := range callers() {
		t.Run(call.name, func(t *testing.T) {
			t.Parallel()
			call := call.open(t, remembered(t, map[string]string{"_media_show.json": showWith("")}))
			if got := call("get-episodes", `{"mediaFolderPath":"/media/show"}`); !strings.Contains(string(got.Structured), `"showName":"The Show"`) {
				t.Errorf("get-episodes: got %+v", got)
			}
			if got := call("beginRecognizeTask", `{"mediaFolderPath":"/media/show"}`); !strings.HasPrefix(string(got.Structured), `{"success":true,"taskId":"`) {
				t.Errorf("beginRecognizeTask: got %+v", got)
			}
		})
	}
}
