package media

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"plotline/media/nfo"
	"plotline/media/tmdb"
)

// description is the information found about a show.
type description struct {
	fresh    *TVShow      // from TMDB; nil if it was not asked or did not answer
	missing  map[int]bool // seasons of fresh whose episodes could not be fetched
	local    *TVShow      // from NFO files; nil without tvshow.nfo
	warnings []string
}

func (d *description) warn(format string, args ...any) {
	d.warnings = append(d.warnings, fmt.Sprintf(format, args...))
}

// describe collects information about the show of a folder. Its error is the context's only. Failures of
// TMDB are warnings.
func (s *Service) describe(
	ctx context.Context, in OpenMediaFolderInput, folder Path, seen *scanResult, known *Metadata,
) (description, error) {
	d := description{local: showOf(seen)}
	if s.TMDB == nil {
		switch {
		case in.TMDBID > 0:
			d.warn("TMDB was not asked about %d: the server has no key for it", in.TMDBID)
		case d.local == nil && (known == nil || known.TMDBTvShow == nil):
			lack := "the folder has no tvshow.nfo"
			if seen.showFile {
				lack = "the folder's tvshow.nfo does not describe the show"
			}
			d.warn("The show's episodes are not known: %s, and the server has no key for TMDB (PLOTLINE_TMDB_KEY). "+
				"With one of them, open the folder again; or confirm a recognition plan, then get-episodes lists the episodes in it", lack)
		}
		return d, nil
	}
	id, err := s.identify(ctx, in, folder, seen, known, &d)
	if err == nil && id > 0 {
		err = s.fetch(ctx, id, in.Language, &d)
	}
	if ctx.Err() != nil {
		return d, ctx.Err()
	}
	if err != nil {
		d.warn("%v", err)
	}
	return d, nil
}

// identify returns TMDB's id of a show. It tries the caller's id, the folder's name, the NFO file, the
// stored metadata, and then a search. If it finds none, it returns 0 and warns.
func (s *Service) identify(
	ctx context.Context, in OpenMediaFolderInput, folder Path, seen *scanResult, known *Metadata, d *description,
) (int, error) {
	title, year := s.Recognise(folder.Base())
	ids := []int{in.TMDBID, tmdbID(folder.Base())}
	if seen.show != nil {
		ids = append(ids, seen.show.TMDB)
		title, year = cmp.Or(seen.show.Title, title), cmp.Or(seen.show.Year, year)
	}
	if known != nil && known.TMDBTvShow != nil {
		ids = append(ids, known.TMDBTvShow.ID)
	}
	if id := cmp.Or(ids...); id > 0 {
		return id, nil
	}
	matches, err := s.TMDB.Search(ctx, title, year, in.Language)
	if err == nil && len(matches) == 0 && year > 0 {
		matches, err = s.TMDB.Search(ctx, title, 0, in.Language)
	}
	if err != nil {
		return 0, err
	}
	if len(matches) == 0 {
		d.warn("TMDB has no show named %q; call again with its tmdbId", title)
		return 0, nil
	}
	best, sure := choose(matches, title, year)
	if !sure {
		d.warn("Plotline took TMDB's best match for %q: %q, id %d; if it is the wrong show, call again with tmdbId", title, best.Name, best.ID)
	}
	return best.ID, nil
}

// choose returns the first match with exactly this title and, if given, this year. Otherwise it returns
// TMDB's best match.
func choose(matches []tmdb.Match, title string, year int) (best tmdb.Match, sure bool) {
	named := slices.DeleteFunc(slices.Clone(matches), func(m tmdb.Match) bool {
		return !strings.EqualFold(m.Name, title) && !strings.EqualFold(m.OriginalName, title)
	})
	for _, m := range named {
		if year == 0 || strings.HasPrefix(m.FirstAirDate, strconv.Itoa(year)) {
			return m, year > 0 || len(named) == 1
		}
	}
	return append(named, matches...)[0], false
}

// apply merges the description into the stored show. TMDB takes precedence over NFO files, which only
// fill gaps.
func (d *description) apply(old *TVShow) *TVShow {
	show := old
	if d.fresh != nil {
		show = d.fresh.mergeUnknownFields(old, d.missing)
	}
	if d.local == nil || d.fresh != nil {
		return show
	}
	if show == nil {
		return d.local.copy()
	}
	show.add(d.local)
	return show
}

// showOf builds a show from NFO files. It returns nil without tvshow.nfo. Its seasons are partial, since not every video has
// an NFO file.
func showOf(seen *scanResult) *TVShow {
	if seen.show == nil {
		return nil
	}
	title, _ := cleanTitle(seen.folder.Base())
	show := &TVShow{Name: cmp.Or(seen.show.Title, title), ID: seen.show.TMDB}
	for _, video := range seen.files.byKind[Video] {
		for _, e := range seen.episodes[video] {
			show.addEpisode(e)
		}
	}
	slices.SortFunc(show.Seasons, func(a, b Season) int { return cmp.Compare(a.SeasonNumber, b.SeasonNumber) })
	for i := range show.Seasons {
		show.Seasons[i].Partial = true
		slices.SortFunc(show.Seasons[i].Episodes, func(a, b Episode) int { return cmp.Compare(a.EpisodeNumber, b.EpisodeNumber) })
	}
	show.count()
	return show
}

// addEpisode adds an episode from an NFO file. If several files describe it, the first counts.
func (s *TVShow) addEpisode(e nfo.Episode) {
	if e.Season == nil || e.Episode == nil {
		return
	}
	season := s.season(*e.Season)
	if slices.ContainsFunc(season.Episodes, func(old Episode) bool { return old.EpisodeNumber == *e.Episode }) {
		return
	}
	season.Episodes = append(season.Episodes, Episode{
		EpisodeNumber: *e.Episode, Name: e.Title, Overview: e.Plot, AirDate: e.Aired,
	})
}
