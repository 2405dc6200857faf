package media

import (
	"bytes"
	"encoding/json"

	"plotline/media/fields"
)

// Encode writes a metadata file: what Decode read, with what was changed since, indented by two
// spaces as SMM does.
func (m *Metadata) Encode() []byte {
	files := make([]json.RawMessage, 0, len(m.MediaFiles)+len(m.odd))
	for i := range m.MediaFiles {
		files = append(files, m.MediaFiles[i].encode())
	}
	files = append(files, m.odd...)
	raw := m.kept.Write(
		pathMember(m.kept, "mediaFolderPath", m.MediaFolderPath),
		m.kept.Text("type", m.Type),
		fields.Known{Name: "mediaFiles", Value: fields.Join(files)},
		m.TMDBTvShow.known("tmdbTvShow"),
	)
	var b bytes.Buffer
	_ = json.Indent(&b, raw, "", "  ") // which is JSON
	b.WriteByte('\n')
	return b.Bytes()
}

// pathMember keeps the text of a path that is written in another form but means the same.
func pathMember(o fields.Object, name string, p Path) fields.Known {
	if text, err := fields.Text(o.Get(name)); err == nil {
		if old, _ := ParsePath(text); old == p && text != "" {
			return o.Text(name, text)
		}
	}
	return o.Text(name, string(p))
}

func (f *MediaFile) encode() json.RawMessage {
	return f.kept.Write(
		pathMember(f.kept, "absolutePath", f.AbsolutePath),
		f.kept.Int("seasonNumber", f.SeasonNumber),
		f.kept.Int("episodeNumber", f.EpisodeNumber),
		f.kept.Items("subtitleFilePaths", quoted(f.SubtitleFilePaths)),
		f.kept.Items("audioFilePaths", quoted(f.AudioFilePaths)),
	)
}

func quoted(texts []string) []json.RawMessage {
	items := make([]json.RawMessage, len(texts))
	for i, text := range texts {
		items[i] = fields.Quote(text)
	}
	return items
}

func (s *TVShow) known(name string) fields.Known {
	if s == nil {
		return fields.Known{Name: name}
	}
	id := fields.Known{Name: "id", Value: s.kept.Get("id")}
	if s.ID != 0 {
		id = s.kept.Int("id", &s.ID)
	}
	seasons := make([]json.RawMessage, len(s.Seasons))
	for i := range s.Seasons {
		seasons[i] = s.Seasons[i].encode()
	}
	list := s.kept.Items("seasons", seasons)
	if s.kept == nil {
		list.Value = fields.Join(seasons) // a new show has the list, also an empty one
	}
	return fields.Known{Name: name, Value: s.kept.Write(
		id,
		s.kept.Text("name", s.Name),
		s.kept.Count("number_of_seasons", s.NumberOfSeasons),
		s.kept.Count("number_of_episodes", s.NumberOfEpisodes),
		list,
	)}
}

func (s *Season) encode() json.RawMessage {
	episodes := make([]json.RawMessage, len(s.Episodes))
	for i := range s.Episodes {
		episodes[i] = s.Episodes[i].encode()
	}
	return s.kept.Write(
		s.kept.Count("season_number", s.SeasonNumber),
		s.kept.Text("name", s.Name),
		s.kept.Items("episodes", episodes),
	)
}

func (e *Episode) encode() json.RawMessage {
	return e.kept.Write(
		e.kept.Count("episode_number", e.EpisodeNumber),
		e.kept.Text("name", e.Name),
		e.kept.Text("overview", e.Overview),
		e.kept.Text("air_date", e.AirDate),
	)
}
