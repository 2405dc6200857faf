package main

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"plotline/graph"
)

type episodesCommand struct {
	List    episodesList    `cmd:"" paged:"" default:"withargs" help:"List episodes, newest first."`
	Search  episodesSearch  `cmd:"" paged:"" help:"Find episodes by words, best first."`
	Show    episodesShow    `cmd:"" paged:"" help:"Show one episode in full, with its relationships."`
	Related episodesRelated `cmd:"" paged:"" help:"Find episodes within several hops of an episode, strongest first."`
	Create  episodesCreate  `cmd:"" writes:"" help:"Create an episode."`
	Update  episodesUpdate  `cmd:"" writes:"" help:"Change an episode."`
	Delete  episodesDelete  `cmd:"" writes:"" help:"Permanently delete an episode and its relationships."`
}

// tableSettings are the flags of commands that print a table.
type tableSettings struct {
	Long bool `group:"Output:" help:"Show ids in full."`
	readSettings
}

// readSettings holds the flags of commands that query the graph.
type readSettings struct {
	jsonSettings
	auditSettings
}

// with opens the program for one command.
func (r readSettings) with(s *settings, std streams, work func(p *program) error) error {
	p, err := s.open(std, r.auditSettings)
	if err != nil {
		return asMisuse(err)
	}
	defer p.close()
	return work(p)
}

// printResult calls a use case and prints its result as JSON or with text.
func printResult[Out any](
	ctx context.Context, r readSettings, line *kong.Context, s *settings, std streams,
	name string, text func(p *program, out Out) error,
) error {
	return r.with(s, std, func(p *program) error {
		return printResultOf(ctx, r, p, std, name, given(line), func(out Out) error { return text(p, out) })
	})
}

// printResultOf is printResult within an open program and with any arguments.
func printResultOf[Out any](
	ctx context.Context, r readSettings, p *program, std streams, name string, values url.Values, text func(out Out) error,
) error {
	out, err := callUseCase[Out](ctx, p, name, values)
	return r.present(std, out, err, func() error { return text(out) })
}

// rewardSettings filter by reward.
type rewardSettings struct {
	MinReward string `field:"min_reward" placeholder:"N" help:"Minimum reward (-1 to 1)."`
}

type tagSettings struct {
	Tag []string `field:"tags" sep:"none" placeholder:"TAG" help:"Only episodes with this tag. Repeat it to require several tags."`
}

type episodesList struct {
	Since string `field:"since" placeholder:"TIME" help:"Created at or after this day or time: ISO 8601 (UTC unless it names a zone), 30d, 2h or 'last month'."`
	Until string `field:"until" placeholder:"TIME" help:"Created at or before this time. A day alone means its end (UTC)."`
	tagSettings
	rewardSettings
	MaxReward string `field:"max_reward" placeholder:"N" help:"Maximum reward (-1 to 1)."`
	Limit     string `field:"limit" placeholder:"N" help:"Maximum number of lines (1–100; default: 50)."`
	Offset    string `field:"offset" placeholder:"N" help:"Episodes to skip."`
	tableSettings
	pageSettings
}

// Run lists episodes.
func (c *episodesList) Run(ctx context.Context, line *kong.Context, s *settings, std streams) error {
	if c.Page {
		return c.openList(ctx, line, s, std, nil)
	}
	return printResult(ctx, c.readSettings, line, s, std, "list_episodes", func(p *program, out graph.ListEpisodesOutput) error {
		switch {
		case out.TotalCount == 0:
			printNoMatches(ctx, line, s, p, std)
			return nil
		case len(out.Episodes) == 0:
			printMessage(std, "--offset %d is beyond the end of %s.", out.Offset, countNoun(out.TotalCount, "episode"))
			return nil
		}
		found := make([]graph.FoundEpisode, len(out.Episodes))
		for i, e := range out.Episodes {
			found[i] = graph.FoundEpisode{EpisodeID: e.EpisodeID, ID: e.ID, Name: e.Name, Reward: e.Reward, CreatedAt: e.CreatedAt}
		}
		if err := c.episodes(std.out, found); err != nil {
			return err
		}
		if shown := out.Offset + len(out.Episodes); shown < out.TotalCount {
			printMessage(std, "%d–%d of %d; to see more, add --offset %d.", out.Offset+1, shown, out.TotalCount, shown)
		}
		return nil
	})
}

// printNoMatches distinguishes an empty workspace from filters that match nothing.
func printNoMatches(ctx context.Context, line *kong.Context, s *settings, p *program, std streams) {
	if isFiltered(line) {
		printMessage(std, "No episode matches.")
		return
	}
	s.printEmptyWorkspace(ctx, p, std)
}

// isFiltered reports whether the line has an argument of the use case besides those that select the page.
func isFiltered(line *kong.Context) bool {
	values := given(line)
	values.Del("limit")
	values.Del("offset")
	return len(values) > 0
}

