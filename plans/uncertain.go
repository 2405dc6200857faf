package plans

import (
	"context"
	"fmt"
	"slices"

	"plotline/media"
	"plotline/media/recognise"
)

// Uncertain is a video whose name leaves a doubt, with a guess at its episode. It is not in the plan unless a person moves
// it up. A double episode has one element for each episode.
type Uncertain struct {
	Path    media.Path `json:"path"`
	Season  *int       `json:"season,omitempty"`
	Episode *int       `json:"episode,omitempty"`
	Why     string     `json:"why" doc:"Why it is only a guess"`
	// Displaces is set in views only.
	Displaces media.Path `json:"displaces,omitempty" doc:"The file that has this episode now"`
}

// keepOthers lists the videos that got no entry: the uncertain ones with a guess, the others with a reason.
func (p *Plan) keepOthers(found recognise.Result) {
	p.review.Unrecognised = make([]media.Path, 0, len(found.Unrecognised))
	p.review.Reasons = make([]string, 0, len(found.Unrecognised))
	for _, f := range found.Unrecognised {
		p.review.Unrecognised = append(p.review.Unrecognised, p.MediaFolderPath.Join(f.Path))
		reason := string(f.Reason)
		if f.By != "" {
			reason += ": " + f.By
		}
		p.review.Reasons = append(p.review.Reasons, reason)
	}
	p.review.Uncertain = make([]Uncertain, 0, len(found.Uncertain))
	for _, f := range found.Uncertain {
		one := Uncertain{Path: p.MediaFolderPath.Join(f.Path), Season: f.Season, Why: string(f.Why)}
		if len(f.Episodes) == 0 {
			p.review.Uncertain = append(p.review.Uncertain, one)
		}
		for _, episode := range f.Episodes {
			one.Episode = &episode
			p.review.Uncertain = append(p.review.Uncertain, one)
		}
	}
}

// dropAdded removes files that now have an entry. The lists may be shared, so it replaces them.
func (r *review) dropAdded(added map[media.Path]bool) {
	paths, reasons := r.Unrecognised, r.Reasons
	r.Unrecognised, r.Reasons = make([]media.Path, 0, len(paths)), make([]string, 0, len(paths))
	for i, path := range paths {
		if !added[path] {
			r.Unrecognised, r.Reasons = append(r.Unrecognised, path), append(r.Reasons, reasons[i])
		}
	}
	r.Uncertain = slices.DeleteFunc(slices.Clone(r.Uncertain), func(u Uncertain) bool { return added[u.Path] })
}

// waits reports whether a person has yet to decide about a plan.
func (p *Plan) waits() bool { return p.Status == Pending && p.AppliedAt == nil }

// uncertain returns the uncertain files of a plan. While the plan waits, each says which file has its episode now: one of
// the plan's entries, or else of the folder's metadata.
func (p *Plan) uncertain(known *media.Metadata) []Uncertain {
	if len(p.review.Uncertain) == 0 || !p.waits() {
		return p.review.Uncertain
	}
	has := numbersIn(known)
	holders := has.files
	for _, e := range p.Files { // an entry replaces what its file has now
		for episode := range has.episodes[e.Path] {
			delete(holders, episode)
		}
	}
	for _, e := range p.Files {
		holders[[2]int{*e.Season, *e.Episode}] = e.Path
	}
	all := make([]Uncertain, len(p.review.Uncertain))
	for i, u := range p.review.Uncertain {
		if u.Season != nil && u.Episode != nil {
			if holder := holders[[2]int{*u.Season, *u.Episode}]; holder != u.Path {
				u.Displaces = holder
			}
		}
		all[i] = u
	}
	return all
}

// notes returns what an agent should know about a file that it has added.
func (s *Service) notes(ctx context.Context, workspace string, folder, path media.Path) []string {
	known, err := s.described(ctx, workspace, folder)
	if err != nil {
		return nil // the file is added, and Propose reports it
	}
	name, _ := folder.Rel(path)
	given := known.NFOEpisodes()[name]
	why := recognise.Doubt(recognise.File{Path: name, Season: given.Season, Episodes: given.Episodes}, showOf(folder, known))
	if why == "" {
		return nil
	}
	return []string{fmt.Sprintf(`The episode of "%s" is uncertain: %s`, path, why)}
}

// noEntries is the problem of a plan that has uncertain files only.
const noEntries = "No file of the plan is certain; move uncertain files up first"

// emptiness returns the problem of a plan that has uncertain files only.
func (p *Plan) emptiness() []problem {
	if len(p.Files) > 0 || len(p.review.Uncertain) == 0 {
		return nil
	}
	return []problem{{-1, noEntries}}
}
