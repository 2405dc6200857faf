// Package demomedia is a demo media library: several hundred video names in the style of real releases, the
// episodes that they stand for, and the shows' metadata. Tests import it, and command testing/kit/demomedia/create
// writes it to disk.
//
// The answers in names.tsv are what a person reads in each name, knowing the show's episodes. They were
// written before the parser and without it. Rows marked as held measured the parser before they were used to tune
// it. Shows are real if their facts (counts, titles, dates) are certain; otherwise they are invented. An
// uncertain date is empty.
package demomedia

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

//go:embed names.tsv shows/*.json
var files embed.FS

// Row is a video of the library and its episodes.
type Row struct {
	Folder   string // the show's folder in the library
	Path     string // relative to the show's folder, with slashes
	Season   int    // season of the episode
	Episodes []int  // empty if the file is no episode, or it is unclear which
	Held     bool   // not used to tune the parser at first
	Fault    string // the kind of form, a number from the review of names in the wild; "-" for the library
	// Uncertain reports that a careful person would ask. Then Season and Episodes are the best guess.
	Uncertain bool
}

// Show is a media folder of the library.
type Show struct {
	Folder string
	Type   string // as in the metadata: tvshow-folder or movie-folder
	// TMDBTvShow is TMDB's description of the show. It is empty for a movie and for an unknown show.
	TMDBTvShow json.RawMessage
}

// Known reports whether the library has metadata of the folder.
func (s Show) Known() bool { return s.TMDBTvShow != nil || s.Type == movie }

// The types of the metadata files.
const (
	tvShow = "tvshow-folder"
	movie  = "movie-folder"
)

// folders are the folders of the library, with the files that describe them.
var folders = []struct{ folder, kind, file string }{
	{"24 (2001)", tvShow, "24"},
	{"9-1-1 (2018)", tvShow, "9-1-1"},
	{"Apollo 13 (1995)", movie, ""},
	{"Breaking Bad (2008)", tvShow, "breaking-bad"},
	{"Café Élan", tvShow, "cafe-elan"},
	{"Field Notes", tvShow, ""},
	{"The Late Desk (2023)", tvShow, "the-late-desk"},
	{"庆余年 (2019)", tvShow, "joy-of-life"},
	{"進撃の巨人", tvShow, "attack-on-titan"},
}

// Rows returns the rows of the library in order. It panics if the table is invalid; a test checks that.
func Rows() []Row {
	return slices.DeleteFunc(all(), func(r Row) bool { return !inLibrary(r) })
}

// Forms returns the other rows: names as they occur in the wild, in 39 languages, of shows of which nothing is known.
func Forms() []Row { return slices.DeleteFunc(all(), inLibrary) }

func inLibrary(r Row) bool {
	for _, f := range folders {
		if f.folder == r.Folder {
			return true
		}
	}
	return false
}

func all() []Row {
	lines := strings.Split(strings.TrimSuffix(text("names.tsv"), "\n"), "\n")
	rows := make([]Row, 0, len(lines))
	for i, line := range lines[1:] {
		row, err := parse(strings.Split(line, "\t"))
		if err != nil {
			panic(fmt.Sprintf("names.tsv, line %d: %v", i+2, err))
		}
		rows = append(rows, row)
	}
	return rows
}

func parse(columns []string) (Row, error) {
	if len(columns) != 7 {
		return Row{}, fmt.Errorf("%d columns, not 7", len(columns))
	}
	row := Row{Folder: columns[0], Path: columns[1], Held: columns[4] == "held", Fault: columns[5], Uncertain: columns[6] == "uncertain"}
	if columns[2] == "-" && columns[3] == "-" {
		return row, nil
	}
	var err error
	if row.Season, err = strconv.Atoi(columns[2]); err != nil {
		return Row{}, err
	}
	for text := range strings.SplitSeq(columns[3], ",") {
		episode, err := strconv.Atoi(text)
		if err != nil {
			return Row{}, err
		}
		row.Episodes = append(row.Episodes, episode)
	}
	return row, nil
}

// Shows returns the folders of the library in order.
func Shows() []Show {
	shows := make([]Show, 0, len(folders))
	for _, f := range folders {
		show := Show{Folder: f.folder, Type: f.kind}
		if f.file != "" {
			show.TMDBTvShow = json.RawMessage(text("shows/" + f.file + ".json"))
		}
		shows = append(shows, show)
	}
	slices.SortFunc(shows, func(a, b Show) int { return strings.Compare(a.Folder, b.Folder) })
	return shows
}

func text(name string) string {
	raw, err := files.ReadFile(name)
	if err != nil {
		panic(err) // embedded files cannot be missing
	}
	return string(raw)
}
