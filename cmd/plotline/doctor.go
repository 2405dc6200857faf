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
}

// Validate judges the flags, as the commands do that use them. Kong calls it after parsing.
func (c *doctorCommand) Validate() error {
	return cmp.Or(c.mediaSettings.judge(), c.aiSettings.judge(), c.embeddingSettings.judge())
}

// finding is one thing that doctor looked at.
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

// quiet keeps the log of what doctor tries to itself: the findings say it.
var quiet = slog.New(slog.DiscardHandler)

// errUnwell makes the command fail when something that is needed is missing.
var errUnwell = errors.New("something that Plotline needs is missing; the lines marked bad say what to do")

// Run looks at everything that the settings name, and says what to do about what is not right.
func (c *doctorCommand) Run(ctx context.Context, s *settings, std streams) error {
	p, err := s.open(std, auditSettings{Audit: "off"})
	if err != nil {
		return judged(err)
	}
	defer p.close()
	p.logger, p.runner.Logger = quiet, quiet
	findings := c.findings(ctx, s, p)
	if err := c.print(std, findings); err != nil {
		return err
	}
	if slices.ContainsFunc(findings, func(f finding) bool { return f.State == bad }) {
		return errUnwell
	}
	return nil
}

// findings are in the order in which a person mends them. What asks the graph is left out when the store
// is not there yet, or does not answer.
func (c *doctorCommand) findings(ctx context.Context, s *settings, p *program) []finding {
	dir := folder(p.dataDir)
	all := []finding{{Check: "version", State: well, Found: version()}, {Check: "workspace", State: well, Found: s.Workspace}, dir}
	all = append(all, s.held(p.dataDir)...)
	store := s.store(ctx, p)
	all = append(all, store...)
	now := clock(time.Now())
	current := len(store) > 1 && store[0].State == well // else a call would make the schema, or bring it up to date
	if current {
		now = latest(ctx, p, time.Now())
	}
	all = append(all, now)
	if dir.State != bad { // else these would say once more what is wrong with the folder
		all = append(all, c.records(p.dataDir), c.tokenSettings.check(s, time.Now()), c.waiting(ctx, p))
	}
	all = append(all, c.rootSettings.check(s.Workspace)...)
	return append(all,
		speech(ctx, s, p, current), c.meaning(ctx, s, p, current), c.tmdb(), c.ai(ctx),
		helper("git", "needed to import a git history"),
		pages())
}

// print shows what there is, and below it what to do.
func (c *doctorCommand) print(std streams, findings []finding) error {
	if c.JSON {
		return printJSON(std.out, findings)
	}
	rows := make([][]string, 0, len(findings))
	for _, f := range findings {
		rows = append(rows, []string{f.State, f.Check, f.Found})
		if f.Advice != "" {
			rows = append(rows, []string{"", "", "→ " + f.Advice})
		}
	}
	return table(std.out, rows)
}

// helper looks for a program that something optional needs.
func helper(name, purpose string) finding {
	path, err := exec.LookPath(name)
	if err != nil {
		return finding{Check: name, State: note, Found: "not installed", Advice: purpose}
	}
	return finding{Check: name, State: well, Found: path}
}

// pages tells whether this build has them.
func pages() finding {
	if _, built := web.Files(); !built {
		return finding{Check: "pages", State: note, Found: "not in this build", Advice: "build it where Node.js 20.19 or newer is"}
	}
	return finding{Check: "pages", State: well, Found: "built in"}
}

// tmdb asks nothing: it only tells whether somebody would be asked.
func (m *mediaSettings) tmdb() finding {
	if os.Getenv(tmdbKey) == "" {
		return finding{Check: "tmdb", State: note, Found: "no key", Advice: tmdbKey + " in the environment brings titles and episodes"}
	}
	at := m.TMDBBaseURL
	if at == "" {
		at = tmdb.DefaultURL
	}
	return finding{Check: "tmdb", State: well, Found: "a key for " + at}
}

// ai asks which models the endpoint has, which costs nothing, and tells which one would write.
func (a *aiSettings) ai(ctx context.Context) finding {
	f := finding{Check: "language model", State: well, Found: a.AIBaseURL + ", with a key"}
	if aiKey() == "" {
		f.Found = a.AIBaseURL + ", without a key"
	}
	if a.AIBaseURL == "" {
		f.State, f.Found = note, "no endpoint"
		f.Advice = "PLOTLINE_AI_BASE_URL, or a client that offers sampling, brings scenes written by a model"
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
