package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"
	"github.com/mattn/go-runewidth"

	"plotline/graph"
)

type recallCommand struct {
	Words []string `arg:"" help:"What you are about to do or want to know, in your own words."`
	Near  []string `field:"near" sep:"none" placeholder:"EPISODE" help:"Id or number of an episode. Episodes connected to it rank higher. Repeatable."`
	Boost []string `name:"boost-tag" field:"boost_tags" sep:"none" placeholder:"TAG" help:"Tag whose episodes rank higher. Repeatable."`
	Depth string   `field:"depth" placeholder:"N" help:"Hops over which results raise others (0–3; default: 2)."`
	Type  []string `field:"relationship_types" placeholder:"TYPE" predictor:"type" help:"Follow only relationships of these types."`
	Since string   `field:"since" placeholder:"TIME" help:"Created at or after this day or time: ISO 8601 (UTC unless it names a zone), 30d, 2h or 'last month'."`
	Until string   `field:"until" placeholder:"TIME" help:"Created at or before this time. A day alone means its end (UTC)."`
	tagSettings
	rewardSettings
	MaxReward string `field:"max_reward" placeholder:"N" help:"Maximum reward (-1 to 1)."`
	Limit     string `field:"limit" placeholder:"N" help:"Maximum number of results (1–50; default: 8)."`
	embeddingSettings
	readSettings
	pageSettings
}

// Validate checks the flags of the model. Kong calls it after parsing.
func (c *recallCommand) Validate() error {
	if len(c.Words) > 0 && strings.TrimSpace(strings.Join(c.Words, "")) == "" {
		return errNoQuestion
	}
	return c.validate()
}

// Run shows what earlier episodes teach about a task.
func (c *recallCommand) Run(ctx context.Context, line *kong.Context, s *settings, std streams) error {
	if c.Page {
		return c.openList(ctx, line, s, std, c.Words)
	}
	p, err := s.openWith(std, "command", c.auditSettings, c.storeOptions()...)
	if err != nil {
		return asMisuse(err)
	}
	defer p.close()
	if err := p.addMeaning(c.embeddingSettings); err != nil {
		return err
	}
	values := given(line)
	values.Set("query", strings.Join(c.Words, " "))
	if !c.JSON {
		values.Set("max_bytes", "65536") // a terminal has room for what an agent's context has not
	}
	return printResultOf(ctx, c.readSettings, p, std, "recall", values, func(out graph.RecallOutput) error {
		return c.show(ctx, s, p, std, out)
	})
}

func (c *recallCommand) show(ctx context.Context, s *settings, p *program, std streams, out graph.RecallOutput) error {
	if out.Of == 0 {
		s.printEmptyWorkspace(ctx, p, std)
		return nil
	}
	for i := range out.Episodes {
		if err := printRecalled(std, &out.Episodes[i]); err != nil {
			return err
		}
	}
	if out.More > 0 {
		printMessage(std, "%d more results were left out; --json shows all fields.", out.More)
	}
	if rest := cutList(out); rest != "" {
		printMessage(std, "%s", rest)
	}
	if out.Time != nil {
		printMessage(std, "%s", readAs(out))
	}
	if out.Hint != "" {
		printMessage(std, "%s", out.Hint)
	}
	return nil
}

// mostRecalled is the most results of a recall.
const mostRecalled = 50

// cutList says how many a list has whose end is not shown, and how to see the rest; "" if it is whole.
func cutList(out graph.RecallOutput) string {
	shown := len(out.Episodes)
	for i := range out.Episodes {
		shown += out.Episodes[i].Alike
	}
	if !out.Listed || shown >= out.Count {
		return ""
	}
	text := fmt.Sprintf("The newest %d of %d", shown, out.Count)
	switch {
	case out.More > 0:
		return text + "."
	case len(out.Episodes) >= mostRecalled:
		return text + "; --until shows earlier ones."
	case out.Count > mostRecalled:
		return fmt.Sprintf("%s; --limit %d shows more.", text, mostRecalled)
	}
	return fmt.Sprintf("%s; --limit %d shows all.", text, out.Count)
}

