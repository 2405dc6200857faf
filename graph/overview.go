package graph

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"plotline/graph/render"
	"plotline/internal/audit"
	"plotline/internal/sharing"
	"plotline/internal/usecase"
)

// OverviewInput selects the episodes to count.
type OverviewInput struct {
	Since       *Time    `json:"since,omitempty" doc:"Created at or after"`
	Until       *Until   `json:"until,omitempty" doc:"Created at or before; a date alone means the end of that day in UTC"`
	Tags        []string `json:"tags,omitempty" maxItems:"100" doc:"All of them must match"`
	MinReward   *float64 `json:"min_reward,omitempty" minimum:"-1" maximum:"1"`
	MaxReward   *float64 `json:"max_reward,omitempty" minimum:"-1" maximum:"1"`
	Buckets     int      `json:"buckets,omitempty" minimum:"1" maximum:"400" default:"80" doc:"Most parts of the time range"`
	Communities int      `json:"communities,omitempty" minimum:"0" maximum:"500" default:"0" doc:"Most communities to return; 0 leaves them out"`
}

// OverviewOutput counts what a workspace contains.
type OverviewOutput struct {
	Episodes      int         `json:"episodes"`
	Relationships int         `json:"relationships" doc:"Between these episodes"`
	Buckets       []Bucket    `json:"buckets" doc:"Of equal length, oldest first; none is left out"`
	BucketSeconds float64     `json:"bucket_seconds"`
	Types         []TypeCount `json:"types" doc:"In the order of the contract"`
	Tags          []TagCount  `json:"tags" doc:"The 100 most frequent, most frequent first"`
	Communities   []Community `json:"communities,omitzero" doc:"Largest first"`
	Links         []Link      `json:"links,omitzero" doc:"Between these communities"`
	Others        int         `json:"others,omitempty" doc:"Episodes in communities that were left out"`
	ComputedAt    Time        `json:"computed_at" format:"date-time"`
	LastCall      *ClientCall `json:"last_call,omitempty" doc:"The newest call of a client in the workspace, as far as the audit log says"`
	NoCall        bool        `json:"no_call,omitempty" doc:"No client has called; false also if the audit log is off or leaves out reads"`
	Stale         bool        `json:"stale,omitempty" doc:"The workspace may have changed since; a newer overview is being computed"`
}

// Bucket counts the episodes of one part of the time range by reward, in seven classes from −1 to +1: class i holds
// those of step i−3 (see render.RewardStep).
type Bucket struct {
	Since   Time   `json:"since" format:"date-time"`
	Rewards [7]int `json:"rewards"`
}

// TypeCount counts relationships of one type.
type TypeCount struct {
	Type  Type `json:"relationship_type"`
	Count int  `json:"count"`
}

// TagCount counts the episodes with a tag.
type TagCount struct {
	Tag   string `json:"tag"`
	Count int    `json:"count"`
}

// Community is a group of episodes that are related more closely to one another than to others.
type Community struct {
	Size   int      `json:"size"`
	Hub    int64    `json:"hub" doc:"Serial number of its best connected episode"`
	Name   string   `json:"name" doc:"Of that episode"`
	Reward float64  `json:"reward" doc:"Mean"`
	Since  Time     `json:"since" format:"date-time"`
	Until  Time     `json:"until" format:"date-time"`
	Tags   []string `json:"tags" doc:"The 3 most frequent"`
}

// Link counts the relationships between two communities, by their indexes.
type Link struct {
	From  int `json:"from"`
	To    int `json:"to"`
	Count int `json:"count"`
}

// These bound the memory of overviews that are kept, in bytes: of all workspaces, and of each.
const (
	keptOverviews            = 16 << 20
	keptOverviewsOfWorkspace = 4 << 20
)

// Overview counts the episodes of a workspace over time, by reward, by tag and by relationship. A workspace of 100,000
// episodes is read in about a second, so overviews are kept. After a change the kept one is returned as stale, unless
// the next one is ready at once.
func (s *Service) Overview(ctx context.Context, by audit.Caller, in OverviewInput) (OverviewOutput, error) {
	return usecase.Do(ctx, s.runner, by, opOverview, in, func(ctx context.Context, _ *usecase.Note) (OverviewOutput, error) {
		in.Tags = slices.Sorted(slices.Values(unique(in.Tags)))
		name, err := json.Marshal(in)
		if err != nil {
			return OverviewOutput{}, err
		}
		mark, err := s.store.Changes(ctx, by.Workspace)
		if err != nil {
			return OverviewOutput{}, err
		}
		out, stale, err := s.overviews.Get(ctx, sharing.Request[OverviewOutput]{
			Owner: by.Workspace, Name: string(name), Mark: mark, Limit: s.runner.Timeout,
			Compute: func(ctx context.Context) (OverviewOutput, error) { return s.overview(ctx, by.Workspace, in) },
		})
		if err != nil {
			return OverviewOutput{}, err
		}
		out.Stale = stale
		out.LastCall, err = s.lastCall(ctx, by.Workspace)
		out.NoCall = out.LastCall == nil && s.runner.Audit.RecordsCalls()
		return out, err
	})
}

