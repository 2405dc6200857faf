package media

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// replacedField is the member of a metadata file that has what recognitions replaced. It is read only when one is applied
// or taken back, or when files are renamed.
const replacedField = "replaced"

// Limits of what a metadata file has of earlier recognitions. The newest always stays.
const (
	mostReplaced      = 20     // recognitions
	mostReplacedFiles = 20_000 // files of all
)

// ErrNotReplaced reports that the metadata does not have what a recognition replaced.
var ErrNotReplaced = errors.New("the metadata does not have what this recognition replaced")

// replaced is what one recognition changed.
type replaced struct {
	Plan     string         `json:"plan"`
	Undone   bool           `json:"undone,omitempty"`
	Absolute bool           `json:"absolute,omitempty"` // it made the folder remember this
	Specials bool           `json:"specials,omitempty"`
	Files    []replacedFile `json:"files"`
}

// replacedFile has the numbers of a file's entries before and after. Each is [season, episode], [season, episode, 1] if the
// file's own NFO file gave them, or [] for an entry without numbers. A file without entries has null.
type replacedFile struct {
	Path   Path    `json:"path"`
	Before [][]int `json:"before"`
	After  [][]int `json:"after"`
	Lost   bool    `json:"lost,omitempty"` // it is not in the plan, but an episode of it is given to another file
}

func (f *MediaFile) numbers() []int {
	switch {
	case !f.Numbered():
		return []int{}
	case f.NumbersFromNFO:
		return []int{*f.SeasonNumber, *f.EpisodeNumber, 1}
	}
	return []int{*f.SeasonNumber, *f.EpisodeNumber}
}

// keyOf returns the episode of an entry's numbers.
func keyOf(numbers []int) (key episodeKey, numbered bool) {
	if len(numbers) < 2 {
		return key, false
	}
	return episodeKey{numbers[0], numbers[1]}, true
}

// sameNumbers compares the episodes of two files' entries.
func sameNumbers(a, b [][]int) bool {
	return slices.EqualFunc(a, b, func(a, b []int) bool {
		first, has := keyOf(a)
		second, had := keyOf(b)
		return has == had && first == second
	})
}

// byFile returns the numbers of the entries of each file.
func (m *Metadata) byFile() map[Path][][]int {
	found := make(map[Path][][]int, len(m.MediaFiles))
	for i := range m.MediaFiles {
		f := &m.MediaFiles[i]
		found[f.AbsolutePath.key()] = append(found[f.AbsolutePath.key()], f.numbers())
	}
	return found
}

// AssignBy is Assign for a plan, and decides what the folder remembers of numbers. It keeps what it replaces for TakeBack.
// It may be repeated after a crash.
func (m *Metadata) AssignBy(plan string, entries []Assignment, numbering Numbering) {
	before, all := m.byFile(), m.replacements()
	one := replaced{
		Plan: plan, Files: []replacedFile{},
		Absolute: numbering.Absolute && !m.Numbering.Absolute, Specials: numbering.Specials && !m.Numbering.Specials,
	}
	if at := indexOf(all, plan); at >= 0 {
		if old := all[at]; !old.Undone { // before a crash
			one.Absolute, one.Specials = one.Absolute || old.Absolute, one.Specials || old.Specials
			for _, f := range old.Files {
				before[f.Path.key()] = f.Before
			}
		}
		all = slices.Delete(all, at, at+1)
	}
	m.Assign(entries)
	m.Numbering = numbering
	assigned := make(map[Path]bool, len(entries))
	for _, e := range entries {
		assigned[e.Path.key()] = true
	}
	after := m.byFile()
	for i := range m.MediaFiles {
		path := m.MediaFiles[i].AbsolutePath
		key := path.key()
		if now := after[key]; now != nil && !sameNumbers(before[key], now) {
			one.Files = append(one.Files, replacedFile{path, before[key], now, !assigned[key]})
		}
		delete(after, key) // a file may have several entries
	}
	m.storeReplacements(append(all, one))
}

func indexOf(all []replaced, plan string) int {
	return slices.IndexFunc(all, func(r replaced) bool { return r.Plan == plan })
}

// replacements reads what recognitions replaced, oldest first. It returns none if another program changed the form.
func (m *Metadata) replacements() []replaced {
	var all []replaced
	if m.replaced == nil || json.Unmarshal(m.replaced, &all) != nil {
		return nil
	}
	return all
}

func (m *Metadata) storeReplacements(all []replaced) {
	files := 0
	for i, one := range slices.Backward(all) {
		files += len(one.Files)
		if i < len(all)-1 && (len(all)-i > mostReplaced || files > mostReplacedFiles) {
			all = all[i+1:]
			break
		}
	}
	m.replaced, _ = json.Marshal(all) // it has only texts and numbers
}

// renameReplaced applies the new paths of files to what recognitions replaced.
func (m *Metadata) renameReplaced(targets map[Path]Path) {
	all := m.replacements()
	changed := false
	for _, one := range all {
		for i, f := range one.Files {
			if to, moved := targets[f.Path.key()]; moved {
				one.Files[i].Path, changed = m.inFolderForm(to), true
			}
		}
	}
	if changed {
		m.storeReplacements(all)
	}
}

// TakenBackError reports files whose entries have changed since a recognition.
type TakenBackError struct{ Files []ChangedFile }

// ChangedFile is one of them.
type ChangedFile struct {
	Path Path // of the file of the plan
	Text string
}

// Error implements error.
func (e *TakenBackError) Error() string {
	texts := make([]string, 0, len(e.Files))
	for _, f := range e.Files {
		texts = append(texts, f.Text)
	}
	return strings.Join(texts, "; ")
}

