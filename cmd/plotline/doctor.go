package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"plotline/graph"
	"plotline/graph/fault"
	"plotline/media/tmdb"
	"plotline/web"
)

type doctorCommand struct {
	mediaSettings
	aiSettings
	JSON bool `name:"json" help:"Print the findings as JSON."`
}

// Validate judges the flags, as the commands do that use them. Kong calls it after parsing.
func (c *doctorCommand) Validate() error {
	return cmp.Or(c.mediaSettings.judge(), c.aiSettings.judge())
}

// finding is one thing that doctor looked at.
type finding struct {
	Check  string `json:"check"`
	State  string `json:"state"` // ok, note (works without it) or bad
	Found  string `json:"found"`
	Advice string `json:"advice,omitempty"`
}

// errUnwell makes the command fail when something that is needed is missing.
var errUnwell = errors.New("something that Plotline needs is missing; the lines marked bad say what to do")

// Run looks at everything that the settings name, and says what to do about what is not right.
func (c *doctorCommand) Run(ctx context.Context, s *settings, std streams) error {
	p, err := s.open(std, "command", auditSettings{Audit: "off"})
	if err != nil {
		return err
	}
	defer p.close()
	findings := slices.Concat([]finding{
		{Check: "version", State: "ok", Found: version()},
		{Check: "workspace", State: "ok", Found: s.Workspace},
		folder(p.dataDir),
		s.reach(ctx, p),
		helper("git", "needed to import a git history"),
		helper("dot", "needed for drawings as SVG; install GraphViz"),
		pages(),
		c.tmdb(),
		c.ai(ctx),
	}, c.roots())
	bad := false
	for _, f := range findings {
		bad = bad || f.State == "bad"
	}
	if err := c.print(std, findings); err != nil {
		return err
	}
	if bad {
		return errUnwell
	}
	return nil
}

func (c *doctorCommand) print(std streams, findings []finding) error {
	if c.JSON {
		return printJSON(std.out, findings)
	}
	rows := make([][]string, 0, len(findings))
	for _, f := range findings {
		text := f.Found
		if f.Advice != "" {
			text += " — " + f.Advice
		}
		rows = append(rows, []string{f.State, f.Check, text})
	}
	return table(std.out, rows)
}

// reach asks the store, as every call does.
func (s *settings) reach(ctx context.Context, p *program) finding {
	ctx, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	start := time.Now()
	status, err := p.service.Status(ctx)
	kind := "embedded"
	if s.usesNeo4j() {
		kind = "neo4j"
	}
	if err != nil {
		return finding{Check: "store", State: "bad", Found: kind, Advice: fault.From(err).Details}
	}
	return finding{Check: "store", State: "ok", Found: describe(status, time.Since(start))}
}

func describe(s graph.Status, took time.Duration) string {
	return fmt.Sprintf("%s %s at %s, schema %d, answered in %s",
		s.Kind, s.Version, s.Location, s.Schema, took.Round(100*time.Microsecond))
}

// folder tries to write where the store and the audit log will.
func folder(dir string) finding {
	f := finding{Check: "data folder", State: "ok", Found: dir}
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		probe := filepath.Join(dir, ".doctor")
		err = os.WriteFile(probe, nil, 0o600)
		_ = os.Remove(probe)
	}
	if err != nil {
		f.State, f.Advice = "bad", "cannot be written; choose another by --data-dir, or mend its permissions"
	}
	return f
}

// helper looks for a program that something optional needs.
func helper(name, purpose string) finding {
	path, err := exec.LookPath(name)
	if err != nil {
		return finding{Check: name, State: "note", Found: "not installed", Advice: purpose}
	}
	return finding{Check: name, State: "ok", Found: path}
}

// pages tells whether this build has them.
func pages() finding {
	if _, built := web.Files(); !built {
		return finding{Check: "pages", State: "note", Found: "not in this build", Advice: "build it where Node.js 20.19 or newer is"}
	}
	return finding{Check: "pages", State: "ok", Found: "built in"}
}

// tmdb asks nothing: it only tells whether somebody would be asked.
func (m *mediaSettings) tmdb() finding {
	if os.Getenv(tmdbKey) == "" {
		return finding{Check: "tmdb", State: "note", Found: "no key", Advice: tmdbKey + " in the environment brings titles and episodes"}
	}
	at := m.TMDBBaseURL
	if at == "" {
		at = tmdb.DefaultURL
	}
	return finding{Check: "tmdb", State: "ok", Found: "a key for " + at}
}

// ai asks which models the endpoint has, which costs nothing, and tells which one would write.
func (a *aiSettings) ai(ctx context.Context) finding {
	f := finding{Check: "language model", State: "ok", Found: a.AIBaseURL + ", with a key"}
	if aiKey() == "" {
		f.Found = a.AIBaseURL + ", without a key"
	}
	if a.AIBaseURL == "" {
		f.State, f.Found = "note", "no endpoint"
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
	f.State, f.Advice = "bad", err.Error()
	return f
}

// roots looks at the folders that media must lie in.
func (r *rootSettings) roots() []finding {
	if len(r.MediaRoot) == 0 {
		return []finding{{Check: "media root", State: "ok", Found: "none: media folders may be anywhere on this machine"}}
	}
	var all []finding
	for _, root := range r.MediaRoot {
		f := finding{Check: "media root", State: "ok", Found: root}
		if info, err := os.Stat(root); err != nil || !info.IsDir() {
			f.State, f.Advice = "bad", "is no folder; mend --media-root"
		}
		all = append(all, f)
	}
	return all
}
