package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/mattn/go-runewidth"

	"plotline/testing/kit/command"
	"plotline/testing/kit/demomedia"
)

// favourite is the folder suggested first, because it has names of every kind.
const favourite = "Café Élan"

// printNextSteps prints what was created and what to do next.
func printNextSteps(to io.Writer, library, data string, counts demomedia.Counts) error {
	var text strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n", args...) }
	say("Laid out %d videos and %d files that belong to them, in %s:\n", counts.Videos, counts.Sidecars, library)
	videos := map[string]int{}
	for _, row := range demomedia.Rows() {
		videos[row.Folder]++
	}
	for _, show := range demomedia.Shows() {
		say("  %s %4d videos   %s", runewidth.FillRight(show.Folder, 24), videos[show.Folder], about(show))
	}
	call, err := json.Marshal(map[string]string{"mediaFolderPath": filepath.ToSlash(filepath.Join(library, favourite))})
	if err != nil {
		return err
	}
	say("\n1. Start the server:\n\n   ./bin/plotline serve --data-dir %s --media-root %s --workspace default", command.Quote(data), command.Quote(library))
	say("\n2. Let an agent call the tool proposeRecognizePlan, or do it by hand:\n\n   curl -s http://127.0.0.1:7333/api/v1/plans/recognitions/propose \\\n"+
		"     -H 'Content-Type: application/json' -d %s", command.Quote(string(call)))
	say("\n3. Look at the plan, leave out what is wrong, and confirm it, on the page or in a terminal:\n\n   http://127.0.0.1:7333/\n   ./bin/plotline plans --data-dir %s --workspace default", command.Quote(data))
	_, err = io.WriteString(to, text.String())
	return err
}

// about describes a show briefly.
func about(show demomedia.Show) string {
	var known struct {
		Seasons  int `json:"number_of_seasons"`
		Episodes int `json:"number_of_episodes"`
	}
	switch {
	case show.Type == "movie-folder":
		return "a movie: no file is an episode"
	case json.Unmarshal(show.TMDBTvShow, &known) != nil:
		return "a show that nothing is known of"
	case known.Seasons == 1:
		return fmt.Sprintf("1 season, %d episodes", known.Episodes)
	}
	return fmt.Sprintf("%d seasons, %d episodes", known.Seasons, known.Episodes)
}
