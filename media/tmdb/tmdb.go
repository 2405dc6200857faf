// Package tmdb is a small client for the TV shows of The Movie Database
// (https://developer.themoviedb.org/reference). Other clients do not accept a context. The key never
// appears in errors or logs.
package tmdb

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"plotline/internal/egress"
)

// DefaultURL is the public service, version 3 of its API.
const DefaultURL = "https://api.themoviedb.org/3"

// Config holds the address and the key of the service.
type Config struct {
	BaseURL string // empty means DefaultURL
	// Key is an API key (version 3 of TMDB's authentication) or a read access token (version 4).
	Key     string
	Timeout time.Duration     // of one request; 0 means 15 seconds
	HTTP    http.RoundTripper // nil means that of net/http
}

// Client sends requests to TMDB. It is safe for concurrent use.
type Client struct {
	base    string
	key     string
	service *egress.Service
}

// New returns a client, or nil without a key.
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

// bearer reports whether the key is a token, which is sent in a header. A token is a JWT, or longer than
// the 32 characters of an API key.
func (c *Client) bearer() bool { return strings.Count(c.key, ".") == 2 || len(c.key) > 40 }

// Match is a show that a search returned.
type Match struct {
	ID           int    `json:"id"`
	Name         string `json:"name"`
	OriginalName string `json:"original_name"`
	FirstAirDate string `json:"first_air_date"`
}

// Show is a show with its list of seasons; specials are season 0.
type Show struct {
	ID               int          `json:"id"`
	Name             string       `json:"name"`
	NumberOfSeasons  int          `json:"number_of_seasons"`
	NumberOfEpisodes int          `json:"number_of_episodes"`
	Seasons          []SeasonHead `json:"seasons"`
}

// SeasonHead is a season as listed in its show.
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

// Search finds shows by their title, best first; year 0 means any. An empty result is not an error.
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

// Show returns a show by its id, with names in a language such as en-US.
func (c *Client) Show(ctx context.Context, id int, language string) (Show, error) {
	var show Show
	err := c.get(ctx, "/tv/"+strconv.Itoa(id), url.Values{"language": {language}}, &show)
	return show, err
}

// Season returns one season of a show.
func (c *Client) Season(ctx context.Context, id, number int, language string) (Season, error) {
	var season Season
	err := c.get(ctx, "/tv/"+strconv.Itoa(id)+"/season/"+strconv.Itoa(number), url.Values{"language": {language}}, &season)
	return season, err
}
