package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"plotline/testing/bench/recallset"
)

// perMemory is the number of questions that share a memory.
const perMemory = 25

// askConversations measures questions about conversations on each store with each method, and prints the
// figures.
func askConversations(ctx context.Context, o options) error {
	read := recallset.ReadTurns
	if !o.turns {
		read = func() ([]recallset.Conversation, error) {
			return recallset.ReadConversations(o.conversations, perMemory)
		}
	}
	list, err := read()
	if err != nil {
		return err
	}
	turns, questions := 0, 0
	var all []*recallset.Method
	for store := range strings.SplitSeq(o.stores, ",") {
		turns, questions = 0, 0
		if err := o.on(ctx, store, func(g *recallset.Graph) error {
			var kinds []method
			for _, w := range methods(store, g.HasModel()) {
				if w.tags { // a turn has no tags
					continue
				}
				kinds = append(kinds, w)
				all = append(all, w.Method)
			}
			for _, c := range list {
				if questions >= o.questions {
					break
				}
				g.Fresh()
				if err := recallset.StoreAll(ctx, g, c.Turns); err != nil {
					return err
				}
				for _, q := range c.Questions {
					if err := askEach(ctx, g, kinds, q); err != nil {
						return err
					}
				}
				turns, questions = turns+len(c.Turns), questions+len(c.Questions)
			}
			return nil
		}); err != nil {
			return err
		}
	}
	fmt.Fprintf(os.Stdout, "%d turns, %d questions\n\n", turns, questions)
	if err := recallset.Print(os.Stdout, all); err != nil || !o.turns {
		return err
	}
	return recallset.PrintKinds(os.Stdout, all)
}
