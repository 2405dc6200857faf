package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"plotline/testing/kit/httpclient"
	"plotline/testing/kit/serving"
)

const (
	writeTime     = time.Second / 2 // of one group of clients in one round
	startEpisodes = 1000            // episodes
)

var clientCounts = []int{1, 4, 16, 64}

// writers is a server with many concurrent writers.
type writers struct {
	server *httpclient.Server
	seed   *client
	ids    []string
	next   atomic.Int64 // number of the next write
	stored atomic.Int64 // acknowledged writes
}

// load is a kind of write: a numbered request, and a count of the stored ones.
type load struct {
	name    string
	request func(w *writers, n int) []byte
	count   func(w *writers) (int, error)
	aim     float64 // of 16 clients, relative to one; 0 is none
}

// benchWriters measures writes per second over HTTP, of one client and of many, in turn.
func benchWriters(ctx context.Context, o options, r *report) error {
	for _, store := range o.stores() {
		for _, l := range loads(store) {
			if err := l.measure(ctx, o, r, store); err != nil {
				return fmt.Errorf("%s, %s: %w", l.name, store, err)
			}
		}
	}
	return nil
}

func loads(store string) []load {
	aim := 0.0
	if store == "neo4j" {
		aim = 2
	}
	follows := func(name string, pairs [][2]int, aim float64) load {
		return load{"adds of follows, " + name, func(w *writers, n int) []byte {
			return w.server.JSON("POST", "/api/v1/relationships", fmt.Sprintf(
				`{"from_episode_id":%q,"to_episode_id":%q,"relationship_type":"follows"}`, w.ids[pairs[n][0]], w.ids[pairs[n][1]]))
		}, (*writers).relationships, aim}
	}
	inOrder := forwardPairs(startEpisodes)
	anyhow := slices.Clone(inOrder)
	random := rand.New(rand.NewPCG(16, 1)) //nolint:gosec // repeatable, not secret
	random.Shuffle(len(anyhow), func(i, j int) { anyhow[i], anyhow[j] = anyhow[j], anyhow[i] })
	return []load{
		follows("as time goes on", inOrder, cmp.Or(aim, 3)),
		follows("in random order", anyhow, aim),
		{"creates", func(w *writers, n int) []byte {
			return w.server.JSON("POST", "/api/v1/episodes", fmt.Sprintf(`{"query":"Task %d","reward":0.5}`, n))
		}, (*writers).created, aim},
	}
}

// forwardPairs returns every pair of n episodes, the earlier first, in the order in which agents write them: from the
// newest episode's direct predecessor back.
func forwardPairs(n int) [][2]int {
	pairs := make([][2]int, 0, n*(n-1)/2)
	for to := range n {
		for from := to - 1; from >= 0; from-- {
			pairs = append(pairs, [2]int{from, to})
		}
	}
	return pairs
}

// measure lets groups of each size write in turn, several times, and checks that nothing is lost.
func (l load) measure(ctx context.Context, o options, r *report, store string) error {
	return withWriters(ctx, o, store, func(w *writers) error {
		rates := map[int][]float64{}
		times := map[int][]time.Duration{}
		rounds := o.pick(15, 1)
		for round := range rounds + 1 {
			for _, clients := range clientCounts {
				rate, series, err := l.writeWith(ctx, w, clients)
				if err != nil {
					return err
				}
				if round > 0 { // the first warms up
					rates[clients], times[clients] = append(rates[clients], rate), append(times[clients], series...)
				}
			}
		}
		there, err := l.count(w)
		if err == nil && there != int(w.stored.Load()) {
			err = fmt.Errorf("%d are there, %d were acknowledged", there, w.stored.Load())
		}
		if err != nil {
			return err
		}
		l.report(r, store, rates, times)
		return nil
	})
}

