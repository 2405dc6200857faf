package media

import (
	"context"
	"errors"

	"plotline/internal/audit"
	"plotline/internal/clip"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// OpenMediaFolderInput names a folder to scan.
type OpenMediaFolderInput struct {
	MediaFolderPath string `json:"mediaFolderPath" minLength:"1" doc:"Folder of one show, movie or album"`
	TMDBID          int    `json:"tmdbId,omitempty" minimum:"1" doc:"TMDB id of the show; default: search by name"`
	Language        string `json:"language,omitempty" minLength:"2" maxLength:"20" default:"en-US" doc:"Language of the titles"`
}

// OpenMediaFolderOutput describes the stored metadata of the folder.
type OpenMediaFolderOutput struct {
	FolderSummary
	NumberOfSeasons int      `json:"numberOfSeasons,omitempty"`
	TMDBID          int      `json:"tmdbId,omitempty"`
	Sources         []string `json:"sources" doc:"Where the metadata comes from: nfo, tmdb"`
	Warnings        []string `json:"warnings" doc:"What could not be read or looked up"`
}

// OpenMediaFolder scans a media folder and stores what it finds: the files, the content of NFO files, and
// the show from TMDB. Existing numbers stay. It does not number files by their names; that needs a plan,
// which a person confirms. Failures of TMDB are warnings.
func (s *Service) OpenMediaFolder(
	ctx context.Context, by audit.Caller, in OpenMediaFolderInput,
) (OpenMediaFolderOutput, error) {
	return usecase.Do(ctx, s.Runner, by, opOpenFolder, in, func(ctx context.Context, note *usecase.Note) (OpenMediaFolderOutput, error) {
		folder, err := s.checkPath(by.Workspace, in.MediaFolderPath)
		if err != nil {
			return OpenMediaFolderOutput{}, err
		}
		note.IDs(string(folder))
		library := s.Libraries.Of(by.Workspace)
		known, err := library.known(ctx, folder)
		if err != nil {
			return OpenMediaFolderOutput{}, err
		}
		seen, err := scanFolder(ctx, s.Folders.Of(by.Workspace), folder)
		if err != nil {
			return OpenMediaFolderOutput{}, err
		}
		kind := seen.folderType(known, in.TMDBID)
		var about description
		if kind == TypeTVShow {
			if about, err = s.describe(ctx, in, folder, seen, known); err != nil {
				return OpenMediaFolderOutput{}, err
			}
		}
		return library.storeScan(ctx, folder, kind, seen, about)
	})
}

// checkPath checks the path without opening the folder.
func (s *Service) checkPath(workspace, text string) (Path, error) {
	folder, ok := ParsePath(text)
	if !ok {
		return "", fault.Invalid(`%q is not an absolute path; give the full path, without "." and ".."`, clip.Marked(text, 300))
	}
	if folder.Windows() && !onWindows {
		return "", foreign(folder)
	}
	return folder, s.Folders.Of(workspace).Allow(folder)
}

// known returns the folder's metadata, or nil. A corrupt file is an error here, before the slow request
// to TMDB.
func (l *Library) known(ctx context.Context, folder Path) (*Metadata, error) {
	c, err := l.find(ctx, folder)
	switch {
	case err == nil:
		return c.meta, nil
	case errors.Is(err, errCorrupt):
		return nil, l.notMetadata(folder, c.name)
	case errors.Is(err, ErrNoMetadata):
		return nil, nil //nolint:nilnil // nothing is wrong: the folder is new
	}
	return nil, err
}

// storeScan stores what was found.
func (l *Library) storeScan(
	ctx context.Context, folder Path, kind string, seen *scanResult, about description,
) (OpenMediaFolderOutput, error) {
	var out OpenMediaFolderOutput
	err := l.Update(ctx, folder, func(m *Metadata) error {
		m.Type = kind
		doubts := m.updateFiles(seen, kind)
		m.TMDBTvShow = about.apply(m.TMDBTvShow)
		out = OpenMediaFolderOutput{FolderSummary: summary(m), Sources: []string{}}
		if show := m.TMDBTvShow; show != nil {
			out.NumberOfSeasons, out.TMDBID = show.NumberOfSeasons, show.ID
		}
		if seen.usedNFO() {
			out.Sources = append(out.Sources, "nfo")
		}
		if about.fresh != nil {
			out.Sources = append(out.Sources, "tmdb")
		}
		out.Warnings = limitWarnings(about.warnings, seen.files.warnings, seen.warnings, doubts)
		return nil
	})
	return out, err
}

// limitWarnings joins lists of warnings, the first lists first, and limits their number.
func limitWarnings(lists ...[]string) []string {
	all := []string{}
	for _, list := range lists {
		all = append(all, list...)
	}
	const most = 50
	if len(all) > most {
		all = append(all[:most], "there are more warnings of this kind")
	}
	return all
}
