package tools

import (
	"slices"
	"strings"

	"plotline/graph/access"
	"plotline/graph/fault"
)

// Toolset is a group of tools that is switched on or off as one.
type Toolset string

// The toolsets.
const (
	Episodes      Toolset = "episodes"
	Relationships Toolset = "relationships"
	Media         Toolset = "media"
	Plans         Toolset = "plans"
	Scenes        Toolset = "scenes"
)

// Toolsets lists them in the order of the documentation. The slice is the caller's own.
func Toolsets() []Toolset { return []Toolset{Episodes, Relationships, Media, Plans, Scenes} }

// ParseToolsets reads a comma-separated list, as a flag gives it. Empty or "all" is all of them.
func ParseToolsets(text string) ([]Toolset, error) {
	if trimmed := strings.TrimSpace(text); trimmed == "" || trimmed == "all" {
		return Toolsets(), nil
	}
	var sets []Toolset
	for name := range strings.SplitSeq(text, ",") {
		set := Toolset(strings.TrimSpace(name))
		if !slices.Contains(Toolsets(), set) {
			return nil, fault.Invalid("unknown toolset '%s'; valid: %s", set, toolsetNames())
		}
		if !slices.Contains(sets, set) {
			sets = append(sets, set)
		}
	}
	return sets, nil
}

func toolsetNames() string {
	names := append(make([]string, 0, len(Toolsets())+1), "all")
	for _, set := range Toolsets() {
		names = append(names, string(set))
	}
	return strings.Join(names, ", ")
}

// In keeps the tools of the given toolsets.
func In(tools []Tool, sets ...Toolset) []Tool {
	return filter(tools, func(t Tool) bool { return slices.Contains(sets, t.Toolset) })
}

// ReadOnly keeps the tools that a reader may call: they change nothing, and ask no model.
func ReadOnly(tools []Tool) []Tool {
	return filter(tools, func(t Tool) bool { return t.Action() == access.Read })
}

// Without keeps the tools that are not among the others.
func Without(tools, others []Tool) []Tool {
	there := NewRegistry(others...)
	return filter(tools, func(t Tool) bool { return !there.Has(t.Name) })
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
