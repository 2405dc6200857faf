package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/internal/egress"
	"plotline/internal/project"
	"plotline/internal/recording/setup"
	"plotline/internal/recording/spool"
)

type setupCommand struct {
	modelSettings
	Client    setup.Client `arg:"" enum:"claude-code,codex,gemini-cli,qwen-code,copilot-cli,opencode,cursor,vscode" help:"The agent: claude-code, codex, gemini-cli, qwen-code, copilot-cli, opencode, cursor or vscode."`
	Project   bool         `help:"Only the project in the current folder, in files that are not shared. Claude Code has such files."`
	ToolHooks bool         `help:"Also run a hook after each tool. It costs the agent time, and is needed only where record status says that its transcripts cannot be read."`
	DryRun    bool         `help:"Print what would change, and change nothing."`
	Remove    bool         `help:"Take back what setup wrote. What was recorded stays."`
	Yes       bool         `short:"y" help:"Do not ask for confirmation."`
	Server    string       `placeholder:"URL" help:"Record into the Plotline server at this address, and let the agent use it."`
	TokenFile string       `placeholder:"FILE" help:"With --server: the file of its token, which only you can read. Without it, PLOTLINE_TOKEN is kept in such a file."`
	Person    string       `placeholder:"ID" help:"With --server: the id that plotline setup has printed on another machine of yours, so that both are told your own words."`
	Send      bool         `name:"send-to-embeddings" help:"With --yes: let recorded texts go to an embeddings server on another machine."`
}

// Help says what the command does besides its flags.
func (*setupCommand) Help() string {
	return `Writes the hooks, the MCP server and the skill into the agent's configuration, and turns recording on. It first prints what will be kept, where, who can read it, how to delete it, and every line that it would write. --remove gives the files their old bytes back.`
}

// Validate checks combinations of flags. Kong calls it after parsing.
func (c *setupCommand) Validate() error {
	if c.Remove && (c.ToolHooks || c.Send || c.Server != "") {
		return errors.New("--remove takes everything back; leave out the other flags")
	}
	if c.Server == "" && (c.TokenFile != "" || c.Person != "") {
		return errors.New("--token-file and --person need --server")
	}
	c.Server = strings.TrimRight(c.Server, "/")
	if _, err := egress.NewAddress(c.Server, ""); c.Server != "" && (err != nil || strings.ContainsAny(c.Server, "@?#")) {
		return errors.New("--server must be an http or https address without a password, such as https://plotline.example:7333")
	}
	return c.validate()
}

// Run sets a client up, after a person has agreed, or takes everything back.
func (c *setupCommand) Run(ctx context.Context, s *settings, std streams) error {
	if s.Workspace != graph.DefaultWorkspace && s.ChosenBy == "" {
		return misuse{errors.New("recording uses the workspace of each project; leave out --workspace and PLOTLINE_WORKSPACE")}
	}
	place, err := c.place()
	if err != nil {
		return err
	}
	wanted, err := c.wanted(s)
	if err != nil {
		return err
	}
	kept, err := setup.ReadKept()
	if err != nil {
		return err
	}
	if c.Remove {
		return c.remove(ctx, place, wanted, kept, std)
	}
	plan, err := setup.Prepare(c.Client, place, wanted, kept)
	if err != nil {
		return err
	}
	return c.install(ctx, s, plan, wanted, std)
}

// place returns where the client's configuration lies.
func (c *setupCommand) place() (setup.Place, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return setup.Place{}, fmt.Errorf("there is no home folder: %w", err)
	}
	place := setup.Place{Home: home, Getenv: os.Getenv}
	found, is := project.Of(".")
	if is {
		place.Here = found.Root
	}
	if c.Project {
		if !is {
			return setup.Place{}, misuse{errors.New("--project needs a git repository, and the current folder is in none")}
		}
		place.Project = found.Root
	}
	return place, nil
}

// wanted returns what to write: as printConfig, the flags that a new process would not find by itself.
func (c *setupCommand) wanted(s *settings) (setup.Wanted, error) {
	dir, err := s.dataDir()
	if err != nil {
		return setup.Wanted{}, err
	}
	program, err := os.Executable()
	if err != nil {
		return setup.Wanted{}, fmt.Errorf("cannot find the path of this program: %w", err)
	}
	server := setup.Server{Command: program, Args: []string{"mcp", "--workspace", graph.AutoWorkspace}}
	if c.Server != "" { // the workspace is that of the token
		server.Args = []string{"mcp", "--server", c.Server}
	}
	if s.DataDir != "" {
		server.Args = append(server.Args, "--data-dir", dir)
	}
	if c.Server != "" {
		return setup.Wanted{DataDir: dir, Server: server, ToolHooks: c.ToolHooks}, nil
	}
	if c.usesServer() {
		server.Args = append(server.Args, "--embeddings-base-url", c.EmbeddingsBaseURL, "--embeddings-model", c.EmbeddingsModel)
	}
	if s.usesNeo4j() {
		server.Env = map[string]string{"NEO4J_URI": s.Neo4jURI, "NEO4J_USERNAME": s.Neo4jUsername}
		if s.Neo4jPassword != "" {
			server.Env["NEO4J_PASSWORD"] = s.Neo4jPassword
		}
		if s.Neo4jDatabase != "" {
			server.Env["NEO4J_DATABASE"] = s.Neo4jDatabase
		}
	}
	return setup.Wanted{DataDir: dir, Server: server, ToolHooks: c.ToolHooks}, nil
}

