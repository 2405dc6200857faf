package plans

import (
	"context"
	"errors"
	"slices"
	"strings"

	"plotline/internal/records"
	"plotline/media"
)

// follow gives the recognitions of a workspace that wait for a decision the new paths of files that a rename has
// moved. It does so once for each operation. A plan that cannot be written is logged: the files have moved already.
func (s *Service) follow(ctx context.Context, shelf *planFolder, operation string, moved map[media.Path]media.Path) {
	waiting, err := shelf.all(ctx, func(s summary) bool { return s.is(Recognise, Pending) })
	for _, one := range waiting {
		named := false
		failed := shelf.Visit(ctx, one.ID, func(p *Plan) { named = p.names(moved) })
		if named {
			_, failed = shelf.Change(ctx, one.ID, func(p *Plan) error { return p.followRename(operation, moved) })
		}
		if failed != nil && !errors.Is(failed, records.ErrNone) {
			err = failed
		}
	}
	if err != nil {
		s.cfg.Logger.WarnContext(ctx, "a plan that waits for a decision may still have the old paths of renamed files", "error", err)
	}
}

// names reports whether a recognition that waits for a decision has a file that was moved.
func (p *Plan) names(moved map[media.Path]media.Path) bool {
	if p.Task != Recognise || !p.waits() {
		return false
	}
	has := func(path media.Path) bool { return moved[path] != "" }
	return slices.ContainsFunc(p.Files, func(e Entry) bool { return has(e.Path) }) || slices.ContainsFunc(p.review.Unrecognised, has) ||
		slices.ContainsFunc(p.review.Uncertain, func(u Uncertain) bool { return has(u.Path) })
}

// followRename replaces the paths of moved files, if they are still in the plan's folder. If all files of the plan
// moved to another folder with their names below it, the plan's folder becomes that one.
func (p *Plan) followRename(operation string, moved map[media.Path]media.Path) error {
	if p.review.LastRename == operation || !p.names(moved) {
		return nil
	}
	if folder, all := p.movedFolder(moved); all {
		p.MediaFolderPath = folder
	}
	follow := func(path media.Path) media.Path {
		if to := moved[path]; to != "" && p.MediaFolderPath.Contains(to) {
			return to
		}
		return path
	}
	files := slices.Clone(p.Files)
	changed := map[int]bool{}
	for i := range files {
		if to := follow(files[i].Path); to != files[i].Path {
			files[i].Path, changed[i] = to, true
		}
	}
	if err := p.rewrite(files, changed); err != nil {
		return err
	}
	p.Files, p.review.Unrecognised = files, slices.Clone(p.review.Unrecognised)
	for i := range p.review.Unrecognised {
		p.review.Unrecognised[i] = follow(p.review.Unrecognised[i])
	}
	p.review.Uncertain = slices.Clone(p.review.Uncertain)
	for i := range p.review.Uncertain {
		p.review.Uncertain[i].Path = follow(p.review.Uncertain[i].Path)
	}
	p.review.LastRename = operation
	return nil
}

// movedFolder returns the folder to which all files of a plan have moved with the same names, if it is another. These are
// its entries or, if it has none, its uncertain files.
func (p *Plan) movedFolder(moved map[media.Path]media.Path) (folder media.Path, all bool) {
	files := make([]media.Path, 0, len(p.Files))
	for _, e := range p.Files {
		files = append(files, e.Path)
	}
	if len(files) == 0 {
		for _, u := range p.review.Uncertain {
			files = append(files, u.Path)
		}
	}
	for _, path := range files {
		to := string(moved[path])
		name, inside := p.MediaFolderPath.Rel(path)
		parent, same := strings.CutSuffix(to, "/"+name)
		if to == "" || !inside || !same || folder != "" && media.Path(parent) != folder {
			return "", false
		}
		folder = media.Path(parent)
	}
	return folder, folder != "" && folder != p.MediaFolderPath
}
