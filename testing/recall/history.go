package main

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"strings"

	"plotline/graph"
	"plotline/graph/clip"
)

// commit is a line of the data.
type commit struct {
	SHA     string     `json:"sha"`
	Date    graph.Time `json:"date"`
	Subject string     `json:"subject"`
	Body    string     `json:"body"`
	Area    string     `json:"area"`
	Fixes   []string   `json:"fixes"`
}

func readHistory(path string) (list []commit, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(unpacked)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c commit
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, lines.Err()
}

// episode lays a commit out.
func (c commit) episode() graph.CreateEpisodeInput {
	e := graph.CreateEpisodeInput{Name: clip.Runes(c.Subject, 200), Query: c.text(), CreatedAt: &c.Date}
	if c.Area != "" {
		e.Tags = []string{clip.Runes(c.Area, 200)}
	}
	return e
}

// text is subject and body: what the episode says, and what a question asks.
func (c commit) text() string { return strings.TrimSpace(c.Subject + "\n" + c.Body) }

// questions draws the places of commits that mend earlier ones.
func questions(list []commit, number int) map[int]bool {
	at := make(map[string]int, len(list))
	var all []int
	for i, c := range list {
		earlier := len(c.Fixes) > 0
		for _, sha := range c.Fixes {
			_, is := at[sha]
			earlier = earlier && is
		}
		if earlier {
			all = append(all, i)
		}
		at[c.SHA] = i
	}
	const seed = 1
	random := rand.New(rand.NewPCG(seed, seed)) //nolint:gosec // the same questions in each run
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	chosen := map[int]bool{}
	for _, i := range all[:min(number, len(all))] {
		chosen[i] = true
	}
	return chosen
}