// destination returns where recording goes.
func (s *settings) destination(dataDir string) setup.Destination {
	d := setup.Destination{Store: "embedded", DataDir: dataDir, Languages: languagesOfPerson()}
	if s.usesNeo4j() {
		d.Store, d.Address, d.Database = "neo4j", s.Neo4jURI, s.Neo4jDatabase
	}
	if set, err := s.languages(); err == nil && !set.None() {
		d.Languages = set.Names()
	}
	return d
}

// install prints what it would do, asks, and does it.
func (c *setupCommand) install(ctx context.Context, s *settings, plan setup.Plan, w setup.Wanted, std streams) error {
	now, err := spool.ReadSettings()
	if err != nil {
		return err
	}
	to, token, err := c.destination(ctx, s, w.DataDir, now)
	if err != nil {
		return err
	}
	program := w.Server.Command
	if _, err := setup.FindHook(program); err != nil {
		return err
	}
	screen := screenOf(std.out)
	if !plan.Writes() && to.Consents(now) {
		if !c.DryRun {
			err = setup.Install(ctx, w.DataDir, program, version())
		}
		_, _ = fmt.Fprintf(screen, "%s is set up already. Nothing was changed.\n", c.Client.Title())
		return err
	}
	printDifference(std, plan, s.Neo4jPassword) // first, so that the terms stand beside the question
	for _, text := range append(c.terms(to, now, w), plan.Notes...) {
		_, _ = fmt.Fprintln(screen, screen.wrapped(paragraph(text)))
	}
	if c.DryRun {
		_, _ = fmt.Fprintln(screen, "Nothing was changed.")
		return nil
	}
	if err := c.agree(ctx, std); err != nil {
		return err
	}
	if err := setup.Install(ctx, w.DataDir, program, version()); err != nil {
		return err
	}
	if err := keepToken(to.TokenFile, token); err != nil {
		return err
	}
	if err := plan.Apply(ctx); err != nil {
		return err
	}
	if err := to.Allow(ctx, time.Now()); err != nil {
		return err
	}
	_, _ = fmt.Fprintln(screen, screen.wrapped(c.Client.Title()+" is set up. Sessions that start from now on are recorded."))
	if err := c.printPerson(screen); err != nil {
		return err
	}
	return c.offerImport(ctx, s, std)
}

// offerImport asks whether to import what the client did in the current project before. That is a question of its own, which
// --yes does not answer.
func (c *setupCommand) offerImport(ctx context.Context, s *settings, std streams) error {
	since, err := pastTime("90d", time.Now())
	if _, is := project.Of("."); !is || err != nil {
		return err
	}
	i, err := s.importing(ctx, ".", string(c.Client), since)
	if err != nil { // setup is done, and an import can follow
		return nil //nolint:nilerr // plotline record import tells the reason
	}
	return i.offer(ctx, s, std, c.Client.Title())
}

// terms says what will be kept, where, who can read it, and how to see and delete it.
func (c *setupCommand) terms(to setup.Destination, now spool.Settings, w setup.Wanted) []string {
	where, readers := to.DataDir, "you, and the programs that run under your name"
	switch to.Store {
	case "neo4j":
		where, readers = "the Neo4j at "+to.Address, "everyone who may read that Neo4j"
	case spool.ToServer:
		return c.termsOfServer(to, now)
	}
	here := ""
	if found, is := project.Of("."); is {
		if workspace, err := project.Peek(w.DataDir, found); err == nil {
			here = " (here: " + workspace + ")"
		}
	}
	texts := append(c.termsOfKeeping(),
		"Where: in the workspace of each repository"+here+", in "+where+".",
		"Who can read it: "+readers+".",
	)
	switch {
	case c.usesServer():
		texts = append(texts, "Recorded texts are sent to the embeddings server "+c.EmbeddingsBaseURL+".")
	case to.Store == "embedded":
		texts = append(texts, "Plotline itself sends nothing.")
	}
	return append(texts, c.termsOfEnd(to, now)...)
}

