package plans

import (
	"fmt"

	"plotline/internal/fault"
	"plotline/media"
)

// recognised returns the entry of a recognition.
func (f folder) recognised(season, episode int, path string) (Entry, error) {
	at, err := f.inside(asSource, path)
	if err != nil {
		return Entry{}, err
	}
	return Entry{Season: &season, Episode: &episode, Path: at}, nil
}

// renamed returns the entry of a rename.
func (f folder) renamed(from, to string) (Entry, error) {
	source, err := f.inside(asSource, from)
	if err != nil {
		return Entry{}, err
	}
	target, err := f.inside(asTarget, to)
	if err != nil {
		return Entry{}, err
	}
	return Entry{From: source, To: target}, nil
}

// checkNew rejects an entry that is already in the list. For renames it also rejects one whose source or
// target is in the list. A file may hold two episodes, so a recognition may name it twice.
func checkNew(entries []Entry, e Entry) error {
	for _, old := range entries {
		if e.Path != "" {
			if old.Path == e.Path && *old.Season == *e.Season && *old.Episode == *e.Episode {
				return fault.Newf(fault.AlreadyExists, `Season %d episode %d of "%s" is already in the plan`, *e.Season, *e.Episode, e.Path)
			}
			continue
		}
		switch {
		case old.From == e.From && old.To == e.To:
			return fault.Newf(fault.AlreadyExists, `The rename of "%s" to "%s" is already in the plan`, e.From, e.To)
		case old.From == e.From:
			return duplicateError(asSource, e.From)
		case old.To == e.To:
			return duplicateError(asTarget, e.To)
		}
	}
	return nil
}

func duplicateError(role string, path media.Path) error {
	return fault.New(fault.AlreadyExists, duplicateText(role, path))
}

func duplicateText(role string, path media.Path) string {
	return fmt.Sprintf(`%s file "%s" appears multiple times in the batch`, role, path)
}
