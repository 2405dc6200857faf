package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"plotline/graph/analysis"
	"plotline/internal/project"
)

// settings are the flags that every command has.
type settings struct {
	DataDir   string `env:"PLOTLINE_DATA_DIR" placeholder:"DIR" help:"Folder of the embedded store and the audit log (default: the platform's data folder)."`
	Store     string `env:"PLOTLINE_STORE" enum:"embedded,neo4j,auto" default:"auto" help:"embedded, neo4j, or auto: neo4j when a Neo4j URI is configured."`
	Workspace string `env:"PLOTLINE_WORKSPACE" default:"default" help:"Workspace whose graph to use. auto: that of the git repository in the current folder, else default. Commands of the graph use auto in a repository that an import or an agent has used."`

	ChosenBy string         `kong:"-"` // what selected the workspace for auto, such as currentFolder; "" for a name
	Project  *project.Found `kong:"-"` // whose workspace auto has selected; nil if there is none
	Given    string         `kong:"-"` // flags of the line that another command needs to use the same graph
	Unchosen bool           `kong:"-"` // nothing selects the workspace: it is default by default
	Timeout  time.Duration  `env:"PLOTLINE_TIMEOUT" default:"30s" help:"Time limit of one call to the store."`

	SearchLanguage []string `env:"PLOTLINE_SEARCH_LANGUAGE" placeholder:"NAME" help:"Languages of new workspaces, comma-separated, such as english,german (default: english). Search finds inflected words of these languages. For existing workspaces, use plotline reindex."`

	LogLevel  string          `env:"PLOTLINE_LOG_LEVEL" enum:"debug,info,warn,error" default:"info" help:"debug, info, warn or error."`
	LogFormat string          `env:"PLOTLINE_LOG_FORMAT" enum:"text,json" default:"text" help:"text or json. Logs go to standard error."`
	Config    kong.ConfigFlag `env:"PLOTLINE_CONFIG" placeholder:"FILE" help:"JSON file with flags by name."`

	neo4jSettings
}

// neo4jSettings are the flags that select a Neo4j. Help lists them last, because few people need them.
type neo4jSettings struct {
	Neo4jURI      string `group:"Database:" name:"neo4j-uri" env:"PLOTLINE_NEO4J_URI,NEO4J_URI" placeholder:"URI" help:"Neo4j server: neo4j://host:7687, neo4j+s://…, bolt://…"`
	Neo4jUsername string `group:"Database:" name:"neo4j-username" env:"PLOTLINE_NEO4J_USERNAME,NEO4J_USERNAME" default:"neo4j" help:"Neo4j user."`
	Neo4jPassword string `group:"Database:" name:"neo4j-password" env:"PLOTLINE_NEO4J_PASSWORD,NEO4J_PASSWORD" placeholder:"SECRET" help:"Neo4j password. Better set it in the environment."`
	Neo4jDatabase string `group:"Database:" name:"neo4j-database" env:"PLOTLINE_NEO4J_DATABASE,NEO4J_DATABASE" placeholder:"NAME" help:"Neo4j database (default: the user's home database)."`
}

// auditSettings are the flags of commands that read or change the graph.
type auditSettings struct {
	Audit       string   `group:"Records:" env:"PLOTLINE_AUDIT" enum:"all,writes,off" default:"all" help:"Operations to record: all, writes or off."`
	AuditFile   string   `group:"Records:" env:"PLOTLINE_AUDIT_FILE" placeholder:"FILE" path:"" help:"File for audit records (default: audit.jsonl in the data folder; - is standard error, where Plotline does not rotate them or keep reads apart)."`
	AuditRedact []string `group:"Records:" env:"PLOTLINE_AUDIT_REDACT" enum:"actor,workspace,door,operation,ids,outcome,request_id" placeholder:"FIELD" help:"Fields to hide in records: actor, workspace, door, operation, ids, outcome, request_id."`
}