type episodesSearch struct {
	Words []string `arg:"" help:"Words of name, query, reflection or tags, \"phrases\" and prefix*."`
	Match string   `field:"match" placeholder:"HOW" help:"any: at least one of the words (default); all: every word."`
	tagSettings
	rewardSettings
	Limit string `field:"limit" placeholder:"N" help:"Maximum number of lines (1–50; default: 10)."`
	tableSettings
	pageSettings
}

// Run finds episodes by words.
func (c *episodesSearch) Run(ctx context.Context, line *kong.Context, s *settings, std streams) error {
	if c.Page {
		return c.openList(ctx, line, s, std, c.Words)
	}
	return c.with(s, std, func(p *program) error {
		values := given(line)
		values.Set("query", strings.Join(c.Words, " "))
		return printResultOf(ctx, c.readSettings, p, std, "search_episodes", values, func(out graph.SearchEpisodesOutput) error {
			if out.Count == 0 {
				printMessage(std, "No episode matches. %s", out.Hint)
				return nil
			}
			if err := c.episodes(std.out, out.Episodes); err != nil {
				return err
			}
			if len(out.Episodes) < out.Count {
				printMessage(std, "The best %d of %d.", len(out.Episodes), out.Count)
			}
			return nil
		})
	})
}

// episodes prints a table of episodes.
func (t tableSettings) episodes(w io.Writer, list []graph.FoundEpisode) error {
	screen := screenOf(w)
	columns := []column{numberColumn, rewardColumn, {title: "CREATED", paint: dimmed}, nameColumn, idColumn}
	rows := make([][]string, len(list))
	for i := range list {
		e := &list[i]
		rows[i] = []string{serial(e.ID), formatNumber(e.Reward), screen.when(e.CreatedAt), oneLine(e.Name), string(e.EpisodeID)}
	}
	return t.table(w, columns, rows, 1)
}

// table writes a table whose last columns are ids. It leaves these out without --long.
func (t tableSettings) table(w io.Writer, columns []column, rows [][]string, ids int) error {
	if !t.Long {
		shown := len(columns) - ids
		columns = columns[:shown]
		for i := range rows {
			rows[i] = rows[i][:shown]
		}
	}
	return table(w, columns, rows)
}

type episodesRelated struct {
	Episode     string   `arg:"" field:"episode_id" help:"Id or number of the episode to start from."`
	Type        []string `field:"relationship_types" placeholder:"TYPE" predictor:"type" help:"Follow only relationships of these types."`
	Depth       string   `field:"max_depth" placeholder:"N" help:"Maximum number of hops (1–5; default: 2)."`
	Direction   string   `field:"direction" placeholder:"WAY" predictor:"direction" help:"Follow relationships this way: outgoing, incoming or both (default)."`
	MinStrength string   `field:"min_strength" placeholder:"N" help:"Minimum product of the strengths along a path (0–1; default: 0.5)."`
	Prefer      string   `field:"prefer" placeholder:"PATH" predictor:"prefer" help:"Path to report if there are several: the shortest (default) or the strongest."`
	Limit       string   `field:"limit" placeholder:"N" help:"Maximum number of lines."`
	tableSettings
}

// Run finds the episodes that are connected with an episode.
func (c *episodesRelated) Run(ctx context.Context, line *kong.Context, s *settings, std streams) error {
	return printResult(ctx, c.readSettings, line, s, std, "find_related_episodes", func(_ *program, out graph.FindRelatedOutput) error {
		if out.Count == 0 {
			printMessage(std, "Nothing is connected with it over paths as strong as that.")
			return nil
		}
		columns := []column{numberColumn, {title: "STRENGTH", right: true}, {title: "HOPS", right: true}, rewardColumn, nameColumn, idColumn}
		rows := make([][]string, len(out.RelatedEpisodes))
		for i := range out.RelatedEpisodes {
			e := &out.RelatedEpisodes[i]
			rows[i] = []string{
				serial(e.ID), formatNumber(e.TotalStrength), strconv.Itoa(e.Distance), formatNumber(e.Reward), oneLine(e.EpisodeName), string(e.EpisodeID),
			}
		}
		if err := c.table(std.out, columns, rows, 1); err != nil {
			return err
		}
		if len(out.RelatedEpisodes) < out.Count {
			printMessage(std, "The strongest %d of %d.", len(out.RelatedEpisodes), out.Count)
		}
		return nil
	})
}

// printMessage prints a message for people to the error stream.
func printMessage(std streams, format string, args ...any) {
	screen := screenOf(std.err)
	_, _ = fmt.Fprintln(screen, screen.wrapped(fmt.Sprintf(format, args...)))
}

func serial(id int64) string { return strconv.FormatInt(id, 10) }

// formatNumber formats a number with at most three decimal places.
func formatNumber(x float64) string {
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(x, 'f', 3, 64), "0"), ".")
}

// minute formats a time for tables, in UTC.
func minute(t graph.Time) string { return t.UTC().Format("2006-01-02 15:04") }