// overview computes an overview. Those of one workspace run one after the other.
func (s *Service) overview(ctx context.Context, ws string, in OverviewInput) (OverviewOutput, error) {
	leave, err := s.overviewTurns.EnterFor(ctx, ws, overviewsOfWorkspace, fewer)
	if err != nil {
		return OverviewOutput{}, err
	}
	defer leave()
	defer s.runner.Calls.Begin()() // it may go on after its call
	outline, err := s.outline(ctx, ws, OutlineQuery{Filter: filterOf(in.Since, in.Until, in.Tags, in.MinReward, in.MaxReward)})
	if err != nil {
		return OverviewOutput{}, err
	}
	out := OverviewOutput{
		Episodes: len(outline.Episodes), Relationships: len(outline.Edges), ComputedAt: s.clock(),
		Types: countTypes(outline.Edges), Tags: countTags(outline),
	}
	out.Buckets, out.BucketSeconds = bucketsOf(outline.Episodes, in.Buckets)
	if in.Communities > 0 {
		err = s.addCommunities(ctx, ws, &out, outline, in.Communities)
	}
	return out, err
}

// bucketLengths are lengths of time that people count in.
var bucketLengths = []time.Duration{
	time.Second, 5 * time.Second, 15 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 3 * time.Hour,
	6 * time.Hour, 12 * time.Hour, 24 * time.Hour, 2 * 24 * time.Hour, 7 * 24 * time.Hour, 4 * 7 * 24 * time.Hour,
	13 * 7 * 24 * time.Hour, 52 * 7 * 24 * time.Hour, 520 * 7 * 24 * time.Hour,
}

// bucketsOf divides the range of the episodes, newest first, into at most most buckets of a usual length.
func bucketsOf(episodes []OutlineEpisode, most int) ([]Bucket, float64) {
	if len(episodes) == 0 {
		return []Bucket{}, 0
	}
	first, last := drawable(episodes[len(episodes)-1].CreatedAt), drawable(episodes[0].CreatedAt)
	start, length := division(first, last, int64(most))
	buckets := make([]Bucket, (last-start)/length+1)
	for i := range buckets {
		buckets[i].Since = Time(start + int64(i)*length)
	}
	for _, e := range episodes {
		buckets[(drawable(e.CreatedAt)-start)/length].Rewards[3+render.RewardStep(e.Reward)]++
	}
	return buckets, float64(length) / 1e6
}

// drawable limits a time to the years 1 to 9999, in microseconds. Other programs may have stored any number.
func drawable(t Time) int64 {
	return max(firstDrawable, min(lastDrawable, int64(t)))
}

var (
	firstDrawable = time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro()
	lastDrawable  = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC).UnixMicro()
)

// division returns the start of the first bucket and the length of each, in microseconds: the shortest usual length
// with which at most most buckets cover the range.
func division(first, last, most int64) (start, length int64) {
	for _, usual := range bucketLengths {
		length := usual.Microseconds()
		if start := floor(first, length); (last-start)/length < most {
			return start, length
		}
	}
	return first, (last-first)/most + 1
}

// floor rounds down to a multiple of length, also below zero.
func floor(x, length int64) int64 {
	rest := x % length
	if rest < 0 {
		rest += length
	}
	return x - rest
}

func countTypes(edges []OutlineEdge) []TypeCount {
	counts := map[Type]int{}
	for _, e := range edges {
		counts[e.Type]++
	}
	list := make([]TypeCount, 0, len(counts))
	for _, t := range Types() {
		list = append(list, TypeCount{t, counts[t]})
	}
	return list
}

// mostTags is the number of tags in an overview.
const mostTags = 100

func countTags(o Outline) []TagCount {
	list := make([]TagCount, len(o.Tags))
	for i, tag := range o.Tags {
		list[i].Tag = tag
	}
	for _, e := range o.Episodes {
		for _, tag := range e.Tags {
			list[tag].Count++
		}
	}
	slices.SortFunc(list, func(a, b TagCount) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Tag, b.Tag)) })
	return list[:min(mostTags, len(list))]
}