// termsOfKeeping says what will be kept.
func (c *setupCommand) termsOfKeeping() []string {
	return []string{
		fmt.Sprintf("Plotline records what %s does in git repositories, and tells it at the start of a task what earlier work taught.", c.Client.Title()),
		"",
		"Kept of each task: your prompt, the commands and whether they failed, the end of the output of a failed command or a check, " +
			"the names of changed files, commits, what you corrected, and the agent's last words. Passwords, keys and tokens are " +
			"replaced before anything is written, as far as Plotline recognises them.",
		"Never kept: contents of files, patches, other outputs, the environment. A prompt that begins with #private is not kept.",
		"What the agent is told becomes a part of its prompt, so it goes to the provider of its model, as your prompts do.",
	}
}

// termsOfEnd says how to see, end and delete what is kept.
func (c *setupCommand) termsOfEnd(to setup.Destination, now spool.Settings) []string {
	var texts []string
	if now.Record == spool.On && !to.Consents(now) {
		texts = append(texts, "Until now, recording went to "+strings.TrimSpace(now.Address+" "+now.DataDir)+".")
	}
	return append(texts,
		"To see it: plotline record show --last. To pause: plotline record pause 1h. To turn it off: plotline record off.",
		"To delete it: plotline record forget, with --last, --session, --project or --since.",
		"To take this back: plotline setup "+string(c.Client)+" --remove.", "")
}

// printDifference prints every line that a plan adds. The password is not for screens.
func printDifference(std streams, plan setup.Plan, secret string) {
	screen := screenOf(std.out)
	for _, change := range plan.Changes {
		if !change.Writes() {
			continue
		}
		text := change.Difference()
		if secret != "" {
			text = strings.ReplaceAll(text, secret, "…")
		}
		_, _ = fmt.Fprintln(screen, paragraph(text))
	}
}

// agree asks whether to record, and once more if texts leave the machine.
func (c *setupCommand) agree(ctx context.Context, std streams) error {
	const unchanged = "nothing was changed"
	away := c.usesServer() && isRemote(c.EmbeddingsBaseURL)
	if c.Yes {
		if away && !c.Send {
			return misuse{fmt.Errorf("recorded texts would go to %s on another machine; to allow that, add --send-to-embeddings", c.EmbeddingsBaseURL)}
		}
		return nil
	}
	if err := canAsk(std, "record"); err != nil {
		return err
	}
	if err := confirm(ctx, std, "Change these files, and record? [y/N] ", unchanged); err != nil || !away {
		return err
	}
	return confirm(ctx, std, "Send recorded texts to "+c.EmbeddingsBaseURL+"? [y/N] ", unchanged)
}

// isRemote reports whether an address is not on this machine.
func isRemote(address string) bool {
	at, err := url.Parse(address)
	return err != nil || !slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, at.Hostname())
}

// remove takes everything back. It does not ask, because nothing of the person's is lost.
func (c *setupCommand) remove(ctx context.Context, place setup.Place, w setup.Wanted, kept setup.Kept, std streams) error {
	plan, err := setup.PrepareRemoval(c.Client, place, w, kept)
	if err != nil {
		return err
	}
	screen := screenOf(std.out)
	if len(plan.Changes) == 0 {
		_, _ = fmt.Fprintf(screen, "%s is not set up. Nothing was changed.\n", c.Client.Title())
		return nil
	}
	printDifference(std, plan, "")
	for _, text := range plan.Notes {
		_, _ = fmt.Fprintln(screen, screen.wrapped(paragraph(text)))
	}
	if c.DryRun {
		_, _ = fmt.Fprintln(screen, "Nothing was changed.")
		return nil
	}
	if err := plan.Apply(ctx); err != nil {
		return err
	}
	_, _ = fmt.Fprintf(screen, "%s is not set up any more. What was recorded stays.\n", c.Client.Title())
	ended, err := setup.Forbid(ctx)
	if ended {
		_, _ = fmt.Fprintln(screen, "No agent is set up now, so recording is off.")
		err = errors.Join(err, removeToken())
	}
	return err
}

// languagesOfPerson returns the search languages that the environment tells: the person's, and English, in which programs
// speak.
func languagesOfPerson() []string {
	names := map[string]string{
		"ar": "arabic", "da": "danish", "de": "german", "es": "spanish", "fi": "finnish", "fr": "french", "hu": "hungarian", "it": "italian",
		"nl": "dutch", "nb": "norwegian", "nn": "norwegian", "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian",
		"sv": "swedish", "ta": "tamil", "tr": "turkish",
	}
	set := []string{string(analysis.English)}
	for _, variable := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} { // the first that is set counts
		if value := os.Getenv(variable); value != "" {
			code, _, _ := strings.Cut(value, "_")
			if name := names[strings.ToLower(code)]; slices.Contains(analysis.KnownLanguages(), name) {
				set = append(set, name)
			}
			break
		}
	}
	return set
}
