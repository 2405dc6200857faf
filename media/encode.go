package media

import (
	"bytes"
	"encoding/json"

	"plotline/media/fields"
)

// Encode writes a metadata file: what Decode read, with all later changes. It indents by two spaces as
// SMM does.
func (m *Metadata) Encode() []byte {
	files := make([]json.RawMessage, 0, len(m.MediaFiles)+len(m.odd))
	for i := range m.MediaFiles {
		files = append(files, m.MediaFiles[i].encode())
	}
	files = append(files, m.odd...)
	o := m.kept.object()
	raw := o.Write(
		pathMember(o, "mediaFolderPath", m.MediaFolderPath),
		o.Text("type", m.Type),
		fields.Known{Name: "mediaFiles", Value: fields.Join(files)},
		m.TMDBTvShow.known("tmdbTvShow"),
		m.Numbering.known("numbering", o.Get("numbering")),
		fields.Known{Name: replacedField, Value: m.replaced},
	)
	var b bytes.Buffer
	_ = json.Indent(&b, raw, "", "  ") // raw is valid JSON
	b.WriteByte('\n')
	return b.Bytes()
}

// pathMember keeps the text of a path that is written in another form but is the same path.
func pathMember(o fields.Object, name string, p Path) fields.Known {
	if text, err := fields.Text(o.Get(name)); err == nil {
		if old, _ := ParsePath(text); old == p && text != "" {
			return o.Text(name, text)
		}
	}
	return o.Text(name, string(p))
}

func (f *MediaFile) encode() json.RawMessage {
	o := f.kept.object()
	return o.Write(
		pathMember(o, "absolutePath", f.AbsolutePath),
		o.Int("seasonNumber", f.SeasonNumber),
		o.Int("episodeNumber", f.EpisodeNumber),
		o.Items("subtitleFilePaths", quoted(f.SubtitleFilePaths)),
		o.Items("audioFilePaths", quoted(f.AudioFilePaths)),
		o.Flag("numbersFromNfo", f.NumbersFromNFO),
	)
}

func quoted(texts []string) []json.RawMessage {
	items := make([]json.RawMessage, len(texts))
	for i, text := range texts {
		items[i] = fields.Quote(text)
	}
	return items
}

// known keeps a value of another type, unless something is decided.
func (n Numbering) known(name string, old json.RawMessage) fields.Known {
	o, err := fields.Parse(old)
	if err != nil && n == (Numbering{}) {
		return fields.Known{Name: name, Value: old}
	}
	return fields.Known{Name: name, Value: o.Write(o.Flag("absolute", n.Absolute), o.Flag("specials", n.Specials))}
}

func (s *TVShow) known(name string) fields.Known {
	if s == nil {
		return fields.Known{Name: name}
	}
	o := s.kept.object()
	id := fields.Known{Name: "id", Value: o.Get("id")}
	if s.ID != 0 {
		id = o.Int("id", &s.ID)
	}
	seasons := make([]json.RawMessage, len(s.Seasons))
	for i := range s.Seasons {
		seasons[i] = s.Seasons[i].encode()
	}
	list := o.Items("seasons", seasons)
	if o == nil {
		list.Value = fields.Join(seasons) // a new show always has the list, even if it is empty
	}
	return fields.Known{Name: name, Value: o.Write(
		id,
		o.Text("name", s.Name),
		o.Count("number_of_seasons", s.NumberOfSeasons),
		o.Count("number_of_episodes", s.NumberOfEpisodes),
		list,
	)}
}

func (s *Season) encode() json.RawMessage {
	episodes := make([]json.RawMessage, len(s.Episodes))
	for i := range s.Episodes {
		episodes[i] = s.Episodes[i].encode()
	}
	o := s.kept.object()
	return o.Write(
		o.Count("season_number", s.SeasonNumber),
		o.Text("name", s.Name),
		o.Items("episodes", episodes),
		o.Flag("partial", s.Partial),
	)
}

func (e *Episode) encode() json.RawMessage {
	o := e.kept.object()
	return o.Write(
		o.Count("episode_number", e.EpisodeNumber),
		o.Text("name", e.Name),
		o.Text("overview", e.Overview),
		o.Text("air_date", e.AirDate),
	)
}
