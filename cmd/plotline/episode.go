package main

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/alecthomas/kong"

	"plotline/graph"
	"plotline/internal/output"
)

type episodesShow struct {
	Episode string `arg:"" field:"episode_id" help:"Id or number of the episode."`
	tableSettings
	pageSettings
}

// Run shows one episode.
func (c *episodesShow) Run(ctx context.Context, line *kong.Context, s *settings, std streams) error {
	return printResult(ctx, c.readSettings, line, s, std, "get_episode", func(_ *program, out graph.GetEpisodeOutput) error {
		if c.Page {
			return c.openAt(ctx, s, std, "/", url.Values{"episode": {serial(out.ID)}})
		}
		if err := episodePage(std.out, out); err != nil || len(out.RelationshipCounts) == 0 {
			return err
		}
		if _, err := fmt.Fprintln(std.out); err != nil {
			return err
		}
		if err := c.newest(std.out, out.Relationships); err != nil {
			return err
		}
		if all := out.RelationshipCounts.Total(); all > len(out.Relationships) {
			printMessage(std, "The newest %d of %d; to see all, run: plotline graph relationships %d", len(out.Relationships), all, out.ID)
		}
		return nil
	})
}

// newest prints relationships in words.
func (t tableSettings) newest(w io.Writer, list []graph.NewestRelationship) error {
	if len(list) == 0 {
		return nil
	}
	columns := []column{{title: "RELATIONSHIP", cut: cutEnd}, {title: "STRENGTH", right: true}, {title: "RELATIONSHIP ID", paint: dimmed}}
	rows := make([][]string, len(list))
	for i, r := range list {
		rows[i] = []string{oneLine(r.Seen), formatNumber(r.Strength), string(r.RelationshipID)}
	}
	return t.table(w, columns, rows, 1)
}

// episodePage prints an episode for people.
func episodePage(w io.Writer, e graph.GetEpisodeOutput) error {
	screen := screenOf(w)
	title := screen.wrapped(oneLine(e.Name))
	if _, err := fmt.Fprintf(screen, "%s\n\n", screen.paint(title, bold)); err != nil {
		return err
	}
	rows := [][]string{
		{"Number", serial(e.ID)},
		{"Reward", formatNumber(e.Reward)},
		{"Created", screen.moment(e.CreatedAt)},
	}
	if e.UpdatedAt != e.CreatedAt {
		rows = append(rows, []string{"Updated", screen.moment(e.UpdatedAt)})
	}
	if len(e.Tags) > 0 {
		rows = append(rows, []string{"Tags", oneLine(strings.Join(e.Tags, ", "))})
	}
	if len(e.Metadata) > 0 {
		rows = append(rows, []string{"Metadata", oneLine(string(e.Metadata))})
	}
	rows = append(rows, []string{"Episode", string(e.EpisodeID)})
	if err := table(screen, []column{{paint: dimmed}, {cut: cutEnd}}, rows); err != nil {
		return err
	}
	var texts strings.Builder
	screen.section(&texts, "Query", e.Query, e.Name)
	screen.section(&texts, "Reflection", e.Reflection, "")
	_, err := io.WriteString(screen, texts.String())
	return err
}

// section prints a text under its heading. It skips an empty text and one that equals known.
func (s *screen) section(w io.Writer, heading, text, known string) {
	text = strings.TrimSpace(paragraph(text))
	if text == "" || text == known {
		return
	}
	text = s.wrapped("  " + strings.ReplaceAll(text, "\n", "\n  "))
	_, _ = fmt.Fprintf(w, "\n%s\n%s\n", s.paint(heading+":", bold), text)
}

type episodesCreate struct {
	Query          string   `arg:"" field:"query" help:"The task or question."`
	Reward         string   `field:"reward" placeholder:"N" help:"How it went: -1 failed, 1 succeeded; 0: unknown, or a plain fact (default)."`
	Name           string   `field:"name" placeholder:"TEXT" help:"Short title (default: the first line of the query)."`
	Reflection     string   `field:"reflection" placeholder:"TEXT" help:"What you learned."`
	Tag            []string `field:"tags" sep:"none" placeholder:"TAG" help:"Tag to filter by. Repeatable."`
	Metadata       string   `field:"metadata" placeholder:"JSON" help:"Any JSON object, stored as given."`
	CreatedAt      string   `field:"created_at" placeholder:"TIME" help:"Time of the episode (default: now)."`
	IdempotencyKey string   `field:"idempotency_key" placeholder:"TEXT" help:"A retry with the same key returns the first result and creates nothing."`
	linkSettings
	writeSettings
}

// linkSettings are the relationships of a new episode, said with the new episode as the subject.
type linkSettings struct {
	Follows     []string `group:"Relationships:" sep:"none" placeholder:"EPISODE" help:"The new episode came after this one. All these flags are repeatable."`
	CausedBy    []string `group:"Relationships:" sep:"none" placeholder:"EPISODE" help:"This episode caused the new one."`
	Causes      []string `group:"Relationships:" sep:"none" placeholder:"EPISODE" help:"The new episode caused this one."`
	PartOf      []string `group:"Relationships:" sep:"none" placeholder:"EPISODE" help:"The new episode is part of this one."`
	RelatedTo   []string `group:"Relationships:" sep:"none" placeholder:"EPISODE" help:"The new episode is related to this one."`
	Refines     []string `group:"Relationships:" sep:"none" placeholder:"EPISODE" help:"The new episode refines this one."`
	Contradicts []string `group:"Relationships:" sep:"none" placeholder:"EPISODE" help:"The new episode contradicts this one."`
}

