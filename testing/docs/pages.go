package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"plotline/testing/kit/markdown"
	"plotline/tools"
)

// schema is the part of JSON Schema that the tools use.
type schema struct {
	Type        any               `json:"type"`
	Description string            `json:"description"`
	Format      string            `json:"format"`
	Enum        []string          `json:"enum"`
	Default     json.RawMessage   `json:"default"`
	Minimum     *float64          `json:"minimum"`
	Maximum     *float64          `json:"maximum"`
	MinLength   *int              `json:"minLength"`
	MaxLength   *int              `json:"maxLength"`
	MinItems    *int              `json:"minItems"`
	MaxItems    *int              `json:"maxItems"`
	Items       *schema           `json:"items"`
	Properties  map[string]schema `json:"properties"`
	Required    []string          `json:"required"`
}

// toolPages writes a section for each tool.
func toolPages(ctx context.Context) (string, error) {
	examples, listed, err := conversation(ctx)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, tool := range listed {
		shown := examples[tool.Name]
		if len(shown) == 0 {
			return "", fmt.Errorf("script.json has no example of %s", tool.Name)
		}
		if err := toolSection(&b, tool, shown); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

func toolSection(b *strings.Builder, tool listedTool, examples []example) error {
	fmt.Fprintf(b, "## %s\n\n%s *(toolset %s; %s)*\n\n", tool.Name, tool.Description, tool.toolset, trait(tool.Annotations))
	in, err := schemaOf(tool.InputSchema)
	if err != nil {
		return err
	}
	out, err := schemaOf(tool.OutputSchema)
	if err != nil {
		return err
	}
	if len(in.Properties) > 0 {
		b.WriteString("| argument | type | default | |\n|---|---|---|---|\n")
		fields(in, "", func(name string, f schema, required bool) {
			fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", name, f.kind(), f.fallback(required), cell(f.Description))
		})
	}
	b.WriteString("\n| result | type | |\n|---|---|---|\n")
	fields(out, "", func(name string, f schema, _ bool) {
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", name, f.kind(), cell(f.Description))
	})
	for _, e := range examples {
		note := cmp.Or(e.note, "For example")
		fmt.Fprintf(b, "\n%s:\n\n```json\n%s\n```\n\nreturns\n\n```%s\n%s\n```\n", note, e.arguments, language(e.answer), e.answer)
	}
	b.WriteByte('\n')
	return nil
}

func language(answer string) string {
	switch {
	case strings.HasPrefix(answer, "{"):
		return "json"
	case strings.HasPrefix(answer, "graph "):
		return "mermaid"
	}
	return "dot"
}

func schemaOf(published any) (schema, error) {
	raw, err := json.Marshal(published)
	if err != nil {
		return schema{}, err
	}
	var s schema
	return s, json.Unmarshal(raw, &s)
}

// fields visits the properties, required ones first, and those of nested objects.
func fields(s schema, prefix string, visit func(name string, f schema, required bool)) {
	names := make([]string, 0, len(s.Properties))
	for name := range s.Properties {
		names = append(names, name)
	}
	optional := func(name string) int {
		if i := slices.Index(s.Required, name); i >= 0 {
			return i
		}
		return len(s.Required)
	}
	slices.SortFunc(names, func(x, y string) int {
		return cmp.Or(cmp.Compare(optional(x), optional(y)), cmp.Compare(x, y))
	})
	for _, name := range names {
		f := s.Properties[name]
		visit(prefix+name, f, slices.Contains(s.Required, name))
		if f.Items != nil && len(f.Items.Properties) > 0 {
			fields(*f.Items, prefix+name+"[].", visit)
		}
		if len(f.Properties) > 0 {
			fields(f, prefix+name+".", visit)
		}
	}
}

func (s schema) kind() string {
	name := fmt.Sprint(s.Type)
	if list, ok := s.Type.([]any); ok {
		name = strings.Trim(fmt.Sprint(list), "[]")
		name = strings.ReplaceAll(name, " ", " or ")
	}
	switch {
	case s.Items != nil && len(s.Items.Enum) > 0:
		name = "list of " + strings.Join(s.Items.Enum, ", ")
	case s.Items != nil:
		name = "list of " + fmt.Sprint(s.Items.Type) + "s"
	case len(s.Enum) > 0:
		name = strings.Join(s.Enum, ", ")
	case s.Format != "":
		name = s.Format
	}
	if s.Items != nil && s.Items.MaxLength != nil {
		name += fmt.Sprintf(" of at most %d characters", *s.Items.MaxLength)
	}
	return name + s.bounds()
}

func (s schema) bounds() string {
	switch {
	case s.Minimum != nil && s.Maximum != nil:
		return fmt.Sprintf(", %g to %g", *s.Minimum, *s.Maximum)
	case s.Minimum != nil:
		return fmt.Sprintf(", from %g", *s.Minimum)
	case s.MinItems != nil && s.MaxItems != nil:
		return fmt.Sprintf(", %d to %d", *s.MinItems, *s.MaxItems)
	case s.MaxItems != nil:
		return fmt.Sprintf(", at most %d", *s.MaxItems)
	case s.MaxLength != nil:
		return fmt.Sprintf(", at most %d characters", *s.MaxLength)
	}
	return ""
}

func (s schema) fallback(required bool) string {
	switch {
	case required:
		return "required"
	case s.Default != nil:
		return "`" + string(s.Default) + "`"
	}
	return ""
}

func cell(text string) string { return strings.ReplaceAll(text, "|", "\\|") }

// trait describes the annotations of a tool in words.
func trait(a mcp.ToolAnnotation) string {
	is := func(hint *bool) bool { return hint != nil && *hint }
	switch {
	case is(a.ReadOnlyHint):
		return "only reads"
	case is(a.DestructiveHint):
		return "changes or removes what is there"
	}
	return "adds"
}

// toolTable writes a line for each tool.
func toolTable(ctx context.Context) (string, error) {
	_, listed, err := conversation(ctx)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("| toolset | tool | what it does |\n|---|---|---|\n")
	var last tools.Toolset
	for _, tool := range listed {
		shown := ""
		if tool.toolset != last {
			last, shown = tool.toolset, "`"+string(tool.toolset)+"`"
		}
		first, _, _ := strings.Cut(tool.Description, ". ")
		fmt.Fprintf(&b, "| %s | [`%s`](#%s) | %s |\n", shown, tool.Name, markdown.Anchor(tool.Name), cell(strings.TrimSuffix(first, ".")))
	}
	return b.String(), nil
}
