package media

import (
	"context"

	"plotline/internal/audit"
	"plotline/internal/usecase"
)

// ListMediaFoldersInput limits the list.
type ListMediaFoldersInput struct {
	Limit  int `json:"limit,omitempty" minimum:"1" maximum:"1000" default:"100"`
	Offset int `json:"offset,omitempty" minimum:"0" default:"0"`
}

// ListMediaFoldersOutput is one page of the list, sorted by path.
type ListMediaFoldersOutput struct {
	MediaFolders []FolderSummary `json:"mediaFolders"`
	TotalCount   int             `json:"totalCount" doc:"Number of folders on all pages"`
}

// FolderSummary is a short description of a media folder.
type FolderSummary struct {
	MediaFolderPath Path   `json:"mediaFolderPath"`
	Type            string `json:"type"`
	ShowName        string `json:"showName,omitempty"`
	FileCount       int    `json:"fileCount"`
	RecognisedCount int    `json:"recognisedCount" doc:"Number of files with season and episode"`
}

// ListMediaFolders lists the media folders that have metadata.
func (s *Service) ListMediaFolders(
	ctx context.Context, by audit.Caller, in ListMediaFoldersInput,
) (ListMediaFoldersOutput, error) {
	return usecase.Do(ctx, s.Runner, by, opListFolders, in, func(ctx context.Context, _ *usecase.Note) (ListMediaFoldersOutput, error) {
		all, err := s.Libraries.Of(by.Workspace).paidBy(by.Workspace).List(ctx)
		if err != nil {
			return ListMediaFoldersOutput{}, err
		}
		from := min(in.Offset, len(all))
		part := all[from:min(from+in.Limit, len(all))]
		return ListMediaFoldersOutput{MediaFolders: append([]FolderSummary{}, part...), TotalCount: len(all)}, nil
	})
}

// summary counts files, not entries: a double episode has two.
func summary(m *Metadata) FolderSummary {
	s := FolderSummary{MediaFolderPath: m.MediaFolderPath, Type: m.Type}
	if m.TMDBTvShow != nil {
		s.ShowName = m.TMDBTvShow.Name
	}
	recognised := make(map[string]bool, len(m.MediaFiles))
	for i := range m.MediaFiles {
		f := &m.MediaFiles[i]
		text := f.Text()
		recognised[text] = recognised[text] || f.Numbered()
	}
	s.FileCount = len(recognised)
	for _, yes := range recognised {
		if yes {
			s.RecognisedCount++
		}
	}
	return s
}