// links returns the relationships for the use case. It checks the episodes' numbers, because an error of the use case would
// name no flag.
func (l linkSettings) links() ([]graph.LinkInput, error) {
	var links []graph.LinkInput
	for _, flag := range []struct {
		name     string
		episodes []string
		of       graph.Type
		fromNew  bool
	}{
		{"follows", l.Follows, graph.Follows, false},
		{"caused-by", l.CausedBy, graph.Causes, false},
		{"causes", l.Causes, graph.Causes, true},
		{"part-of", l.PartOf, graph.PartOf, true},
		{"related-to", l.RelatedTo, graph.RelatedTo, true},
		{"refines", l.Refines, graph.Refines, true},
		{"contradicts", l.Contradicts, graph.Contradicts, true},
	} {
		for _, text := range flag.episodes {
			var ref graph.EpisodeRef
			if err := ref.UnmarshalText([]byte(text)); err != nil {
				return nil, misuse{fmt.Errorf("--%s %w, got %q", flag.name, err, text)}
			}
			link := graph.LinkInput{RelationshipType: flag.of, Strength: 1, From: ref}
			if flag.fromNew {
				link.From, link.To = "", ref
			}
			links = append(links, link)
		}
	}
	return links, nil
}

// Run stores an episode. It prints only the id to standard output, for use by the next command. In a terminal, the number that
// other commands take stands before it, and messages have the relationships in words, and similar episodes.
func (c *episodesCreate) Run(ctx context.Context, line *kong.Context, s *settings, std streams) error {
	values := given(line)
	links, err := c.links()
	if err != nil {
		return err
	}
	if len(links) > 0 {
		text, err := output.Marshal(links)
		if err != nil {
			return fmt.Errorf("encode the relationships: %w", err)
		}
		values.Set("relationships", string(text))
	}
	return c.with(s, std, func(p *program) error {
		return printWritten(ctx, c.writeSettings, p, std, "create_episode", values, func(out graph.RecordEpisodeOutput) error {
			id := string(out.EpisodeID)
			if isTerminal(std.out) {
				id = fmt.Sprintf("#%d  %s", out.ID, id)
			}
			if _, err := fmt.Fprintln(std.out, id); err != nil || !isTerminal(std.err) {
				return err
			}
			if c.Name == "" {
				out.Name = cutTitle(out.Name, c.Query)
			}
			printCreated(std, out)
			return nil
		})
	})
}

// cutTitle marks a title that is only the beginning of the query's first line.
func cutTitle(title, query string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(query), "\n")
	if rest, is := strings.CutPrefix(strings.TrimSpace(line), title); is && rest != "" {
		return title + "…"
	}
	return title
}

func printCreated(std streams, out graph.RecordEpisodeOutput) {
	printMessage(std, "Created episode %d, “%s”.", out.ID, oneLine(out.Name))
	for _, link := range out.Relationships {
		printMessage(std, "%s.", oneLine(link.Reads))
		if link.Hint != "" {
			printMessage(std, "%s", oneLine(link.Hint))
		}
	}
	for _, e := range out.Similar {
		printMessage(std, "Similar: episode %d, “%s” (reward %s).", e.ID, oneLine(e.Name), formatNumber(e.Reward))
	}
}

type episodesDelete struct {
	Episode string `arg:"" field:"episode_id" help:"Id or number of the episode."`
	Yes     bool   `short:"y" help:"Do not ask for confirmation."`
	readSettings
}

// Run deletes an episode, after a person has confirmed it.
func (c *episodesDelete) Run(ctx context.Context, line *kong.Context, s *settings, std streams) error {
	return c.with(s, std, func(p *program) error {
		if !c.Yes {
			if err := c.confirm(ctx, p, line, std); err != nil {
				return err
			}
		}
		return printResultOf(ctx, c.readSettings, p, std, "delete_episode", given(line), func(out graph.DeleteEpisodeOutput) error {
			_, err := fmt.Fprintf(std.out, "Deleted, with %s.\n", countNoun(out.DeletedRelationships, "relationship"))
			return err
		})
	})
}

// nothingDeleted says what a person's no to a deletion leaves.
const nothingDeleted = "nothing was deleted"

func (c *episodesDelete) confirm(ctx context.Context, p *program, line *kong.Context, std streams) error {
	if err := canAsk(std, "delete"); err != nil {
		return err
	}
	found, err := callUseCase[graph.GetEpisodeOutput](ctx, p, "get_episode", given(line))
	if err != nil {
		return err
	}
	count := 0
	for _, degree := range found.RelationshipCounts {
		count += degree.Incoming + degree.Outgoing
	}
	return confirm(ctx, std, fmt.Sprintf("Delete “%s” of %s, and %s? This cannot be undone. [y/N] ",
		oneLine(found.Name), minute(found.CreatedAt), countNoun(count, "relationship")), nothingDeleted)
}

// countNoun returns a count with its noun.
func countNoun(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
