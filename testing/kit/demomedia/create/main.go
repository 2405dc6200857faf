// Command create writes the demo library and its shows' metadata to disk, to try plans on. `make demo-media`
// runs it.
//
//	go run ./testing/kit/demomedia/create -media DIR -data DIR
//
// The folder -media must be new, empty, or written by an earlier run; see demomedia.Write. A later run also
// replaces the metadata.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"

	"plotline/graph"
	"plotline/media"
	"plotline/testing/kit/command"
	"plotline/testing/kit/demomedia"
)

func main() { command.MainWithArgs("create", run) }

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := command.Flags("create", stderr)
	mediaDir := flags.String("media", "", "the folder to lay the library out in (required)")
	dataDir := flags.String("data", "", "the data folder of the server that shall know the shows (required)")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *mediaDir == "" || *dataDir == "" || flags.NArg() > 0 {
		return errors.New("give -media DIR and -data DIR, and nothing else")
	}
	library, err := filepath.Abs(*mediaDir)
	if err != nil {
		return err
	}
	data, err := filepath.Abs(*dataDir)
	if err != nil {
		return err
	}
	counts, err := demomedia.Write(library)
	if err != nil {
		return err
	}
	logger := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	if err := describe(ctx, media.NewLibraries(data, logger).Of(graph.DefaultWorkspace), library); err != nil {
		return err
	}
	return printNextSteps(stdout, library, data, counts)
}

// describe writes the metadata file of each known show, for the server.
func describe(ctx context.Context, to *media.Library, library string) error {
	for _, show := range demomedia.Shows() {
		if !show.Known() {
			continue
		}
		text := filepath.Join(library, show.Folder)
		folder, ok := media.ParsePath(filepath.ToSlash(text))
		if !ok {
			return fmt.Errorf("%s cannot be a media folder's path", text)
		}
		raw, err := json.Marshal(map[string]any{"mediaFolderPath": folder, "type": show.Type, "tmdbTvShow": show.TMDBTvShow})
		if err != nil {
			return err
		}
		described, err := media.Decode(raw)
		if err != nil {
			return err
		}
		err = to.Update(ctx, folder, func(m *media.Metadata) error {
			m.Type, m.TMDBTvShow, m.MediaFiles = described.Type, described.TMDBTvShow, nil
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
