// Command create writes the example project to a data folder, to try the pages of scenes without a model.
// `make demo-scenes` runs it.
//
//	go run ./testing/kit/demoscenes/create -data DIR
//
// A later run leaves an existing project as it is.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"plotline/internal/fault"
	"plotline/scenes"
	"plotline/scenes/tsx"
	"plotline/testing/kit/command"
	"plotline/testing/kit/demoscenes"
)

func main() { command.MainWithArgs("create", run) }

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := command.Flags("create", stderr)
	dir := flags.String("data", "", "the data folder of the server that shall show the project (required)")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *dir == "" || flags.NArg() > 0 {
		return errors.New("give -data DIR, and nothing else")
	}
	data, err := filepath.Abs(*dir)
	if err != nil {
		return err
	}
	rows, err := demoscenes.Create(ctx, data, scenes.ExampleID, true)
	if err != nil && fault.CodeOf(err) != fault.AlreadyExists {
		return err
	}
	return printNextSteps(stdout, data, rows)
}

// printNextSteps prints what was created and how to look at it. No rows mean that the project existed.
func printNextSteps(to io.Writer, data string, rows []scenes.SceneRow) error {
	var text strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n", args...) }
	if rows == nil {
		say("The project %s already exists in %s and is unchanged.", scenes.ExampleID, data)
	} else {
		say("Created the project %s in %s:\n", scenes.ExampleID, data)
		for _, row := range rows {
			say("  %d. %-18s %.1f s", row.Order+1, row.SceneName, float64(row.Duration)/tsx.FPS)
		}
	}
	say("\n1. Start the server:\n\n   ./bin/plotline serve --data-dir %s --workspace default", command.Quote(data))
	say("\n2. Open the project, and play it:\n\n   http://127.0.0.1:7333/projects/%s", scenes.ExampleID)
	say("\nTo play, rename, reorder and restore scenes, no model is needed. To have scenes written or changed, set\nPLOTLINE_AI_BASE_URL before you start the server: docs/scenes.md.")
	_, err := io.WriteString(to, text.String())
	return err
}
