package demomedia_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/media/recognise"
	"plotline/testing/kit/demomedia"
)

// known converts a show of the library for package recognise.
func known(tb testing.TB, show demomedia.Show) recognise.Show {
	tb.Helper()
	out := recognise.Show{Names: []string{show.Folder}}
	if len(show.TMDBTvShow) == 0 {
		return out
	}
	var read struct {
		Name    string
		Seasons []struct {
			SeasonNumber int `json:"season_number"`
			Episodes     []struct {
				EpisodeNumber int    `json:"episode_number"`
				AirDate       string `json:"air_date"`
			}
		}
	}
	if err := json.Unmarshal(show.TMDBTvShow, &read); err != nil {
		tb.Fatal(err)
	}
	out.Names = append(out.Names, read.Name)
	for _, s := range read.Seasons {
		season := recognise.Season{Number: s.SeasonNumber}
		for _, e := range s.Episodes {
			season.Episodes = append(season.Episodes, recognise.Episode{Number: e.EpisodeNumber, AirDate: e.AirDate})
		}
		out.Seasons = append(out.Seasons, season)
	}
	return out
}

// answer is the result of recognise for a row: "1: 2 3", or "-".
type answer struct {
	row  demomedia.Row
	want string
	got  string
}

func answers(tb testing.TB, shuffle *rand.Rand) []answer {
	tb.Helper()
	all := make([]answer, 0, len(demomedia.Rows()))
	for _, show := range demomedia.Shows() {
		var rows []demomedia.Row
		var files []recognise.File
		for _, row := range demomedia.Rows() {
			if row.Folder == show.Folder {
				rows = append(rows, row)
				files = append(files, recognise.File{Path: row.Path})
			}
		}
		if shuffle != nil {
			shuffle.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
		}
		found, err := recognise.Files(tb.Context(), files, known(tb, show))
		if err != nil {
			tb.Fatal(err)
		}
		got := map[string]string{}
		for _, m := range found.Matches {
			if got[m.Path] == "" {
				got[m.Path] = fmt.Sprint(m.Season, ":")
			}
			got[m.Path] += fmt.Sprint(" ", m.Episode)
		}
		for _, row := range rows {
			a := answer{row: row, want: "-", got: "-"}
			if len(row.Episodes) > 0 {
				a.want = fmt.Sprint(row.Season, ": ", strings.Trim(fmt.Sprint(row.Episodes), "[]"))
			}
			if got[row.Path] != "" {
				a.got = got[row.Path]
			}
			all = append(all, a)
		}
	}
	return all
}

// TestRecognise checks how well names are parsed. At least 95 in 100 of the unambiguous names must be
// right, also among the rows not used for tuning. At most 2 in 100 of the others may get a number.
func TestRecognise(t *testing.T) {
	t.Parallel()
	all := answers(t, nil)
	parsable := func(a answer) bool { return a.want != "-" }
	for _, part := range []struct {
		name     string
		of       func(answer) bool
		least    float64
		printing bool
	}{
		{"all", parsable, 0.95, true},
		{"held", func(a answer) bool { return parsable(a) && a.row.Held }, 0.95, true},
		{"unparsable", func(a answer) bool { return !parsable(a) }, 0.98, true},
	} {
		total, right := 0, 0
		var misses []string
		for _, a := range all {
			if !part.of(a) {
				continue
			}
			total++
			if a.got == a.want {
				right++
			} else {
				misses = append(misses, fmt.Sprintf("%s/%s: %s, want %s", a.row.Folder, a.row.Path, a.got, a.want))
			}
		}
		t.Logf("%s: %d of %d right", part.name, right, total)
		if float64(right) < part.least*float64(total) {
			t.Errorf("%s: %d of %d right, want %.0f %%:\n%s", part.name, right, total, 100*part.least, strings.Join(misses, "\n"))
		}
	}
}

