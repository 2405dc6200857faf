package plans

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"plotline/graph"
	"plotline/media"
	"plotline/media/fields"
)

// key identifies what no other entry may have: the target of a rename, a file's episode in a recognition.
func (e Entry) key() string {
	if e.Path == "" {
		return string(e.To)
	}
	return fmt.Sprint(*e.Season, " ", *e.Episode, " ", e.Path)
}

// value returns in words what a person may edit of an entry: the episode, or the target of a rename.
func (e Entry) value() string {
	if e.Path == "" {
		return string(e.To)
	}
	return e.EpisodeCode()
}

// store puts the edited entries into the plan, with what each was before.
func (e *editor) store(now graph.Time) error {
	p := e.p
	was := map[int]string{}
	for _, row := range p.review.Edited {
		was[row.Row] = row.Was
	}
	for row := range e.touched {
		if _, known := was[row]; !known && row < len(p.Files) {
			was[row] = p.Files[row].value()
		}
	}
	edited := []EditedRow{}
	for _, row := range slices.Sorted(maps.Keys(e.touchedOr(was))) {
		if before := was[row]; before != e.files[row].value() {
			edited = append(edited, EditedRow{row, before})
		}
	}
	if err := p.rewrite(e.files, e.touched); err != nil {
		return err
	}
	p.Files, p.review.Edited, p.review.EditedAt, p.Workspace = e.files, edited, &now, p.owner()
	p.review.dropAdded(e.added)
	return nil
}

// touchedOr returns the rows of this edit and of earlier ones.
func (e *editor) touchedOr(was map[int]string) map[int]bool {
	rows := maps.Clone(e.touched)
	for row := range was {
		rows[row] = true
	}
	return rows
}

// rewrite replaces changed entries in the text of the plan file. Other programs may store more in an entry, which
// stays.
func (p *Plan) rewrite(files []Entry, changed map[int]bool) error {
	if p.texted == 0 {
		return nil
	}
	items, err := fields.List(p.text)
	if err != nil {
		return err
	}
	for row := range changed {
		if row >= p.texted {
			continue
		}
		o, err := fields.Parse(items[row])
		if err != nil {
			return err
		}
		e := files[row]
		items[row] = o.Write(o.Int("season", e.Season), o.Int("episode", e.Episode),
			o.Text("path", string(e.Path)), o.Text("from", string(e.From)), o.Text("to", string(e.To)))
	}
	p.text = fields.Join(items)
	return nil
}

// Limits of the edited entries that an episode lists. Its texts have limits too, and paths may be long.
const (
	editsShown = 50
	editsBytes = 16 << 10 // of their texts
)

// shownEdits returns the edited entries that an episode lists, each described.
func (p *Plan) shownEdits() (rows []EditedRow, texts []string) {
	size := 0
	for _, row := range p.review.Edited[:min(len(p.review.Edited), editsShown)] {
		text := p.editText(row)
		if size += len(text); size > editsBytes {
			break
		}
		rows, texts = append(rows, row), append(texts, text)
	}
	return rows, texts
}

// editsText describes for agents which entries a person edited, or returns "".
func (p *Plan) editsText() string {
	if len(p.review.Edited) == 0 {
		return ""
	}
	lines := []string{"A person edited " + rowCount(len(p.review.Edited)) + " of the plan:"}
	_, texts := p.shownEdits()
	for _, text := range texts {
		lines = append(lines, "- "+text)
	}
	if more := len(p.review.Edited) - len(texts); more > 0 {
		lines = append(lines, fmt.Sprintf("- and %d more", more))
	}
	return strings.Join(lines, "\n")
}

func rowCount(n int) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}

// editText describes one edited entry, with paths relative to the media folder.
func (p *Plan) editText(row EditedRow) string {
	now := p.Files[row.Row]
	name := func(path media.Path) string {
		rel, _ := p.MediaFolderPath.Rel(path)
		return rel
	}
	switch {
	case row.Was == "":
		return name(now.Path) + ": added as " + now.EpisodeCode()
	case p.Task == Rename:
		return name(now.From) + ": " + name(media.Path(row.Was)) + " → " + name(now.To)
	}
	return name(now.Path) + ": " + row.Was + " → " + now.EpisodeCode()
}

// EpisodeCode returns season and episode of a recognition in the usual form: S01E02.
func (e Entry) EpisodeCode() string { return fmt.Sprintf("S%02dE%02d", *e.Season, *e.Episode) }

// editedRows returns the edited entries for the metadata of an episode.
func (p *Plan) editedRows() []map[string]any {
	shown, _ := p.shownEdits()
	rows := make([]map[string]any, 0, len(shown))
	for _, row := range shown {
		rows = append(rows, map[string]any{"row": row.Row, "was": row.Was, "now": p.Files[row.Row].value()})
	}
	return rows
}
