package media

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/usecase"
	"plotline/media/fields"
)

// GetEpisodesInput names a media folder.
type GetEpisodesInput struct {
	MediaFolderPath string `json:"mediaFolderPath" doc:"Path of the media folder, POSIX or Windows"`
}

// GetEpisodesOutput lists a show's episodes in the order of its metadata.
type GetEpisodesOutput struct {
	Episodes        []EpisodeFile `json:"episodes"`
	TotalCount      int           `json:"totalCount"`
	ShowName        string        `json:"showName"`
	NumberOfSeasons int           `json:"numberOfSeasons"`
}

// EpisodeFile is an episode and its file, if it has one.
type EpisodeFile struct {
	Season        int    `json:"season" doc:"0 for specials"`
	Episode       int    `json:"episode"`
	Title         string `json:"title,omitempty"`
	VideoFilePath string `json:"videoFilePath,omitempty"`
}

// fixedError returns an error with a text that the tool's contract prescribes, for both text fields.
func fixedError(code fault.Code, text string) *fault.Error {
	return &fault.Error{Code: code, Heading: text, Details: text}
}

func errAborted() error { return fixedError(fault.Cancelled, "Request was aborted") }

func errNoPath() error {
	return fixedError(fault.InvalidArgument, "Invalid path: 'mediaFolderPath' must be a non-empty string")
}

func errNotOpened() error {
	return fixedError(fault.NotFound, "TV show not found. Please ensure the media folder is opened in SMM.")
}

// errNoShow has the code invalid_argument because the folder itself is the wrong argument. A retry cannot
// help.
func errNoShow() error {
	return fixedError(fault.InvalidArgument, "Not a TV show folder. This tool only works with TV show media folders.")
}

// fixedTexts checks the path before the decoder does, because the decoder's error texts differ from the
// contract's. The role check still comes first, and the decoder still rejects unknown arguments.
func fixedTexts(u usecase.UseCase) usecase.UseCase {
	call := u.Call
	u.Call = func(ctx context.Context, by audit.Caller, raw json.RawMessage) (any, error) {
		if err := checkRaw(ctx, raw); err != nil {
			return nil, u.Refuse(ctx, by, err)
		}
		return call(ctx, by, raw)
	}
	return u
}

// checkRaw checks the path in raw arguments. Anything but a JSON object is left to the decoder.
func checkRaw(ctx context.Context, raw json.RawMessage) error {
	if err := checkCancelled(ctx); err != nil {
		return err
	}
	if input.Absent(raw) {
		return errNoPath()
	}
	if !json.Valid(raw) || fields.Kind(raw) != '{' {
		return nil
	}
	o, _ := fields.Parse(raw) // raw is an object
	text, _ := fields.Text(o.Get("mediaFolderPath"))
	return checkPathArgument(text) // "" if it is not a string
}

func checkCancelled(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return errAborted()
	}
	return nil
}

func checkPathArgument(text string) error {
	if strings.TrimSpace(text) == "" {
		return errNoPath()
	}
	return nil
}

// GetEpisodes lists the episodes of a show and the file of each. It reads only the metadata, not the
// media folder. The list is shared with other callers and must not be changed.
func (s *Service) GetEpisodes(ctx context.Context, by audit.Caller, in GetEpisodesInput) (GetEpisodesOutput, error) {
	return usecase.Do(ctx, s.Runner, by, opGetEpisodes, in, func(ctx context.Context, _ *usecase.Note) (GetEpisodesOutput, error) {
		if err := cmp.Or(checkCancelled(ctx), checkPathArgument(in.MediaFolderPath)); err != nil {
			return GetEpisodesOutput{}, err
		}
		folder, ok := ParsePath(in.MediaFolderPath)
		if !ok {
			return GetEpisodesOutput{}, errNotOpened() // no metadata can exist for it
		}
		c, err := s.Libraries.Of(by.Workspace).paidBy(by.Workspace).find(ctx, folder)
		if errors.Is(err, ErrNoMetadata) {
			return GetEpisodesOutput{}, errNotOpened()
		}
		if err != nil {
			return GetEpisodesOutput{}, err
		}
		if c.meta.TMDBTvShow == nil && !c.meta.confirmed() {
			return GetEpisodesOutput{}, errNoShow()
		}
		return c.joined(), nil
	})
}

// Joined lists the episodes of the folder's show, and the file of each. Without a description they are those of the files.
func (m *Metadata) Joined() GetEpisodesOutput { return join(m) }

// join finds the file of each episode. If two files have the same episode, the last counts.
func join(m *Metadata) GetEpisodesOutput {
	files := make(map[episodeKey]string, len(m.MediaFiles))
	for i := range m.MediaFiles {
		if f := &m.MediaFiles[i]; f.Numbered() {
			files[episodeKey{*f.SeasonNumber, *f.EpisodeNumber}] = f.Text()
		}
	}
	show := m.TMDBTvShow
	if show == nil {
		show = m.confirmedShow()
	}
	total := 0
	for i := range show.Seasons {
		total += len(show.Seasons[i].Episodes)
	}
	out := GetEpisodesOutput{Episodes: make([]EpisodeFile, 0, total), TotalCount: total, ShowName: show.Name, NumberOfSeasons: show.NumberOfSeasons}
	for i := range show.Seasons {
		season := &show.Seasons[i]
		for j := range season.Episodes {
			e := &season.Episodes[j]
			out.Episodes = append(out.Episodes, EpisodeFile{
				Season: season.SeasonNumber, Episode: e.EpisodeNumber, Title: e.Name,
				VideoFilePath: files[episodeKey{season.SeasonNumber, e.EpisodeNumber}],
			})
		}
	}
	return out
}
