// Package tmdb asks The Movie Database (https://developer.themoviedb.org/reference) about shows. It
// is a small client of our own, since none of the others takes a context. The key stands in no error
// and in no log.
package tmdb

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"plotline/graph/outward"
)

// DefaultURL is the public service, version 3 of its interface.
const DefaultURL = "https://api.themoviedb.org/3"

// Config says whom to ask and with what key.
type Config struct {
	BaseURL string // empty for DefaultURL
	// Key is an API key (version 3 of TMDB's authentication) or a read access token (version 4).
	Key     string
	Timeout time.Duration     // of one request; 0 is 15 seconds
	HTTP    http.RoundTripper // nil for Go's own
}

// Client asks TMDB. It is safe for concurrent use.
type Client struct {
	base    string
	key     string
	service *outward.Service
}

// New makes a client. Without a key there is nobody to ask: it is nil.
func New(c Config) *Client {
	if strings.TrimSpace(c.Key) == "" {
		return nil
	}
	base := strings.TrimRight(c.BaseURL, "/")
	if base == "" {
		base = DefaultURL
	}
	if c.Timeout == 0 {
		c.Timeout = 15 * time.Second
	}
	return &Client{base: base, key: strings.TrimSpace(c.Key), service: service(c.HTTP, c.Timeout)}
}

// bearer tells whether the key is a token, which goes into a header: it is a JWT, or longer than the
// 32 characters of an API key.
func (c *Client) bearer() bool { return strings.Count(c.key, ".") == 2 || len(c.key) > 40 }

// Match is a show that a search found.
type Match struct {
	ID           int    `json:"id"`
	Name         string `json:"name"`
	OriginalName string `json:"original_name"`
	FirstAirDate string `json:"first_air_date"`
}

// Show is a show with the heads of its seasons; specials are season 0.
type Show struct {
	ID               int          `json:"id"`
	Name             string       `json:"name"`
	NumberOfSeasons  int          `json:"number_of_seasons"`
	NumberOfEpisodes int          `json:"number_of_episodes"`
	Seasons          []SeasonHead `json:"seasons"`
}

// SeasonHead is a season as the show lists it.
type SeasonHead struct {
	SeasonNumber int    `json:"season_number"`
	Name         string `json:"name"`
}

// Season is a season with its episodes.
type Season struct {
	SeasonNumber int       `json:"season_number"`
	Name         string    `json:"name"`
	Episodes     []Episode `json:"episodes"`
}

// Episode is one episode of a season.
type Episode struct {
	EpisodeNumber int    `json:"episode_number"`
	Name          string `json:"name"`
	Overview      string `json:"overview"`
	AirDate       string `json:"air_date"` // YYYY-MM-DD
}

// Search finds shows by their title, best first; year 0 is any. None is no error.
func (c *Client) Search(ctx context.Context, title string, year int, language string) ([]Match, error) {
	query := url.Values{"query": {title}, "language": {language}}
	if year > 0 {
		query.Set("first_air_date_year", strconv.Itoa(year))
	}
	var found struct {
		Results []Match `json:"results"`
	}
	err := c.get(ctx, "/search/tv", query, &found)
	return found.Results, err
}

// Show gives a show by its id, with names in a language such as en-US.
func (c *Client) Show(ctx context.Context, id int, language string) (Show, error) {
	var show Show
	err := c.get(ctx, "/tv/"+strconv.Itoa(id), url.Values{"language": {language}}, &show)
	return show, err
}

// Season gives one season of a show.
func (c *Client) Season(ctx context.Context, id, number int, language string) (Season, error) {
	var season Season
	err := c.get(ctx, "/tv/"+strconv.Itoa(id)+"/season/"+strconv.Itoa(number), url.Values{"language": {language}}, &season)
	return season, err
}