func (l load) report(r *report, store string, rates map[int][]float64, times map[int][]time.Duration) {
	alone := slices.Clone(rates[1]) // by round, before the rates are sorted
	for _, clients := range clientCounts {
		ratio := medianRatio(rates[clients], alone)
		slices.Sort(rates[clients])
		f := row{
			Operation: fmt.Sprintf("%s, clients: %d", l.name, clients), Store: store, Size: "none lost", Unit: "a second",
			P50: rates[clients][len(rates[clients])/2], P95: rates[clients][0], AtLeast: true,
		}
		if clients > 1 {
			f.Ratio, f.Against = ratio, "1 client"
			if clients == 16 {
				f.Aim = l.aim * f.P50 / ratio
			}
		}
		r.add(f)
		r.times(row{Operation: fmt.Sprintf("each of %s, clients: %d", l.name, clients), Store: store, Size: "none lost"}, times[clients])
	}
}

// medianRatio returns the median of the ratios within each round, so that a slow moment of the machine meets both.
func medianRatio(some, alone []float64) float64 {
	ratios := make([]float64, len(some))
	for i := range some {
		ratios[i] = some[i] / alone[i]
	}
	slices.Sort(ratios)
	return ratios[len(ratios)/2]
}

// writeWith lets this number of clients write for some time, each in sequence.
func (l load) writeWith(ctx context.Context, w *writers, clients int) (rate float64, times []time.Duration, err error) {
	series, failures := make([][]time.Duration, clients), make([]error, clients)
	began := time.Now()
	var group sync.WaitGroup
	for n := range clients {
		group.Go(func() { series[n], failures[n] = l.client(ctx, w, began.Add(writeTime)) })
	}
	group.Wait()
	took := time.Since(began)
	times = slices.Concat(series...)
	return float64(len(times)) / took.Seconds(), times, errors.Join(failures...)
}

func (l load) client(ctx context.Context, w *writers, end time.Time) ([]time.Duration, error) {
	c, err := w.server.Dial(ctx)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	var times []time.Duration
	for time.Now().Before(end) {
		request := l.request(w, int(w.next.Add(1)-1))
		began := time.Now()
		got, err := c.Do(request)
		if err != nil || got.Status != 201 {
			return nil, errors.Join(fmt.Errorf("status %d: %.300s", got.Status, got.Body), err)
		}
		times = append(times, time.Since(began))
		w.stored.Add(1)
	}
	return times, nil
}

// relationships counts the relationships of every episode through another process.
func (w *writers) relationships() (int, error) {
	total := 0
	for _, id := range w.ids {
		var out struct {
			Count int `json:"count"`
		}
		_, err := w.seed.Call("get_episode_relationships", map[string]any{"episode_id": id, "direction": "outgoing", "limit": 1}, &out)
		if err != nil {
			return 0, err
		}
		total += out.Count
	}
	return total, nil
}

// created counts the episodes beyond the initial ones through another process.
func (w *writers) created() (int, error) {
	var out struct {
		Total int `json:"total_count"`
	}
	_, err := w.seed.Call("list_episodes", map[string]any{"limit": 1}, &out)
	return out.Total - len(w.ids), err
}

// withWriters calls work with a server on a new graph.
func withWriters(ctx context.Context, o options, store string, work func(w *writers) error) error {
	dir, err := os.MkdirTemp("", "plotline-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	var env []string
	args := []string{"--store", "embedded", "--data-dir", dir}
	if store == "neo4j" {
		var workspace string
		if workspace, env, args, err = neo4jArgs(); err != nil {
			return err
		}
		defer cleanNeo4j(context.WithoutCancel(ctx), workspace)
		args = append(args, "--data-dir", dir)
	}
	w := &writers{}
	if w.seed, err = start(ctx, o, env, args...); err != nil {
		return err
	}
	defer func() { _ = w.seed.Close() }()
	if w.ids, _, err = episodes(w.seed, startEpisodes); err != nil {
		return err
	}
	if o.short {
		args = append(args, withoutVectors...)
	} else if err = embed(ctx, o, env, args...); err != nil {
		return err
	}
	started, err := serving.Launch(ctx, o.binary, env, append(args, "--log-level", "error", "--rate-limit", "1000000")...)
	if err != nil {
		return err
	}
	w.server = &httpclient.Server{Server: started}
	return errors.Join(work(w), started.Stop())
}
