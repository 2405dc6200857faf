package main

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"slices"
	"time"

	"plotline/media/tmdb"
	"plotline/web"
)

type doctorCommand struct {
	mediaSettings
	aiSettings
	embeddingSettings
	tokenSettings
	auditSettings
	jsonSettings

	Repair bool `help:"Make missing indexes of Neo4j, make the counter of the workspace right, settle its topological orders at once, and wait until they are kept."`
}

// Validate checks the flags as the commands that use them do. Kong calls it after parsing.
func (c *doctorCommand) Validate() error {
	return cmp.Or(c.mediaSettings.validate(), c.aiSettings.validate(), c.embeddingSettings.validate())
}

// finding is the result of one check.
type finding struct {
	Check  string `json:"check"`
	State  string `json:"state"`
	Found  string `json:"found"`
	Advice string `json:"advice,omitempty"`
}

// The states of a finding.
const (
	well = "ok"
	note = "note" // Plotline works without it
	bad  = "bad"
)

// discardLogger drops the log of the checks, because the findings report the same.
var discardLogger = slog.New(slog.DiscardHandler)

// errRequirementMissing makes the command fail if something required is missing.
var errRequirementMissing = errors.New("some checks failed; the lines marked bad say what to do")

// Run checks everything that the settings name, and prints advice for each problem.
func (c *doctorCommand) Run(ctx context.Context, s *settings, std streams) error {
	p, err := s.open(std, auditSettings{Audit: "off"})
	if err != nil {
		return asMisuse(err)
	}
	defer p.close()
	p.logger, p.runner.Logger = discardLogger, discardLogger
	findings := c.findings(ctx, s, p)
	if err := c.print(std, findings); err != nil {
		return err
	}
	if slices.ContainsFunc(findings, func(f finding) bool { return f.State == bad }) {
		return errRequirementMissing
	}
	return nil
}

// findings runs the checks, in the order in which a person would fix problems. It skips queries of the
// graph if the store does not exist yet or does not answer.
func (c *doctorCommand) findings(ctx context.Context, s *settings, p *program) []finding {
	dir := folder(p.dataDir)
	all := []finding{{Check: "version", State: well, Found: version()}, s.describeWorkspace(), dir}
	all = append(all, s.lockFindings(p.dataDir)...)
	all = append(all, s.lostFindings(p.dataDir)...)
	store := c.store(ctx, s, p)
	all = append(all, store...)
	all = append(all, s.foreignFindings()...)
	now := clock(time.Now())
	current := len(store) > 1 && store[0].State == well // otherwise a call would create or migrate the schema
	if current {
		now = checkClock(ctx, p, time.Now())
	}
	all = append(all, now)
	if dir.State != bad { // otherwise these would repeat the problem with the folder
		all = append(all, c.records(p.dataDir), c.tokenSettings.check(s, time.Now()), c.waiting(ctx, p))
	}
	all = append(all, c.rootSettings.check(s.Workspace)...)
	all = append(all, languagesFinding(ctx, s, p, current))
	if current {
		all = append(all, s.defaultFinding(ctx, p)...)
		all = append(all, c.clientFinding(ctx, s, p))
		all = append(all, c.orders(ctx, s, p)...)
		all = append(all, directions(ctx, s, p))
	}
	if dir.State != bad && store[0].State != bad {
		all = append(all, s.recording(ctx, p))
	}
	return append(all,
		c.meaning(ctx, s, p, current), c.tmdb(), c.ai(ctx),
		programFinding("git", "needed to import a git history"),
		pages())
}

// print writes the findings, each followed by its advice.
func (c *doctorCommand) print(std streams, findings []finding) error {
	if c.JSON {
		return printJSON(std.out, findings)
	}
	screen := screenOf(std.out)
	rows := make([][]string, 0, len(findings))
	for _, f := range findings {
		rows = append(rows, []string{f.State, f.Check, f.Found})
		if f.Advice != "" {
			rows = append(rows, []string{"", "", "→ " + f.Advice})
		}
	}
	columns := []column{{paint: stateColour}, {}, {}}
	return table(screen, columns, screen.wrapLast(columns, rows))
}

// stateColour makes problems visible.
func stateColour(state string) colour {
	return map[string]colour{well: green, note: gold, bad: red}[state]
}

// programFinding looks for a program that an optional feature needs.
func programFinding(name, purpose string) finding {
	path, err := exec.LookPath(name)
	if err != nil {
		return finding{Check: name, State: note, Found: "not installed", Advice: purpose}
	}
	return finding{Check: name, State: well, Found: path}
}

// pages reports whether this build includes the web pages.
func pages() finding {
	if _, built := web.Files(); !built {
		return finding{Check: "pages", State: note, Found: "not in this build", Advice: "to have them, build with Node.js 20.19 or newer"}
	}
	return finding{Check: "pages", State: well, Found: "built in"}
}

// tmdb reports whether TMDB is configured. It sends no request.
func (m *mediaSettings) tmdb() finding {
	if os.Getenv(tmdbKey) == "" {
		return finding{Check: "tmdb", State: note, Found: "no key", Advice: "to look up titles and episodes, set " + tmdbKey}
	}
	at := m.TMDBBaseURL
	if at == "" {
		at = tmdb.DefaultURL
	}
	return finding{Check: "tmdb", State: well, Found: "a key for " + at}
}

// ai asks the endpoint for its models, which costs nothing, and reports the model that writes scenes.
func (a *aiSettings) ai(ctx context.Context) finding {
	f := finding{Check: "language model", State: well, Found: a.AIBaseURL + ", with a key"}
	if aiKey() == "" {
		f.Found = a.AIBaseURL + ", without a key"
	}
	if a.AIBaseURL == "" {
		f.State, f.Found = note, "no endpoint"
		f.Advice = "to have a model write scenes, set PLOTLINE_AI_BASE_URL or use a client that offers sampling"
		return f
	}
	client, err := a.client()
	if err == nil {
		defer client.Close()
		var name string
		if name, err = client.Reach(ctx); err == nil {
			f.Found += ", writes with " + name
			return f
		}
	}
	f.State, f.Advice = bad, err.Error()
	return f
}
