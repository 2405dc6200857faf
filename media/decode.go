package media

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"plotline/media/fields"
)

// Decode reads a metadata file. Numbers and lists may be missing or null. Invalid entries of mediaFiles
// are kept aside. It returns an error if the text is not a JSON object, has no absolute mediaFolderPath,
// or has a wrong type in a known field.
func Decode(raw []byte) (*Metadata, error) {
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	if !utf8.Valid(raw) {
		return nil, errors.New("the text is not UTF-8")
	}
	if !fields.Valid(raw) {
		return nil, errors.New("the text is not JSON, or only a part of it")
	}
	o, err := fields.Parse(raw)
	if err != nil {
		return nil, err
	}
	m := &Metadata{kept: kept(raw), replaced: o.Get(replacedField)}
	r := reader{o: o}
	folder := r.text("mediaFolderPath")
	m.Type = r.text("type")
	m.readFiles(r.list("mediaFiles"))
	if show := o.Get("tmdbTvShow"); show != nil && r.err == nil {
		m.TMDBTvShow, r.err = decodeShow(show)
	}
	if r.err != nil {
		return nil, r.err
	}
	if numbering, err := fields.Parse(o.Get("numbering")); err == nil {
		m.Numbering = Numbering{Absolute: fields.IsTrue(numbering.Get("absolute")), Specials: fields.IsTrue(numbering.Get("specials"))}
	}
	var ok bool
	if m.MediaFolderPath, ok = ParsePath(folder); !ok {
		return nil, fmt.Errorf("mediaFolderPath is not an absolute path: %.200q", folder)
	}
	return m, nil
}

func (m *Metadata) readFiles(items []json.RawMessage) {
	m.MediaFiles = make([]MediaFile, 0, len(items))
	object := make(fields.Object, 0, 16)
	for _, item := range items {
		f, err := decodeFile(object, item)
		if err == nil {
			m.MediaFiles = append(m.MediaFiles, f)
		} else {
			m.odd = append(m.odd, item)
		}
	}
}

func decodeFile(object fields.Object, raw json.RawMessage) (MediaFile, error) {
	o, err := fields.ParseInto(object, raw)
	if err != nil {
		return MediaFile{}, err
	}
	r := reader{o: o}
	f := MediaFile{
		kept: kept(raw), text: r.text("absolutePath"),
		SeasonNumber: r.number("seasonNumber"), EpisodeNumber: r.number("episodeNumber"),
		SubtitleFilePaths: r.texts("subtitleFilePaths"), AudioFilePaths: r.texts("audioFilePaths"),
		NumbersFromNFO: fields.IsTrue(o.Get("numbersFromNfo")),
	}
	f.read, _ = ParsePath(f.text)
	f.AbsolutePath = f.read
	if f.text == "" && r.err == nil {
		r.err = errors.New("absolutePath is missing")
	}
	return f, r.err
}

func decodeShow(raw json.RawMessage) (*TVShow, error) {
	o, err := fields.Parse(raw)
	if err != nil {
		return nil, fmt.Errorf("tmdbTvShow: %w", err)
	}
	r := reader{o: o}
	show := &TVShow{
		kept: kept(raw), ID: r.lenientCount("id"), Name: r.text("name"),
		NumberOfSeasons: r.count("number_of_seasons"), NumberOfEpisodes: r.count("number_of_episodes"),
	}
	show.Seasons = each(&r, "seasons", decodeSeason)
	return show, r.err
}

func decodeSeason(o fields.Object, raw json.RawMessage) (Season, error) {
	r := reader{o: o}
	s := Season{kept: kept(raw), SeasonNumber: r.count("season_number"), Name: r.text("name"), Partial: fields.IsTrue(o.Get("partial"))}
	s.Episodes = each(&r, "episodes", decodeEpisode)
	return s, r.err
}

func decodeEpisode(o fields.Object, raw json.RawMessage) (Episode, error) {
	r := reader{o: o}
	e := Episode{
		kept: kept(raw), EpisodeNumber: r.count("episode_number"), Name: r.text("name"),
		Overview: r.text("overview"), AirDate: r.text("air_date"),
	}
	return e, r.err
}

// each decodes a list of objects.
func each[T any](r *reader, name string, decode func(fields.Object, json.RawMessage) (T, error)) []T {
	items := r.list(name)
	if len(items) == 0 {
		return nil
	}
	list := make([]T, 0, len(items))
	object := make(fields.Object, 0, 32)
	for i, item := range items {
		o, err := fields.ParseInto(object, item)
		if err == nil {
			var value T
			value, err = decode(o, item)
			list = append(list, value)
		}
		if err != nil {
			r.fail(fmt.Sprintf("%s[%d]", name, i), err)
			return nil
		}
	}
	return list
}

// reader reads members of an object and keeps the first error.
type reader struct {
	o   fields.Object
	err error
}

func (r *reader) fail(name string, err error) {
	if err != nil && r.err == nil {
		r.err = fmt.Errorf("%s: %w", name, err)
	}
}

func (r *reader) text(name string) string {
	text, err := fields.Text(r.o.Get(name))
	r.fail(name, err)
	return text
}

func (r *reader) number(name string) *int {
	n, given, err := fields.Int(r.o.Get(name))
	r.fail(name, err)
	if !given {
		return nil
	}
	return &n
}

func (r *reader) count(name string) int {
	n, _, err := fields.Int(r.o.Get(name))
	r.fail(name, err)
	return n
}

// lenientCount is like count, but ignores errors. It is for fields that get-episodes does not need.
func (r *reader) lenientCount(name string) int {
	n, _, _ := fields.Int(r.o.Get(name))
	return n
}

func (r *reader) list(name string) []json.RawMessage {
	items, err := fields.List(r.o.Get(name))
	r.fail(name, err)
	return items
}

func (r *reader) texts(name string) []string {
	items := r.list(name)
	if len(items) == 0 {
		return nil
	}
	texts := make([]string, 0, len(items))
	for _, item := range items {
		text, err := fields.Text(item)
		r.fail(name, err)
		texts = append(texts, text)
	}
	return texts
}
