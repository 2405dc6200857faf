package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"plotline/graph"
)

type relationshipsCommand struct {
	Add  relationshipsAdd  `cmd:"" writes:"" help:"Add a relationship between two episodes."`
	Swap relationshipsSwap `cmd:"" writes:"" help:"Exchange the ends of relationships that are the wrong way round."`
}

type relationshipsAdd struct {
	From     string `arg:"" field:"from_episode_id" help:"Id or number of the episode at the start. For follows and causes, it is the earlier one."`
	Type     string `arg:"" field:"relationship_type" predictor:"type" help:"follows (the end came after the start), causes, part_of, related_to, contradicts or refines."`
	To       string `arg:"" field:"to_episode_id" help:"Id or number of the episode at the end."`
	Strength string `field:"strength" placeholder:"N" help:"How strong it is (0–1; default: 1)."`
	Metadata string `field:"metadata" placeholder:"JSON" help:"Any JSON object, stored as given."`
	readSettings
}

// Run adds a relationship and prints it in words. A cycle is an error that names its episodes.
func (c *relationshipsAdd) Run(ctx context.Context, line *kong.Context, s *settings, std streams) error {
	return printResult(ctx, c.readSettings, line, s, std, "add_episode_relationship", func(_ *program, out graph.AddRelationshipOutput) error {
		screen := screenOf(std.out)
		if _, err := fmt.Fprintln(screen, screen.wrapped(oneLine(out.Reads)+".")); err != nil {
			return err
		}
		if out.Hint != "" {
			printMessage(std, "%s", oneLine(out.Hint))
		}
		return nil
	})
}

type relationshipsSwap struct {
	IDs       []string `arg:"" optional:"" name:"id" help:"Ids of the relationships."`
	Suggested bool     `help:"Swap those that the dates of their episodes speak against. Lists them and asks first."`
	Yes       bool     `short:"y" help:"Do not ask for confirmation."`
	readSettings
}

// Validate checks that the relationships are given in one way. Kong calls it after parsing.
func (c *relationshipsSwap) Validate() error {
	if c.Suggested == (len(c.IDs) > 0) {
		return errors.New("give the ids of relationships, or --suggested")
	}
	_, err := c.ids()
	return err
}

func (c *relationshipsSwap) ids() ([]graph.ID, error) {
	ids := make([]graph.ID, len(c.IDs))
	for i, text := range c.IDs {
		if err := ids[i].UnmarshalText([]byte(text)); err != nil {
			return nil, fmt.Errorf("the id of a relationship %w: %s", err, text)
		}
	}
	return ids, nil
}

// Run swaps relationships. It asks only about those that it has chosen itself, because a swap can be undone by another.
func (c *relationshipsSwap) Run(ctx context.Context, s *settings, std streams) error {
	return c.with(s, std, func(p *program) error {
		ids, err := c.ids()
		if c.Suggested && err == nil {
			ids, err = c.suggested(ctx, p, std)
		}
		if err != nil {
			return err
		}
		out := graph.SwapOutput{Relationships: []graph.ReadRelationship{}}
		if len(ids) > 0 {
			out, err = p.service.SwapRelationships(ctx, p.caller, ids)
		}
		return c.present(std, out, err, func() error {
			text := swapText("Swapped ", out)
			if out.Count == 0 {
				text = "Dates speak against no relationship.\n"
			}
			_, err := io.WriteString(std.out, text)
			return err
		})
	})
}

// suggested returns the ids of the relationships that dates speak against, after a person has confirmed them.
func (c *relationshipsSwap) suggested(ctx context.Context, p *program, std streams) ([]graph.ID, error) {
	found, err := p.service.SuggestSwaps(ctx, p.caller)
	if err != nil || found.Count == 0 {
		return nil, err
	}
	if !c.Yes {
		list := swapText("The dates of the episodes speak against ", found)
		if !isTerminal(std.in) {
			return nil, misuse{errors.New(list + "There is no terminal to ask for confirmation; to swap all of them, add --yes, " +
				"or give the ids of those to swap")}
		}
		question := list + "Swap them? [y/N] "
		if err := confirm(ctx, std, question, "nothing was swapped"); err != nil {
			return nil, err
		}
	}
	if found.Count == graph.MaxSwapped {
		defer printMessage(std, "There may be more; to see them, repeat the command.")
	}
	ids := make([]graph.ID, found.Count)
	for i, r := range found.Relationships {
		ids[i] = r.RelationshipID
	}
	return ids, nil
}

// swapText lists relationships below a line with their number.
func swapText(start string, list graph.SwapOutput) string {
	var text strings.Builder
	text.WriteString(start + countNoun(list.Count, "relationship"))
	end := ".\n"
	if list.Count > 0 {
		end = ":\n"
	}
	text.WriteString(end)
	for _, r := range list.Relationships {
		fmt.Fprintf(&text, "  %s  %s\n", r.RelationshipID, oneLine(r.Reads))
	}
	return text.String()
}
