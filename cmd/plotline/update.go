package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"plotline/graph"
)

type episodesUpdate struct {
	Episode    string   `arg:"" field:"episode_id" help:"Id or number of the episode."`
	Name       string   `field:"name" placeholder:"TEXT" help:"New title."`
	Query      string   `field:"query" placeholder:"TEXT" help:"New task or question."`
	Reward     string   `field:"reward" placeholder:"N" help:"How it went: -1 failed, 0 undecided, 1 succeeded."`
	Reflection string   `field:"reflection" placeholder:"TEXT" help:"What you learned. An empty text removes it."`
	Tag        []string `sep:"none" placeholder:"TAG" help:"Tag to add. Repeatable."`
	Untag      []string `sep:"none" placeholder:"TAG" help:"Tag to remove. Repeatable."`
	Metadata   string   `field:"metadata" placeholder:"JSON" help:"JSON object that replaces all metadata."`
	writeSettings
}

// Run changes the given fields of an episode. All others stay.
func (c *episodesUpdate) Run(ctx context.Context, line *kong.Context, s *settings, std streams) error {
	values := given(line)
	for name, texts := range values {
		switch {
		case len(texts) != 1 || texts[0] != "":
		case name == "reflection":
			values[name] = nil // null clears it
		default:
			delete(values, name) // an empty text changes nothing
		}
	}
	if len(values) == 1 && len(c.Tag)+len(c.Untag) == 0 {
		return misuse{errors.New("nothing to change; give at least one of --name, --query, --reward, --reflection, --tag, --untag and --metadata")}
	}
	return c.with(s, std, func(p *program) error {
		if err := c.addTags(ctx, p, values); err != nil {
			return err
		}
		return printWritten(ctx, c.writeSettings, p, std, "update_episode", values, func(out graph.EpisodeOutput) error {
			screen := screenOf(std.out)
			_, err := fmt.Fprintln(screen, screen.wrapped(fmt.Sprintf("Updated episode %d, “%s”.", out.ID, oneLine(out.Name))))
			return err
		})
	})
}

// addTags adds the resulting tags, because the use case replaces all of them. If another client changes the episode in
// between, the use case reports a conflict.
func (c *episodesUpdate) addTags(ctx context.Context, p *program, values url.Values) error {
	if len(c.Tag)+len(c.Untag) == 0 {
		return nil
	}
	if both := slices.IndexFunc(c.Tag, func(tag string) bool { return slices.Contains(c.Untag, tag) }); both >= 0 {
		return misuse{fmt.Errorf("--tag and --untag both name %q", c.Tag[both])}
	}
	now, err := callUseCase[graph.GetEpisodeOutput](ctx, p, "get_episode", url.Values{"episode_id": values["episode_id"]})
	if err != nil {
		return err
	}
	for _, tag := range c.Untag {
		if !slices.Contains(now.Tags, tag) {
			return misuse{fmt.Errorf("--untag: the episode has no tag %q; its tags are: %s", tag, strings.Join(now.Tags, ", "))}
		}
	}
	tags := slices.DeleteFunc(slices.Clone(now.Tags), func(tag string) bool { return slices.Contains(c.Untag, tag) })
	values["tags"] = append(append([]string{}, tags...), c.Tag...)
	values.Set("expected_updated_at", now.UpdatedAt.String())
	return nil
}
