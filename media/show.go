package media

import (
	"slices"
	"strconv"
)

// season returns the season with a number, and adds it if necessary.
func (s *TVShow) season(number int) *Season {
	for i := range s.Seasons {
		if s.Seasons[i].SeasonNumber == number {
			return &s.Seasons[i]
		}
	}
	name := "Season " + strconv.Itoa(number)
	if number == 0 {
		name = "Specials"
	}
	s.Seasons = append(s.Seasons, Season{SeasonNumber: number, Name: name})
	return &s.Seasons[len(s.Seasons)-1]
}

// count sets the totals as TMDB counts them, without specials. It never lowers them.
func (s *TVShow) count() {
	seasons, episodes := 0, 0
	for _, season := range s.Seasons {
		if season.SeasonNumber > 0 {
			seasons++
			episodes += len(season.Episodes)
		}
	}
	s.NumberOfSeasons = max(s.NumberOfSeasons, seasons)
	s.NumberOfEpisodes = max(s.NumberOfEpisodes, episodes)
}

// copy returns a show that shares no list with s.
func (s *TVShow) copy() *TVShow {
	c := *s
	c.Seasons = slices.Clone(s.Seasons)
	for i := range c.Seasons {
		c.Seasons[i].Episodes = slices.Clone(c.Seasons[i].Episodes)
	}
	return &c
}

// add adds the missing seasons and episodes from another description, and fills in empty texts.
func (s *TVShow) add(other *TVShow) {
	if s.Name == "" {
		s.Name = other.Name
	}
	if s.ID == 0 {
		s.ID = other.ID
	}
	for _, from := range other.Seasons {
		season := s.season(from.SeasonNumber)
		season.Partial = season.Partial || from.Partial && len(season.Episodes) == 0
		byNumber := map[int]int{}
		for i, e := range season.Episodes {
			byNumber[e.EpisodeNumber] = i
		}
		for _, e := range from.Episodes {
			if at, there := byNumber[e.EpisodeNumber]; there {
				season.Episodes[at].fill(e)
			} else {
				season.Episodes = append(season.Episodes, e)
			}
		}
	}
	s.count()
}

func (e *Episode) fill(other Episode) {
	for _, pair := range [][2]*string{{&e.Name, &other.Name}, {&e.Overview, &other.Overview}, {&e.AirDate, &other.AirDate}} {
		if *pair[0] == "" {
			*pair[0] = *pair[1]
		}
	}
}

// mergeUnknownFields returns the fresh description with the unknown fields that the old one of the same show has.
// Seasons that could not be fetched keep their old episodes.
func (s *TVShow) mergeUnknownFields(old *TVShow, missing map[int]bool) *TVShow {
	fresh := s.copy()
	if old == nil || (old.ID != 0 && old.ID != s.ID) {
		return fresh
	}
	fresh.kept = old.kept
	seasons := make(map[int]Season, len(old.Seasons))
	for _, season := range old.Seasons {
		seasons[season.SeasonNumber] = season
	}
	for i := range fresh.Seasons {
		season := &fresh.Seasons[i]
		before := seasons[season.SeasonNumber]
		season.kept = before.kept
		if missing[season.SeasonNumber] {
			season.Episodes, season.Partial = before.Episodes, before.Partial
			continue
		}
		episodes := make(map[int]Episode, len(before.Episodes))
		for _, e := range before.Episodes {
			episodes[e.EpisodeNumber] = e
		}
		for j := range season.Episodes {
			season.Episodes[j].kept = episodes[season.Episodes[j].EpisodeNumber].kept
		}
	}
	return fresh
}