// CanTakeBack reports whether TakeBack would succeed.
func (m *Metadata) CanTakeBack(plan string) bool {
	all := m.replacements()
	at := indexOf(all, plan)
	return at >= 0 && len(m.changedSince(all[at].Files)) == 0
}

// TakeBack gives the files that a plan changed the numbers that they had before. The files in keep stay as they are, and
// so do the files that lost an episode to one of these. It may be repeated after a crash.
//
// The error is ErrNotReplaced, or a *TakenBackError. Nothing is changed then.
func (m *Metadata) TakeBack(plan string, keep ...Path) error {
	all := m.replacements()
	at := indexOf(all, plan)
	if at < 0 {
		return ErrNotReplaced
	}
	one := &all[at]
	if one.Undone {
		return nil
	}
	back := one.without(keep)
	if changed := m.changedSince(back); len(changed) > 0 {
		return &TakenBackError{changed}
	}
	m.restore(back)
	if len(keep) == 0 {
		m.Numbering.Absolute = m.Numbering.Absolute && !one.Absolute
		m.Numbering.Specials = m.Numbering.Specials && !one.Specials
	}
	one.Undone = true
	m.storeReplacements(all)
	return nil
}

// without returns the files to restore if some stay.
func (r *replaced) without(keep []Path) []replacedFile {
	left, held := map[Path]bool{}, map[episodeKey]bool{}
	for _, path := range keep {
		left[path.key()] = true
	}
	for _, f := range r.Files {
		for _, numbers := range f.After {
			if key, is := keyOf(numbers); is && left[f.Path.key()] {
				held[key] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(r.Files), func(f replacedFile) bool {
		return left[f.Path.key()] || f.Lost && slices.ContainsFunc(f.Before, func(numbers []int) bool {
			key, is := keyOf(numbers)
			return is && held[key]
		})
	})
}

// changedSince returns which of the files are not as a recognition left them, and which could not get an episode back because
// another file has it.
func (m *Metadata) changedSince(files []replacedFile) (changed []ChangedFile) {
	current, back := m.byFile(), make(map[Path]bool, len(files))
	takers := map[episodeKey]Path{}
	for _, f := range files {
		back[f.Path.key()] = true
		for _, numbers := range f.After {
			if key, is := keyOf(numbers); is && !f.Lost {
				takers[key] = f.Path
			}
		}
	}
	holders := map[episodeKey]Path{}
	for i := range m.MediaFiles {
		f := &m.MediaFiles[i]
		if f.Numbered() && !back[f.AbsolutePath.key()] {
			holders[episodeKey{*f.SeasonNumber, *f.EpisodeNumber}] = f.AbsolutePath
		}
	}
	for _, f := range files {
		about := f.Path
		for _, numbers := range f.Before {
			if key, is := keyOf(numbers); is && f.Lost && takers[key] != "" {
				about = takers[key]
			}
		}
		if text := m.changeOf(f, current[f.Path.key()], holders); text != "" {
			changed = append(changed, ChangedFile{about, text})
		}
	}
	return changed
}

// changeOf describes what prevents a file from getting its numbers back, or returns "".
func (m *Metadata) changeOf(f replacedFile, now [][]int, holders map[episodeKey]Path) string {
	name, _ := m.inside(f.Path)
	switch {
	case now == nil:
		return fmt.Sprintf("%q is no longer in the metadata", name)
	case !sameNumbers(now, f.After):
		return fmt.Sprintf("%q is %s now", name, episodesText(now))
	}
	for _, numbers := range f.Before {
		key, is := keyOf(numbers)
		if holder := holders[key]; is && holder != "" {
			other, _ := m.inside(holder)
			return fmt.Sprintf("%q cannot be %s again, which %q is now", name, episodesText([][]int{numbers}), other)
		}
	}
	return ""
}

func episodesText(all [][]int) string {
	var codes []string
	for _, numbers := range all {
		if key, is := keyOf(numbers); is {
			codes = append(codes, fmt.Sprintf("S%02dE%02d", key.season, key.episode))
		}
	}
	if len(codes) == 0 {
		return "without an episode"
	}
	return strings.Join(codes, " and ")
}

// restore gives files their earlier numbers. Their subtitles, audio tracks and unknown fields stay.
func (m *Metadata) restore(back []replacedFile) {
	before := make(map[Path]*replacedFile, len(back))
	for i := range back {
		before[back[i].Path.key()] = &back[i]
	}
	current := map[Path][]MediaFile{}
	for _, f := range m.MediaFiles {
		if key := f.AbsolutePath.key(); before[key] != nil {
			current[key] = append(current[key], f)
		}
	}
	files := make([]MediaFile, 0, len(m.MediaFiles))
	for _, f := range m.MediaFiles {
		key := f.AbsolutePath.key()
		if before[key] == nil {
			files = append(files, f)
			continue
		}
		if entries := current[key]; entries != nil {
			files = append(files, restored(entries, before[key].Before)...)
			current[key] = nil
		}
	}
	m.MediaFiles = files
}

// restored returns the entries of one file with other numbers.
func restored(entries []MediaFile, before [][]int) []MediaFile {
	all := make([]MediaFile, 0, len(before))
	for i, numbers := range before {
		f := entries[min(i, len(entries)-1)]
		f.SubtitleFilePaths, f.AudioFilePaths = slices.Clone(f.SubtitleFilePaths), slices.Clone(f.AudioFilePaths)
		f.SeasonNumber, f.EpisodeNumber, f.NumbersFromNFO = nil, nil, len(numbers) > 2
		if key, is := keyOf(numbers); is {
			f.SeasonNumber, f.EpisodeNumber = new(key.season), new(key.episode)
		}
		all = append(all, f)
	}
	return all
}