// TestForms measures names as they occur in the wild. Of those with numbers, at least 97 in 100 must be right, as a match
// or as a guess. None may be wrong and certain.
func TestForms(t *testing.T) {
	t.Parallel()
	forms := demomedia.Forms()
	folders := map[string][]demomedia.Row{}
	for _, row := range forms {
		folders[row.Folder] = append(folders[row.Folder], row)
	}
	numbered, right := 0, 0
	var wrong, uncertain []string
	for folder, rows := range folders {
		files := make([]recognise.File, 0, len(rows))
		for _, row := range rows {
			files = append(files, recognise.File{Path: row.Path})
		}
		result, err := recognise.Files(t.Context(), files, recognise.Show{Names: []string{folder}})
		if err != nil {
			t.Fatal(err)
		}
		read, unsure := numbersOf(result)
		for _, row := range rows {
			got, want := read[row.Path], wanted(row)
			if want != "" {
				numbered++
				if got == want {
					right++
				}
			}
			text := fmt.Sprintf("%s/%s: got %q, want %q", folder, row.Path, got, want)
			switch {
			case unsure[row.Path]:
				uncertain = append(uncertain, text)
			case got != want && got != "":
				wrong = append(wrong, text)
			}
		}
	}
	t.Logf("%d names, %d with numbers: %d right, %d uncertain, %d wrong and certain", len(forms), numbered, right, len(uncertain), len(wrong))
	if right*100 < numbered*97 || len(wrong) > 0 {
		t.Errorf("wrong and certain:\n%s", strings.Join(wrong, "\n"))
	}
	if languages := 39; len(forms) < 400 || len(folders) < languages {
		t.Errorf("%d forms in %d folders", len(forms), len(folders))
	}
}

// numbersOf returns what was read of each path, "1: 2 3", and the paths that are uncertain.
func numbersOf(result recognise.Result) (read map[string]string, unsure map[string]bool) {
	read, unsure = map[string]string{}, map[string]bool{}
	for _, m := range result.Matches {
		if read[m.Path] == "" {
			read[m.Path] = fmt.Sprint(m.Season, ":")
		}
		read[m.Path] += fmt.Sprint(" ", m.Episode)
	}
	for _, u := range result.Uncertain {
		unsure[u.Path] = true
		if u.Season != nil && len(u.Episodes) > 0 {
			read[u.Path] = fmt.Sprint(*u.Season, ": ", strings.Trim(fmt.Sprint(u.Episodes), "[]"))
		}
	}
	return read, unsure
}

func wanted(row demomedia.Row) string {
	if len(row.Episodes) == 0 {
		return ""
	}
	return fmt.Sprint(row.Season, ": ", strings.Trim(fmt.Sprint(row.Episodes), "[]"))
}

// TestRecogniseInAnyOrder checks that the order of the files does not matter.
func TestRecogniseInAnyOrder(t *testing.T) {
	t.Parallel()
	want := answers(t, nil)
	for seed := range uint64(2) {
		got := answers(t, rand.New(rand.NewPCG(seed, 1))) //nolint:gosec // a repeatable shuffle, not secret
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(answer{})); diff != "" {
			t.Fatalf("seed %d (-in order +shuffled):\n%s", seed, diff)
		}
	}
}

// TestTable checks the table's guarantees for measurements.
func TestTable(t *testing.T) {
	t.Parallel()
	rows := demomedia.Rows()
	held, unparsable := 0, 0
	episodes := map[string]string{}
	for _, row := range rows {
		if row.Held {
			held++
		}
		if len(row.Episodes) == 0 {
			unparsable++
		}
		for _, e := range row.Episodes {
			key := fmt.Sprint(row.Folder, row.Season, "x", e)
			if other, duplicate := episodes[key]; duplicate {
				t.Errorf("%s: both %s and %s", key, other, row.Path)
			}
			episodes[key] = row.Path
		}
		if !slices.ContainsFunc(demomedia.Shows(), func(s demomedia.Show) bool { return s.Folder == row.Folder }) {
			t.Errorf("%s is in no known folder", row.Path)
		}
	}
	if len(rows) < 400 || held*4 < len(rows) || unparsable*20 < len(rows) {
		t.Errorf("%d rows, %d held, %d unparsable", len(rows), held, unparsable)
	}
}