// readAs says how a time in the question was read.
func readAs(out graph.RecallOutput) string {
	t := out.Time
	if t.Since == nil && t.Until == nil {
		return fmt.Sprintf("%q: only what %s is shown, newest first.", t.Text, t.As)
	}
	period := fmt.Sprintf("%q was read as ", t.Text)
	switch {
	case t.Since == nil:
		period += "up to " + minute(*t.Until)
	case t.Until == nil:
		period += "from " + minute(*t.Since)
	default:
		period += minute(*t.Since) + " to " + minute(*t.Until)
	}
	period += " UTC"
	switch {
	case t.As == "failed", t.As == "worked":
		return period + ": only what " + t.As + " then is shown."
	case t.As == "filter":
		return period + ": only that period is shown."
	case slices.ContainsFunc(out.Episodes, func(e graph.RecalledEpisode) bool { return t.Within(e.CreatedAt) }):
		return period + ": episodes of that period rank higher."
	}
	return period + "."
}

// indented puts each line of a text but the first behind an indent. It leaves out blank lines.
func indented(text, indent string) string {
	lines := make([]string, 0, 1)
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, oneLine(line))
		}
	}
	return strings.Join(lines, "\n"+indent)
}

// learned returns what was learned, with its label. Where the first of several lines is too long for the screen beside the label,
// it stands below: a commit wraps its lines for 80 columns, and they stay whole.
func learned(text string, width int) string {
	const label, indent = "    learned:", "      "
	lines, space := indented(text, indent), " "
	if first, _, more := strings.Cut(lines, "\n"); more && width > 0 && len(label)+1+runewidth.StringWidth(first) > width {
		space = "\n" + indent
	}
	return label + space + lines
}

// saysWhy reports whether one of the later episodes that replaced this one is its only reason, so that its line says why.
func saysWhy(e *graph.RecalledEpisode) bool {
	return len(e.Via) == 1 && e.Via[0].Direction == graph.Incoming && slices.ContainsFunc(e.SupersededBy, func(newer graph.Successor) bool {
		return newer.ID == e.Via[0].ID && newer.RelationshipType == e.Via[0].RelationshipType
	})
}

// alike says how many more episodes say the same, and names some.
func alike(e *graph.RecalledEpisode) string {
	ids := make([]string, len(e.AlikeIDs))
	for i, id := range e.AlikeIDs {
		ids[i] = fmt.Sprintf("#%d", id)
	}
	more := ""
	if e.Alike > len(ids) {
		more = " …"
	}
	return fmt.Sprintf("%d more say the same: %s%s", e.Alike, strings.Join(ids, ", "), more)
}

// mostLater is how many of the episodes that replaced one are named.
const mostLater = 3

// printRecalled prints an episode on two or more lines.
func printRecalled(std streams, e *graph.RecalledEpisode) error {
	screen := screenOf(std.out)
	reward := formatNumber(e.Reward)
	number, name, facts := fmt.Sprintf("#%d", e.ID), oneLine(e.Name), []string{screen.when(e.CreatedAt)}
	if e.Reward != 0 {
		facts = slices.Insert(facts, 0, "reward "+reward)
	}
	if e.Commit != "" {
		facts = append(facts, "commit "+e.Commit)
	}
	went := "(" + strings.Join(facts, ", ") + ")"
	between := "  "
	if screen.width > 0 && len(number)+utf8.RuneCountInString(name)+len(went)+2*gap > screen.width {
		between = "\n    " // a name is what one looks for
		name = cutEnd(name, max(screen.width-len(number)-gap, tiny))
	}
	head := screen.paint(number, cyan) + "  " + screen.paint(name, bold) + between + screen.paint(went, rewardColour(reward))
	var lines []string
	if e.Learned != "" {
		lines = append(lines, learned(e.Learned, screen.width))
	}
	later := slices.CompactFunc(slices.Clone(e.SupersededBy), func(a, b graph.Successor) bool { return a.ID == b.ID })
	for i, newer := range later {
		if left := len(later) - mostLater; i == mostLater && left > 1 {
			lines = append(lines, fmt.Sprintf("    and by %d more", left))
			break
		}
		verb := map[graph.Type]string{graph.Contradicts: "contradicted", graph.Refines: "refined"}[newer.RelationshipType]
		lines = append(lines, fmt.Sprintf("    %s by #%d  %s", verb, newer.ID, oneLine(newer.Name)))
	}
	if e.Alike > 0 {
		lines = append(lines, "    "+alike(e))
	}
	if !saysWhy(e) {
		lines = append(lines, "    "+oneLine(e.Why))
	}
	_, err := fmt.Fprintf(screen, "%s\n%s\n", head, screen.wrapped(strings.Join(lines, "\n")))
	return err
}
