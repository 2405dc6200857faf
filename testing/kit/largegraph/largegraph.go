// Package largegraph makes large graphs with the structure of real ones, for tests and measurements of pages.
// Episodes belong to topics of different size and duration. Most relationships are within a topic.
package largegraph

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"
)

// Shape says how large a graph is.
type Shape struct {
	Episodes int
	// Hub is the number of episodes that are part of the first one, at most Episodes-1.
	Hub int
}

// Months is the time that the episodes cover.
const Months = 14

// start is the time of the first episode.
var start = time.Date(2025, 9, 1, 6, 0, 0, 0, time.UTC)

type line struct {
	Type       string         `json:"type"`
	EpisodeID  string         `json:"episode_id,omitempty"`
	Name       string         `json:"name,omitempty"`
	Query      string         `json:"query,omitempty"`
	Reflection string         `json:"reflection,omitempty"`
	Reward     *float64       `json:"reward,omitempty"`
	Tags       []string       `json:"tags,omitempty"`
	Metadata   map[string]any `json:"metadata,omitempty"`
	ID         string         `json:"id,omitempty"`
	From       string         `json:"from_episode_id,omitempty"`
	To         string         `json:"to_episode_id,omitempty"`
	Kind       string         `json:"relationship_type,omitempty"`
	Strength   float64        `json:"strength,omitempty"`
	CreatedAt  time.Time      `json:"created_at"`
}

// episode is an episode before it has a number.
type episode struct {
	topic, place int
	at           time.Time
	reward       float64
}

// Write writes a graph as JSON Lines, which `plotline import file` reads. The same shape gives the same bytes. It
// returns the number of relationships.
func Write(w io.Writer, s Shape) (relationships int, err error) {
	random := rand.New(rand.NewPCG(uint64(s.Episodes), 7)) //nolint:gosec // a repeatable graph, not secret
	out := bufio.NewWriter(w)
	encoder := json.NewEncoder(out)
	episodes := spread(random, s.Episodes)
	for i, e := range episodes {
		if err := encoder.Encode(describe(random, i, e)); err != nil {
			return 0, err
		}
	}
	for i, r := range relate(random, episodes, s.Hub) {
		r.Type, r.ID, r.CreatedAt = "relationship", id(0x9000, i), episodes[r.later].at
		r.From, r.To = id(0x8000, r.from), id(0x8000, r.to)
		if err := encoder.Encode(r.line); err != nil {
			return 0, err
		}
		relationships++
	}
	return relationships, out.Flush()
}

func id(group, i int) string { return fmt.Sprintf("019a0000-0000-7000-%04x-%012x", group, i) }

// spread divides the episodes into topics, and orders them by time.
func spread(random *rand.Rand, n int) []episode {
	whole := time.Duration(Months) * 30 * 24 * time.Hour
	var list []episode
	for topic := 0; len(list) < n; topic++ {
		size := min(n-len(list), max(3, n/400, int(float64(n)*0.05/(1+float64(topic)*0.15)*(0.5+random.Float64()))))
		length := time.Duration(float64(whole) * (0.05 + 0.4*random.Float64()))
		begin := time.Duration(random.Int64N(int64(whole - length)))
		mean := random.Float64()*1.3 - 0.5
		for place := range size {
			at := start.Add(begin + time.Duration(float64(length)*(float64(place)+random.Float64())/float64(size)))
			reward := max(-1, min(1, mean+random.NormFloat64()*0.35))
			list = append(list, episode{topic, place, at.Truncate(time.Microsecond), float64(int(reward*100)) / 100})
		}
	}
	slices.SortStableFunc(list, func(a, b episode) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.topic, b.topic)) })
	return list
}

type relationship struct {
	line

	from, to, later int
}

// relate adds about two and a half relationships for each episode.
func relate(random *rand.Rand, episodes []episode, hub int) []relationship {
	var list []relationship
	taken := map[[2]int]bool{}
	add := func(from, to int, kind string) {
		if from == to || taken[[2]int{from, to}] {
			return
		}
		taken[[2]int{from, to}] = true
		strength := float64(30+random.IntN(71)) / 100
		list = append(list, relationship{line{Kind: kind, Strength: strength}, from, to, max(from, to)})
	}
	members := map[int][]int{}
	for i, e := range episodes {
		before := members[e.topic]
		members[e.topic] = append(before, i)
		recent := func(most int) int { return before[max(0, len(before)-1-random.IntN(most))] }
		if len(before) > 0 {
			add(before[len(before)-1], i, "follows")
			for kind, chance := range chances {
				if random.Float64() < chance.of {
					switch earlier := recent(chance.within); chance.kind {
					case "causes":
						add(earlier, i, "causes")
					default:
						add(i, earlier, chances[kind].kind)
					}
				}
			}
		}
		if random.Float64() < 0.03 && i > 50 {
			add(i, i-1-random.IntN(50), "related_to")
		}
		if i > 0 && i <= hub {
			add(i, 0, "part_of")
		}
	}
	return list
}

var chances = []struct {
	kind   string
	of     float64
	within int
}{{"causes", 0.45, 8}, {"part_of", 0.25, 30}, {"refines", 0.15, 5}, {"contradicts", 0.07, 5}, {"related_to", 0.3, 20}}

var (
	verbs   = []string{"Try", "Measure", "Repair", "Rewrite", "Test", "Remove", "Compare", "Explain", "Speed up", "Design"}
	objects = []string{"cache", "queue", "retries", "tests", "index", "form", "logs", "limits", "errors", "settings"}
	topics  = []string{
		"checkout", "search", "billing", "sign-in", "mail", "reports", "the importer", "the scheduler", "the gateway", "uploads",
		"заказы", "検索", "الفواتير", "登录", "메일", "ค้นหา", "αναφορές", "השרת", "खोज", "👩🏽‍💻 pairing",
	}
	agents = []string{"ada", "grace", "alan", "barbara", "nightly"}
)

func describe(random *rand.Rand, i int, e episode) line {
	topic := topics[e.topic%len(topics)]
	if round := e.topic / len(topics); round > 0 {
		topic = fmt.Sprintf("%s %d", topic, round+1)
	}
	object := objects[random.IntN(len(objects))]
	name := fmt.Sprintf("%s the %s of %s", verbs[random.IntN(len(verbs))], object, topic)
	return line{
		Type: "episode", EpisodeID: id(0x8000, i), Name: name, Query: fmt.Sprintf("%s, part %d. What happens under load?", name, e.place),
		Reflection: "Measured first, then changed one thing at a time.", Reward: &e.reward, CreatedAt: e.at,
		Tags: []string{topic, object}, Metadata: map[string]any{"agent": agents[e.topic%len(agents)]},
	}
}
