package graph

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"plotline/graph/analysis"
	"plotline/graph/ranking"
	"plotline/graph/render"
	"plotline/internal/timephrase"
)

// RecallTime is the period that was read in a query.
type RecallTime struct {
	Text  string `json:"text" doc:"As written in the query"`
	Since *Time  `json:"since,omitempty" format:"date-time"`
	Until *Time  `json:"until,omitempty" format:"date-time" doc:"Inclusive"`
	As    string `json:"as" enum:"filter,wish,failed,worked" doc:"filter: only episodes of this period, newest first; wish: they rank higher"`
}

// How a period counts: it decides what is found if the query says nothing else, or only what failed or worked in it. Else it
// raises what is found.
const (
	timeFilters = "filter"
	timeRaises  = "wish"
	timeFailed  = "failed"
	timeWorked  = "worked"
)

// readTime reads the period of the query, unless the caller gives one. A day is one of the zone of WithTimeZone. It reports
// whether the query asks for nothing but what the filter then passes.
func (r *recall) readTime(ctx context.Context) (listed bool, err error) {
	if r.in.Since == nil && r.in.Until == nil {
		if r.period, r.outcome, _ = periodOf(r.in.Query, r.s.now().In(r.s.zone)); r.period == nil {
			err = r.readRelease(ctx)
		}
		if err != nil {
			return false, err
		}
	}
	if r.period == nil && !analysis.IsExact(r.in.Query) {
		rest, newest := timephrase.Newest(r.in.Query)
		r.in.Query, r.newest = fileAsked(cmp.Or(rest, r.in.Query)), newest
	}
	switch {
	case r.period == nil:
		if listed, err = r.readWholeOutcome(ctx); listed || err != nil {
			return listed, err
		}
		return r.readGeneric(ctx)
	case r.period.As == timeFilters:
		r.filter = r.inPeriod()
		return true, nil
	}
	return r.readOutcome(ctx)
}

// besideRelease matches "since v3.4.0", "before the release 3.4" and "seit 3.4.0-rc.1".
var besideRelease = regexp.MustCompile(`(?i)\b(since|after|before|until|till|seit|nach|vor|bis)\s+(?:(?:the|der|dem|zur|zum)\s+)?(?:(?:release|version|tag)\s+)?v?` +
	`([0-9]+(?:\.[0-9]+)+(?:-[0-9a-z]+(?:\.[0-9a-z]+)*)?)`)

// readRelease reads a period that begins or ends with a commit that has the tag of a version.
func (r *recall) readRelease(ctx context.Context) error {
	at := besideRelease.FindStringSubmatchIndex(r.in.Query)
	if at == nil {
		return nil
	}
	part := func(i int) string { return r.in.Query[at[2*i]:at[2*i+1]] }
	found, _, err := r.store.ListEpisodes(ctx, r.ws, ListQuery{Filter: EpisodeFilter{Tags: []string{ReleaseTag(part(2))}}, Limit: 1})
	if err != nil || len(found) == 0 {
		return err
	}
	rest, tagged := r.in.Query[:at[0]]+r.in.Query[at[1]:], found[0].CreatedAt
	r.period = &RecallTime{Text: part(0), As: timeRaises}
	switch strings.ToLower(part(1)) {
	case "since", "seit":
		r.period.Since = &tagged
	case "after", "nach":
		r.period.Since = new(tagged + 1)
	case "before", "vor":
		r.period.Until = new(tagged - 1)
	default:
		r.period.Until = &tagged
	}
	if r.outcome = timephrase.OutcomeOf(rest); timephrase.IsGeneric(rest) {
		r.period.As = timeFilters
	}
	return nil
}

// fileAsked returns the file that a question is about if it is about nothing else, as in "What changed in oven.go?". Else it
// returns the question.
func fileAsked(question string) string {
	file, rest := "", make([]string, 0, 8)
	for field := range strings.FieldsSeq(question) {
		name := strings.Trim(field, "\"'`.,;:?!()")
		if file == "" && extension.MatchString(name) {
			file = name
			continue
		}
		rest = append(rest, field)
	}
	if file == "" || !timephrase.IsGeneric(strings.Join(rest, " ")) {
		return question
	}
	return file
}

// extension matches the name of a file.
var extension = regexp.MustCompile(`^[^ ]*[\pL\pN_-]\.[a-zA-Z][a-zA-Z0-9]{0,4}$`)

// readWholeOutcome does what readOutcome does for a query without a period, such as "what went badly?".
func (r *recall) readWholeOutcome(ctx context.Context) (listed bool, err error) {
	if r.outcome = timephrase.OutcomeOf(r.in.Query); r.outcome == 0 {
		return false, nil
	}
	r.period = &RecallTime{Text: r.in.Query}
	if listed, err = r.readOutcome(ctx); !listed {
		r.period, r.outcome = nil, 0
	}
	return listed, err
}

// readGeneric reports whether the query says nothing, as in "What changed?", and something passes the filter of the caller. "What
// changed last?" needs no filter.
func (r *recall) readGeneric(ctx context.Context) (listed bool, err error) {
	if r.filter.IsEmpty() && !r.newest || len(r.near)+len(r.in.BoostTags) > 0 || analysis.IsExact(r.in.Query) {
		return false, nil
	}
	if rest, newest := timephrase.Newest(r.in.Query); !timephrase.IsGeneric(r.in.Query) && (!newest || rest != "") {
		return false, nil
	}
	_, count, err := r.store.ListEpisodes(ctx, r.ws, ListQuery{Filter: r.filter, Limit: 1})
	return count > 0, err
}