// Validate checks combinations of flags. Kong calls it after parsing.
func (s *settings) Validate() error {
	if s.Timeout <= 0 {
		return fmt.Errorf("--timeout must be more than 0: %s", s.Timeout)
	}
	if s.Store == "neo4j" && s.Neo4jURI == "" {
		return errors.New("--store=neo4j needs --neo4j-uri, or NEO4J_URI in the environment")
	}
	_, err := s.languages()
	return err
}

// languages returns the languages that the settings name, if any.
func (s *settings) languages() (analysis.Languages, error) {
	set, err := analysis.LanguagesOf(s.SearchLanguage...)
	if err != nil {
		return "", fmt.Errorf("--search-language: %w", err)
	}
	return set, nil
}

// usesNeo4j reports whether the settings select Neo4j.
func (s *settings) usesNeo4j() bool {
	return s.Store == "neo4j" || (s.Store == "auto" && s.Neo4jURI != "")
}

// dataDir returns the folder that the settings name, or the platform's default.
func (s *settings) dataDir() (string, error) {
	if s.DataDir != "" {
		return filepath.Abs(s.DataDir)
	}
	return platformDataDir()
}

// platformDataDir returns the platform's default for the data folder.
func platformDataDir() (string, error) {
	if runtime.GOOS == "linux" || strings.HasSuffix(runtime.GOOS, "bsd") {
		if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
			return filepath.Join(dir, "plotline"), nil
		}
		home, err := os.UserHomeDir()
		if err != nil {
			return "", errors.New("there is no home folder; give a folder with --data-dir")
		}
		return filepath.Join(home, ".local", "share", "plotline"), nil
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", errors.New("the platform has no data folder; give one with --data-dir")
	}
	return filepath.Join(dir, "Plotline"), nil
}

// logger writes to the error stream, because standard output carries the protocol. A command run by hand
// prints its error itself, so its log lines appear only on demand.
func (s *settings) logger(w io.Writer, transport string) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(s.LogLevel)) // kong has checked the flag's values
	if transport == "command" && level >= slog.LevelInfo {
		level = slog.LevelError
	}
	options := &slog.HandlerOptions{Level: level}
	if s.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// configFile reads flags by name from a JSON file. It rejects names without a flag.
func configFile(r io.Reader) (kong.Resolver, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("--config: %w", err)
	}
	var values map[string]any
	if err := json.Unmarshal(text, &values); err != nil {
		return nil, errors.New("--config: the file is not a JSON object of flags by name")
	}
	// kong looks only for max_streams, and would ignore max-streams.
	underscored := map[string]any{}
	for name, value := range values {
		same := strings.ReplaceAll(name, "-", "_")
		if _, taken := underscored[same]; taken {
			return nil, fmt.Errorf("--config: the file has both %s and %s; keep one of them", strings.ReplaceAll(same, "_", "-"), same)
		}
		underscored[same] = value
	}
	if text, err = json.Marshal(underscored); err != nil {
		return nil, fmt.Errorf("--config: %w", err)
	}
	resolver, err := kong.JSON(bytes.NewReader(text))
	return checkedResolver{resolver, values}, err
}

type checkedResolver struct {
	kong.Resolver
	values map[string]any
}

// Resolve skips flags that the environment sets. Otherwise kong would prefer the file.
func (r checkedResolver) Resolve(ctx *kong.Context, parent *kong.Path, flag *kong.Flag) (any, error) {
	for _, name := range flag.Envs {
		if _, set := os.LookupEnv(name); set {
			return nil, nil //nolint:nilnil // kong's way to say that there is no value
		}
	}
	return r.Resolver.Resolve(ctx, parent, flag)
}

// Validate rejects a name in the file that no command has a flag for.
func (r checkedResolver) Validate(app *kong.Application) error {
	var names []string
	_ = kong.Visit(app, func(node kong.Visitable, next kong.Next) error {
		if flag, ok := node.(*kong.Flag); ok {
			names = append(names, flag.Name, strings.ReplaceAll(flag.Name, "-", "_"))
		}
		return next(nil)
	})
	for name := range r.values {
		if !slices.Contains(names, name) {
			return fmt.Errorf("--config: there is no flag %q", name)
		}
	}
	return nil
}
