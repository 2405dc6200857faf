// Package recallset makes a benchmark of recall from the history of a project whose fixes name the commits
// that they mend. Each commit is an episode, which causes its fix. Each fix that names earlier commits is a
// question, asked before the fix is stored: which earlier commit caused this?
package recallset

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"plotline/graph"
	"plotline/internal/clip"
)

// Commit is a line of the data.
type Commit struct {
	SHA     string     `json:"sha"`
	Date    graph.Time `json:"date"`
	Subject string     `json:"subject"`
	Body    string     `json:"body"`
	Area    string     `json:"area"`
	Fixes   []string   `json:"fixes"`
	// Follows is the previous turn of a conversation, or "".
	Follows string `json:"-"`
	// Kind groups questions for a report, or is "".
	Kind string `json:"-"`
}

// Read reads a history: one JSON object a line, compressed by gzip, oldest first.
func Read(path string) (list []Commit, err error) {
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
		var c Commit
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, lines.Err()
}

// episode returns the episode for a commit.
func (c Commit) episode() graph.CreateEpisodeInput {
	e := graph.CreateEpisodeInput{Name: clip.Runes(c.Subject, 200), Query: c.Text()}
	if c.Date != 0 {
		e.CreatedAt = &c.Date
	}
	if c.Area != "" {
		e.Tags = []string{clip.Runes(c.Area, 200)}
	}
	return e
}

// Text returns subject and body. It is the text of the episode and of the question.
func (c Commit) Text() string { return strings.TrimSpace(c.Subject + "\n" + c.Body) }

// Questions draws the indexes of commits that mend earlier ones, with a fixed seed. A smaller number gives
// the first questions of a larger one.
func Questions(list []Commit, number int) (map[int]bool, error) {
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
	if len(chosen) == 0 {
		return nil, errors.New("no commit of the history names an earlier one that it fixes")
	}
	return chosen, nil
}

// atOnce is the number of commits in one batch.
const atOnce = 500

// StoreAll stores a history without questions.
func StoreAll(ctx context.Context, g *Graph, list []Commit) error {
	for some := range slices.Chunk(list, atOnce) {
		if err := g.Store(ctx, some); err != nil {
			return err
		}
	}
	return nil
}

// Walk processes a history in order. Before each question it stores the earlier commits.
func Walk(list []Commit, asked map[int]bool, store func([]Commit) error, ask func(Commit) error) error {
	begin := 0
	for i, c := range list {
		if i > begin && (asked[i] || i-begin == atOnce) {
			if err := store(list[begin:i]); err != nil {
				return err
			}
			begin = i
		}
		if asked[i] {
			if err := ask(c); err != nil {
				return fmt.Errorf("commit %s: %w", c.SHA, err)
			}
		}
	}
	return nil
}
