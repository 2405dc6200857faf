package main

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plotline/graph"
	"plotline/media"
)

func TestRun(t *testing.T) {
	t.Parallel()
	library, data := filepath.Join(t.TempDir(), "my media"), t.TempDir()
	var out strings.Builder
	for range 2 { // the second time everything exists
		out.Reset()
		if err := run(t.Context(), []string{"-media", library, "-data", data}, &out, io.Discard); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{
		"--data-dir " + data + " --media-root '" + library + "'", `proposeRecognizePlan`, `{"mediaFolderPath":"`,
		"http://127.0.0.1:7333/", "進撃の巨人", "4 seasons, 87 episodes", "nothing is known", "a movie",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in:\n%s", want, out.String())
		}
	}
	list, err := media.NewLibraries(data, slog.New(slog.DiscardHandler)).Of(graph.DefaultWorkspace).List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	shows := []string{}
	for _, m := range list {
		if m.ShowName != "" {
			shows = append(shows, m.ShowName)
		} else if m.Type != media.TypeMovie || m.MediaFolderPath.Base() != "Apollo 13 (1995)" {
			t.Errorf("%s is a %s without a show", m.MediaFolderPath, m.Type)
		}
	}
	slices.Sort(shows)
	want := []string{"24", "9-1-1", "Breaking Bad", "Café Élan", "The Late Desk", "庆余年", "進撃の巨人"}
	if !slices.Equal(shows, want) {
		t.Errorf("shows %q, want %q", shows, want)
	}
}

func TestRunErrors(t *testing.T) {
	t.Parallel()
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "film.mkv"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(t.TempDir(), "data")
	for _, args := range [][]string{{}, {"-media", t.TempDir()}, {"-data", data}, {"-media", full, "-data", data}, {"-media", t.TempDir(), "-data", data, "more"}, {"-what"}} {
		if err := run(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("%q was taken", args)
		}
	}
	if _, err := os.Stat(data); !os.IsNotExist(err) {
		t.Errorf("a run that was refused made the data folder")
	}
}
