package tools

import (
	"fmt"
	"slices"
	"strings"

	"plotline/internal/access"
	"plotline/internal/fault"
)

// Toolset is a group of tools that is enabled as a whole.
type Toolset string

// The toolsets.
const (
	Episodes      Toolset = "episodes"
	Relationships Toolset = "relationships"
	Media         Toolset = "media"
	Plans         Toolset = "plans"
	Scenes        Toolset = "scenes"
	Legacy        Toolset = "legacy" // tools that newer ones replace
)

// Names for several toolsets.
const (
	allToolsets  = "all"
	autoToolsets = "auto"
)

// Toolsets lists the toolsets in the order of the documentation. The caller may change the slice.
func Toolsets() []Toolset { return []Toolset{Episodes, Relationships, Media, Plans, Scenes, Legacy} }

// Configured is the configuration that Auto depends on.
type Configured struct {
	MediaRoot bool // in any workspace
	Model     bool // the server has an endpoint of its own
}

// Auto returns the toolsets of "auto": those of the graph, and those that the configuration makes useful. It leaves
// out the others because every listed tool takes up context of the client's model in each conversation.
func Auto(has Configured) []Toolset {
	sets := []Toolset{Episodes, Relationships}
	if has.MediaRoot {
		sets = append(sets, Media, Plans)
	}
	if has.Model {
		sets = append(sets, Scenes)
	}
	return sets
}

// ParseToolsets parses a comma-separated list of toolsets from all. "all" means all of these, and "auto" the toolsets
// in auto; an empty text means "auto". The result has no duplicates.
func ParseToolsets(text string, auto, all []Toolset) ([]Toolset, error) {
	if strings.TrimSpace(text) == "" {
		text = autoToolsets
	}
	var sets []Toolset
	for name := range strings.SplitSeq(text, ",") {
		var named []Toolset
		switch name = strings.TrimSpace(name); {
		case name == allToolsets:
			named = all
		case name == autoToolsets:
			named = auto
		case slices.Contains(all, Toolset(name)):
			named = []Toolset{Toolset(name)}
		default:
			return nil, notAmong(Toolset(name), all)
		}
		for _, set := range named {
			if !slices.Contains(sets, set) {
				sets = append(sets, set)
			}
		}
	}
	return sets, nil
}

func notAmong(name Toolset, all []Toolset) error {
	valid := fmt.Sprintf("valid: %s, %s, %s", autoToolsets, allToolsets, namesOf(all, ", "))
	if slices.Contains(Toolsets(), name) {
		return fault.Invalid("this server does not offer the toolset '%s' (see its --toolsets); %s", name, valid)
	}
	return fault.Invalid("unknown toolset '%.64s'; %s", name, valid)
}

func namesOf(sets []Toolset, between string) string {
	names := make([]string, 0, len(sets))
	for _, set := range sets {
		names = append(names, string(set))
	}
	return strings.Join(names, between)
}

// In returns the tools of the given toolsets.
func In(tools []Tool, sets ...Toolset) []Tool {
	return filter(tools, func(t Tool) bool { return slices.Contains(sets, t.Toolset) })
}

// ReadOnly returns the tools that a reader may call: they change nothing and ask no model.
func ReadOnly(tools []Tool) []Tool {
	return filter(tools, func(t Tool) bool { return t.Action() == access.Read })
}

func filter(tools []Tool, keep func(Tool) bool) []Tool {
	kept := make([]Tool, 0, len(tools))
	for _, t := range tools {
		if keep(t) {
			kept = append(kept, t)
		}
	}
	return kept
}
