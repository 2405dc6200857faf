package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"plotline/graph"
	"plotline/graph/embedding"
	"plotline/graph/graphtest"
	"plotline/graph/meaning/builtin"
	"plotline/internal/fault"
	"plotline/testing/kit/meaningtest"
)

// TestEmbeddingFlags checks that every command with these flags rejects invalid values before it opens
// anything.
func TestEmbeddingFlags(t *testing.T) {
	t.Parallel()
	const url, model = "--embeddings-base-url=http://127.0.0.1:1/v1", "--embeddings-model=x"
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"--embeddings=cloud"}, "--embeddings"},
		{[]string{"--embeddings=endpoint"}, "needs both"},
		{[]string{"--embeddings=endpoint", url}, "needs both"},
		{[]string{url}, "needs both"},
		{[]string{model}, "needs both"},
		{[]string{"--embeddings-base-url=ftp://x", model}, "--embeddings-base-url must be"},
		{[]string{"--embeddings-base-url=http://me:secret@x/v1", model}, "--embeddings-base-url must be"},
		{[]string{"--vector-memory=0"}, "--vector-memory must be at least 1"},
		{[]string{"--vector-memory=64MiB"}, "--vector-memory"},
	} {
		for _, name := range [][]string{{"mcp"}, {"serve"}, {"recall", "x"}, {"embed"}, {"doctor"}} {
			status, _, errs := command(t, append(append(name, "--data-dir", t.TempDir()), tt.args...)...)
			if status != statusUsage || !strings.Contains(errs, tt.want) || strings.Contains(errs, "secret") {
				t.Errorf("%s %v: status %d: %s", name, tt.args, status, errs)
			}
		}
	}
}

func TestWhichModel(t *testing.T) {
	empty, broken := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, builtin.FileName), []byte("no model"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	const url = "http://127.0.0.1:1/v1"
	for name, tt := range map[string]struct {
		settings modelSettings
		dir, key string
		id       string
		is       error
		code     fault.Code
	}{
		"off":                    {modelSettings{Embeddings: "off", EmbeddingsBaseURL: url, EmbeddingsModel: "x"}, empty, "", "", errNoMeaning, ""},
		"auto without any":       {modelSettings{Embeddings: "auto"}, empty, "", "", errNoMeaning, ""},
		"auto, a broken file":    {modelSettings{Embeddings: "auto"}, broken, "", "", nil, fault.Unavailable},
		"builtin without a file": {modelSettings{Embeddings: "builtin"}, empty, "", "", builtin.ErrNone, fault.Unavailable},
		"auto with a server":     {modelSettings{Embeddings: "auto", EmbeddingsBaseURL: url, EmbeddingsModel: "x"}, broken, "", "endpoint/x", nil, ""},
		"a key with a line end":  {modelSettings{Embeddings: "endpoint", EmbeddingsBaseURL: url, EmbeddingsModel: "x"}, empty, "a\nb", "", nil, fault.Internal},
	} {
		t.Setenv(embeddingsKey, tt.key)
		model, err := tt.settings.model(tt.dir, 1)
		switch {
		case tt.id != "":
			if err != nil || model.ID() != tt.id {
				t.Errorf("%s: %v, %v", name, model, err)
			}
		case tt.is != nil && !errors.Is(err, tt.is), tt.code != "" && fault.CodeOf(err) != tt.code, err == nil:
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestMakeVectorsEnds checks that the program waits one second at most for a model that hangs.
func TestMakeVectorsEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store, stuck := graphtest.NewModel(), make(chan struct{})
		model := meaningtest.New("stuck")
		model.Before(func() { <-stuck })
		p := &program{vectors: embedding.New(store, model, slog.New(slog.DiscardHandler))}
		one := graph.NewEpisode{Episode: graph.Episode{EpisodeID: graph.NewID(), Query: "q", CreatedAt: 1, UpdatedAt: 1}}
		if _, err := store.CreateEpisodes(t.Context(), "w", graph.Batch{Episodes: []graph.NewEpisode{one}}); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		start, ended := time.Now(), make(chan time.Duration)
		go func() {
			p.makeVectors(ctx, "")
			ended <- time.Since(start)
		}()
		time.Sleep(time.Minute)
		cancel()
		if took := <-ended; took != time.Minute+embeddingGrace {
			t.Errorf("it took %s", took)
		}
		close(stuck)
	})
}