// readOutcome filters what failed or worked in the period, for a query that asks for nothing else. Without any such episode,
// the word of the outcome is one to be found, as in a history without rewards.
func (r *recall) readOutcome(ctx context.Context) (listed bool, err error) {
	if r.outcome == 0 || r.in.MinReward != nil || r.in.MaxReward != nil {
		return false, nil
	}
	filter, as := r.inPeriod(), timeFailed
	if filter.MaxReward = new(-render.MixedReward); r.outcome == timephrase.Worked {
		as, filter.MinReward, filter.MaxReward = timeWorked, new(render.MixedReward), nil
	}
	_, count, err := r.store.ListEpisodes(ctx, r.ws, ListQuery{Filter: filter, Limit: 1})
	if err != nil || count == 0 {
		return false, err
	}
	r.filter, r.period.As = filter, as
	return true, nil
}

// inPeriod returns the filter of the caller, for the period of the query if it has one.
func (r *recall) inPeriod() EpisodeFilter {
	filter := r.filter
	if r.period.Since != nil || r.period.Until != nil {
		filter.Since, filter.Until = r.period.Since, r.period.Until
	}
	return filter
}

// Within reports whether a time lies in the period.
func (t *RecallTime) Within(at Time) bool {
	return (t.Since == nil || at >= *t.Since) && (t.Until == nil || at <= *t.Until)
}

// ofPeriod lists the newest episodes of the period, for a query that says nothing else.
func (r *recall) ofPeriod(ctx context.Context, out RecallOutput) (RecallOutput, []result, error) {
	list, count, err := r.store.ListEpisodes(ctx, r.ws, ListQuery{Filter: r.filter, Limit: 2*r.in.Limit + len(r.near)})
	if err != nil {
		return out, nil, err
	}
	r.total = make(map[string]float64, len(list))
	for _, e := range list {
		r.total[string(e.EpisodeID)] = 1
	}
	r.listed = true
	results, err := r.choose(ctx)
	if err != nil {
		return out, nil, err
	}
	counted, err := r.store.CountText(ctx, r.ws, CountQuery{})
	if err != nil {
		return out, nil, err
	}
	out.Count, out.Of, out.Listed = count, counted.Episodes, true
	if len(results) == 0 {
		if out.Hint, err = r.noneOfPeriod(ctx); err != nil {
			return out, nil, err
		}
	}
	return out, results, nil
}

// noneOfPeriod returns the hint that the period of a query is empty, and when the newest episode is from that passes the
// caller's filter.
func (r *recall) noneOfPeriod(ctx context.Context) (string, error) {
	filter := r.filter
	filter.Since, filter.Until = nil, nil
	newest, _, err := r.store.ListEpisodes(ctx, r.ws, ListQuery{Filter: filter, Limit: 1})
	if err != nil || len(newest) == 0 {
		return "No episode is of this period.", err
	}
	return "No episode is of this period. The newest is of " + newest[0].CreatedAt.UTC().In(r.s.zone).Format(time.DateOnly) + ".", nil
}

// insteadOfPeriod lists the newest episodes of the period that should raise results, because nothing has the words.
func (r *recall) insteadOfPeriod(ctx context.Context, out RecallOutput) (RecallOutput, []result, error) {
	if r.period == nil || r.period.As != timeRaises {
		return out, nil, nil
	}
	filter := r.inPeriod()
	_, count, err := r.store.ListEpisodes(ctx, r.ws, ListQuery{Filter: filter, Limit: 1})
	if err != nil || count == 0 {
		return out, nil, err
	}
	if r.outcome != 0 {
		went := map[timephrase.Outcome]string{timephrase.Failed: "badly", timephrase.Worked: "well"}[r.outcome]
		out.Hint = fmt.Sprintf("None of the %d of this period went %s. %s", count, went, out.Hint)
		return out, nil, nil
	}
	r.filter, r.period.As = filter, timeFilters
	return r.ofPeriod(ctx, out)
}

// emptyPeriod returns a hint if no result is of the period that should raise results: that it has no episode, or how to
// see those that it has.
func (r *recall) emptyPeriod(ctx context.Context, results []result) (hint string, err error) {
	if r.period == nil || slices.ContainsFunc(results, func(one result) bool { return r.period.Within(one.CreatedAt) }) {
		return "", nil
	}
	_, count, err := r.store.ListEpisodes(ctx, r.ws, ListQuery{Filter: EpisodeFilter{Since: r.period.Since, Until: r.period.Until}, Limit: 1})
	if err != nil {
		return "", err
	}
	if count > 0 {
		return fmt.Sprintf("None of these is of this period, which has %d: since and until select them.", count), nil
	}
	return r.noneOfPeriod(ctx)
}

// second returns the filter of a second search beside that of the whole workspace, empty for none. The filter of the caller
// needs one, because what passes may lie outside of the first pool. The period of the query needs one if the pool was full.
func (r *recall) second(full bool) EpisodeFilter {
	if r.period == nil || !full || !r.filter.IsEmpty() {
		return r.filter
	}
	return EpisodeFilter{Since: r.period.Since, Until: r.period.Until}
}

// raise adds to the scores of what is of the period.
func (r *recall) raise() {
	if r.period == nil {
		return
	}
	for id := range r.base {
		if r.period.Within(r.createdAt(ID(id))) {
			r.total[id] += ranking.TimeBoost
		}
	}
}

// createdAt returns the time of an episode that matched.
func (r *recall) createdAt(id ID) Time {
	if m, by := r.matched[id]; by {
		return m.CreatedAt
	}
	return r.meant.cosines[id].CreatedAt
}
