package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"plotline/graph"
)

type relationshipsCommand struct {
	Swap relationshipsSwap `cmd:"" writes:"" help:"Exchange the ends of relationships that are the wrong way round."`
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
