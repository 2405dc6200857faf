package history

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/testing/kit/apiclient"
)

// Crowd is a set of clients that work on the same episodes.
type Crowd struct {
	clients  []apiclient.Client
	episodes []string
	began    time.Time
	keys     atomic.Int64

	mu     sync.Mutex
	events []Event
}

// size is the number of episodes for relationships, small enough that clients conflict. The first
// updatedEpisodes of them are also updated.
const (
	size            = 12
	updatedEpisodes = 3
)

// NewCrowd creates the episodes in an empty workspace.
func NewCrowd(ctx context.Context, clients []apiclient.Client) (*Crowd, error) {
	c := &Crowd{clients: clients, began: time.Now()}
	m := &member{Crowd: c, client: clients[0]}
	for range size {
		e, err := m.create(ctx, fmt.Sprint("first ", len(c.episodes)))
		if err != nil {
			return nil, err
		}
		c.episodes = append(c.episodes, e.Episode)
	}
	for _, id := range c.episodes[:updatedEpisodes] { // their initial values
		if err := m.read(ctx, id); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Run lets all clients work until the time is over and each kind of call was made the given number of
// times. It returns the recorded events, or an error if a reply is not allowed for clients.
func (c *Crowd) Run(ctx context.Context, long time.Duration, times int) ([]Event, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	end := time.Now().Add(long)
	errs := make([]error, len(c.clients))
	var working sync.WaitGroup
	for i, client := range c.clients {
		random := rand.New(rand.NewPCG(uint64(i), uint64(c.began.UnixNano()))) //nolint:gosec // not secret
		m := &member{Crowd: c, client: client, number: i, random: random, known: map[string]Event{}}
		working.Go(func() {
			for errs[i] == nil && ctx.Err() == nil && (time.Now().Before(end) || !c.enough(times)) {
				errs[i] = m.work(ctx)
			}
			if errs[i] != nil {
				cancel()
			}
		})
	}
	working.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	err := c.readAll(ctx)
	return c.events, err
}

// readAll makes every client read everything after the last change.
func (c *Crowd) readAll(ctx context.Context) error {
	for i, client := range c.clients {
		m := &member{Crowd: c, client: client, number: i, known: map[string]Event{}}
		for _, id := range c.episodes {
			if err := m.look(ctx, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// Counts returns how often each kind of call was made, and how often it was rejected.
func Counts(events []Event) (made, refused map[Kind]int) {
	made, refused = map[Kind]int{}, map[Kind]int{}
	for _, e := range events {
		made[e.Kind]++
		if e.Refused {
			refused[e.Kind]++
		}
	}
	return made, refused
}

func (c *Crowd) enough(times int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	made, _ := Counts(c.events[max(0, len(c.events)-50*times):])
	for _, kind := range []Kind{Create, Read, Update, Add, Remove, Look, Survey} {
		if made[kind] < times {
			return false
		}
	}
	return true
}

// member is one working client. known holds each episode as it last read it.
type member struct {
	*Crowd

	client apiclient.Client
	number int
	random *rand.Rand
	known  map[string]Event
	seen   []Event // relationships that it knows and may remove
}

// work makes one or two calls.
func (m *member) work(ctx context.Context) error {
	id, other := m.one(), m.one()
	kind := []graph.Type{graph.Follows, graph.Causes, graph.RelatedTo}[m.random.IntN(3)]
	switch draw := m.random.IntN(100); {
	case draw < 8: // several clients use the same key at about the same time
		_, err := m.create(ctx, fmt.Sprint("key ", m.keys.Add(1)/3))
		return err
	case draw < 30:
		return m.update(ctx, m.episodes[m.random.IntN(updatedEpisodes)])
	case draw < 58 && id != other:
		return m.add(ctx, Edge{id, other, kind})
	case draw < 70:
		return m.remove(ctx)
	case draw < 90:
		return m.look(ctx, id)
	case draw < 95:
		return m.survey(ctx, []graph.Type{graph.Follows, graph.Causes}[m.random.IntN(2)])
	default:
		return m.order(ctx)
	}
}

func (m *member) one() string { return m.episodes[m.random.IntN(len(m.episodes))] }

// call makes a call and records its event. Rejections with other codes than the given ones are errors.
func (m *member) call(ctx context.Context, e Event, useCase string, args map[string]any, out any, fine ...fault.Code) (Event, error) {
	e.Client, e.Began = m.number, int64(time.Since(m.began))
	answer, err := m.client.Call(ctx, useCase, args)
	e.Ended = int64(time.Since(m.began))
	if err != nil {
		return e, err
	}
	if e.Refused = slices.Contains(fine, answer.Code); e.Refused {
		return e, nil
	}
	if err := answer.Into(out); err != nil {
		return e, fmt.Errorf("%s %v: %w", useCase, args, err)
	}
	return e, nil
}

func (m *member) record(e Event) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.events = append(m.events, e)
}
