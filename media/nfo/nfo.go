// Package nfo reads the NFO files of Kodi (https://kodi.wiki/view/NFO_files) and Jellyfin: XML beside the videos that
// describes a show, movie or episode. It accepts what occurs in practice: many encodings, the entities of HTML, several
// episodes in one file, a line with a URL after them.
package nfo

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// File is the content of an NFO file.
type File struct {
	Show     *Show     // of tvshow.nfo
	Movie    bool      // the file describes a movie
	Episodes []Episode // two or more if the video holds several
}

// Show is a show from tvshow.nfo.
type Show struct {
	Title string
	Year  int // of the first broadcast; 0 if unknown
	TMDB  int // TMDB's id; 0 if unknown
}

// Episode is one episode. A number is nil if it is missing, or -1 as Kodi writes it.
type Episode struct {
	Season, Episode *int
	Title           string
	Plot            string
	Aired           string // YYYY-MM-DD, or empty
}

// element has the elements of every kind of NFO that Parse reads.
type element struct {
	Title     string     `xml:"title"`
	Year      string     `xml:"year"`
	Premiered string     `xml:"premiered"`
	Aired     string     `xml:"aired"`
	Plot      string     `xml:"plot"`
	Season    string     `xml:"season"`
	Episode   string     `xml:"episode"`
	Last      string     `xml:"episodenumberend"` // of Jellyfin
	TMDB      string     `xml:"tmdbid"`
	IDs       []uniqueID `xml:"uniqueid"`
}

type uniqueID struct {
	Type string `xml:"type,attr"`
	Text string `xml:",chardata"`
}

// maxEpisodes is the maximum number of episodes that one element describes.
const maxEpisodes = 20

// Parse reads an NFO file in UTF-8, UTF-16 or the encoding that it declares. One without a declaration may be in
// Latin-1. An error says in plain words what is wrong; Parse returns it together with what it read before the mistake.
// For a file with only a URL and no XML it returns an empty File.
func Parse(raw []byte) (File, error) {
	raw, err := toUTF8(raw)
	if err != nil {
		return File{}, err
	}
	d := xml.NewDecoder(bytes.NewReader(raw))
	d.Strict = false
	d.Entity = xml.HTMLEntity
	d.CharsetReader = decoded
	var f File
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return f, nil
		}
		if err == nil {
			if start, ok := token.(xml.StartElement); ok {
				err = f.read(d, start)
			}
		}
		if err != nil {
			return f, plain(err)
		}
	}
}

func (f *File) read(d *xml.Decoder, start xml.StartElement) error {
	kind := strings.ToLower(start.Name.Local)
	if kind != "tvshow" && kind != "movie" && kind != "episodedetails" {
		if kind == "xbmcmultiepisode" || kind == "kodimultiepisode" { // roots of several episodes
			return nil
		}
		return d.Skip()
	}
	var e element
	if err := d.DecodeElement(&e, &start); err != nil {
		return err
	}
	switch kind {
	case "tvshow":
		f.Show = &Show{Title: line(e.Title), Year: e.year(), TMDB: e.tmdb()}
	case "movie":
		f.Movie = true
	default:
		f.Episodes = append(f.Episodes, e.episodes()...)
	}
	return nil
}

// episodes returns the episodes of an element. Jellyfin writes the first and the last of several.
func (e *element) episodes() []Episode {
	one := Episode{
		Season: number(e.Season), Episode: number(e.Episode), Title: line(e.Title),
		Plot: strings.TrimSpace(e.Plot), Aired: date(e.Aired),
	}
	all := []Episode{one}
	last := number(e.Last)
	if one.Episode == nil || last == nil || *last-*one.Episode >= maxEpisodes {
		return all
	}
	for next := *one.Episode + 1; next <= *last; next++ {
		one.Episode = new(next)
		all = append(all, one)
	}
	return all
}

func (e *element) year() int {
	for _, text := range []string{e.Year, e.Premiered} {
		if text = strings.TrimSpace(text); len(text) >= 4 {
			if year := number(text[:4]); year != nil && *year > 1800 {
				return *year
			}
		}
	}
	return 0
}

func (e *element) tmdb() int {
	for _, id := range e.IDs {
		if n := number(id.Text); strings.EqualFold(id.Type, "tmdb") && n != nil {
			return *n
		}
	}
	if n := number(e.TMDB); n != nil {
		return *n
	}
	return 0
}

// number reads a whole number that is not negative.
func number(text string) *int {
	n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 31)
	if err != nil {
		return nil
	}
	return new(int(n))
}

// line returns the text without line breaks and repeated spaces.
func line(text string) string { return strings.Join(strings.Fields(text), " ") }

// date returns the text if it has the form of a date, and "" otherwise.
func date(text string) string {
	text = strings.TrimSpace(text)
	if len(text) > 10 { // a time follows
		text = text[:10]
	}
	for i, r := range text {
		if digit := r >= '0' && r <= '9'; digit == (i == 4 || i == 7) || (!digit && r != '-') {
			return ""
		}
	}
	if len(text) != 10 {
		return ""
	}
	return text
}

// plain describes where the XML is broken, without the decoder's wording.
func plain(err error) error {
	if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
		return fmt.Errorf("its XML is broken in line %d", syntax.Line)
	}
	return fmt.Errorf("it cannot be read: %w", err)
}
