// Package kinds is the table of the types of relationships. Everything else that depends on a type follows from it: enumerations,
// schemas, both stores, rankings, drawings, and the files of the pages that `make docs` writes.
package kinds

import (
	"fmt"
	"strings"
)

// Kind is a type of relationships.
type Kind struct {
	Name  string // in JSON, flags and pages
	Code  int    // in the embedded store; never reused
	Label string // in Neo4j
	Title string // in legends

	Ordering   bool // kept free of cycles, with a topological order of its own
	Undirected bool
	Earlier    End // which end is the earlier episode; Neither if the type does not say

	Says   Verb // a sentence: subject, verb, object
	Reason Verb // begins the reason of a recalled episode, without a verb of its own where the sentence has none
	Drawn  Verb // in the titles of a picture's lines

	// Lends is the part of a score that an episode lends along a relationship in a recall. find_related_episodes multiplies
	// strengths alone. docs/recall.md repeats the numbers. causes is the only type in the history of Open vSwitch, and has 1.
	//
	// follows is the only type in most conversations. There it can lead to the turn that answers a question, or to the talk
	// around it. Among the turns of LongMemEval, which are long, 0, 0.2, 0.4, 0.6 and 0.8 find 0.847, 0.849, 0.837, 0.833
	// and 0.791: `make model`, then `make bench-recall CONVERSATIONS=longmemeval_oracle.json`, here with 143 questions. In
	// conversations with short turns, which are not public, the neighbours found a tenth more. 0.6 keeps most of that and
	// loses little on long turns. The weights of the other types were not measured, because no set of questions has them.
	Lends float64

	Class       string // of drawings
	Light, Dark string // colours on a light and on a dark ground
	Dash        string // the lengths of strokes and gaps in a drawing; empty for a continuous line
}

// End is an end of a relationship.
type End int

// The ends.
const (
	Neither End = iota
	From
	To
)

// Verb describes a relationship from its start and from its end.
type Verb struct{ Outgoing, Incoming string }

// All returns the types in the order of the contract. The slice is shared: nobody may change it.
func All() []Kind { return all }

var all = []Kind{
	{
		Name: "follows", Code: 0, Label: "FOLLOWS", Title: "follows", Ordering: true, Earlier: From,
		Says: Verb{"came before", "came after"}, Reason: Verb{"came before", "followed"}, Drawn: Verb{"then", "after"},
		Lends: 0.6, Class: "follows", Light: "#7d828a", Dark: "#858b94",
	},
	{
		Name: "causes", Code: 1, Label: "CAUSES", Title: "causes", Ordering: true, Earlier: From,
		Says: Verb{"caused", "was caused by"}, Reason: Verb{"caused", "caused by"}, Drawn: Verb{"causes", "caused by"},
		Lends: 1, Class: "causes", Light: "#0b62ad", Dark: "#74b3f7",
	},
	{
		Name: "part_of", Code: 2, Label: "PART_OF", Title: "part of",
		Says: Verb{"is part of", "contains"}, Reason: Verb{"part of", "has the part"}, Drawn: Verb{"part of", "contains"},
		Lends: 1, Class: "part", Light: "#7b4ba6", Dark: "#c5a0ea", Dash: "10 4 2 4",
	},
	{
		Name: "related_to", Code: 3, Label: "RELATED_TO", Title: "related to", Undirected: true,
		Says: Verb{"is related to", "is related to"}, Reason: Verb{"related to", "related to"}, Drawn: Verb{"related to", "related to"},
		Lends: 0.6, Class: "related", Light: "#94710a", Dark: "#dcbb52", Dash: "1 5",
	},
	{
		Name: "contradicts", Code: 4, Label: "CONTRADICTS", Title: "contradicts", Earlier: To,
		Says: Verb{"contradicts", "is contradicted by"}, Reason: Verb{"contradicts", "contradicted by"}, Drawn: Verb{"contradicts", "contradicted by"},
		Lends: 1, Class: "contradicts", Light: "#c2381f", Dark: "#ff8a72", Dash: "5 4",
	},
	{
		Name: "refines", Code: 5, Label: "REFINES", Title: "refines", Earlier: To,
		Says: Verb{"refines", "is refined by"}, Reason: Verb{"refines", "refined by"}, Drawn: Verb{"refines", "refined by"},
		Lends: 1, Class: "refines", Light: "#0e7a6b", Dark: "#56cdb9", Dash: "9 4",
	},
}

// Of returns the type of a name, or nil if there is none.
func Of(name string) *Kind {
	for i := range all {
		if all[i].Name == name {
			return &all[i]
		}
	}
	return nil
}

// OfCode returns the type that the embedded store has under a number, or nil if there is none.
func OfCode(code int64) *Kind {
	for i := range all {
		if int64(all[i].Code) == code {
			return &all[i]
		}
	}
	return nil
}

// Names returns the names of all types.
func Names() []string {
	names := make([]string, len(all))
	for i, k := range all {
		names[i] = k.Name
	}
	return names
}

// SVGStyle returns the rules of a drawing's style sheet for a light or a dark ground.
func SVGStyle(dark bool) string {
	var rules strings.Builder
	for _, k := range all {
		colour, more := k.Light, ""
		if dark {
			colour = k.Dark
		} else if k.Dash != "" {
			more = "; stroke-dasharray: " + k.Dash
			if k.Undirected {
				more += "; stroke-linecap: round"
			}
		}
		fmt.Fprintf(&rules, ".plotline .plotline-edge.plotline-%s { stroke: %s%s }\n", k.Class, colour, more)
		if !k.Undirected {
			fmt.Fprintf(&rules, ".plotline .plotline-head.plotline-%s { fill: %s }\n", k.Class, colour)
		}
	}
	return rules.String()
}

const written = "/* Written by make docs from graph/kinds. */\n"

// PageStyle returns the style sheet of the pages.
func PageStyle() string {
	var light, dark, classes strings.Builder
	for _, k := range all {
		fmt.Fprintf(&light, "  --type-%s: %s;\n", k.Name, k.Light)
		fmt.Fprintf(&dark, "    --type-%s: %s;\n", k.Name, k.Dark)
		fmt.Fprintf(&classes, ".m-type-%s { --type: var(--type-%[1]s); }\n", k.Name)
	}
	const where = ".memory,\n%[1]s.recorded,\n%[1]s.m-search {\n"
	return written + fmt.Sprintf(where, "") + light.String() + "}\n\n@media (prefers-color-scheme: dark) {\n  " + fmt.Sprintf(where, "  ") + dark.String() + "  }\n}\n\n" + classes.String()
}

const pageTypes = `
/** A type of relationships. It reads as a verb from its start and from its end. */
export interface Kind {
  name: string
  title: string
  ordering: boolean
  undirected: boolean
  /** Which end is the earlier episode; null if the type does not say. */
  earlier: 'from' | 'to' | null
  outgoing: string
  incoming: string
}

export const KINDS: Kind[] = [
`

// PageModule returns the module of the pages.
func PageModule() string {
	var rows strings.Builder
	ends := map[End]string{Neither: "null", From: "'from'", To: "'to'"}
	for _, k := range all {
		fmt.Fprintf(&rows, "  { name: '%s', title: '%s', ordering: %t, undirected: %t, earlier: %s, outgoing: '%s', incoming: '%s' },\n",
			k.Name, k.Title, k.Ordering, k.Undirected, ends[k.Earlier], k.Says.Outgoing, k.Says.Incoming)
	}
	return written + pageTypes + rows.String() + "]\n"
}
