package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"time"

	"plotline/scenes"
	"plotline/scenes/compiler"
	"plotline/scenes/openai"
	"plotline/scenes/tsx"
)

// aiKeys are the variables that may hold the key of the model's endpoint, in order of precedence. Other
// users could see a flag.
var aiKeys = [2]string{"PLOTLINE_AI_API_KEY", "OPENAI_API_KEY"}

// aiSettings are the flags of commands that offer scenes.
type aiSettings struct {
	AIBaseURL string        `group:"Language model:" name:"ai-base-url" env:"PLOTLINE_AI_BASE_URL,OPENAI_BASE_URL" placeholder:"URL" help:"OpenAI-compatible endpoint of the model that writes scenes, such as http://127.0.0.1:11434/v1. Set its key in PLOTLINE_AI_API_KEY or OPENAI_API_KEY. Without an endpoint, Plotline uses the model of a client that offers sampling."`
	AIModel   string        `group:"Language model:" name:"ai-model" env:"PLOTLINE_AI_MODEL" placeholder:"NAME" help:"Name of the model (default: the first that the endpoint lists)."`
	AITimeout time.Duration `group:"Language model:" name:"ai-timeout" env:"PLOTLINE_AI_TIMEOUT" default:"2m0s" help:"Time limit of one request to the model, including retries."`

	ImageHost   []string `group:"Language model:" env:"PLOTLINE_IMAGE_HOST" placeholder:"HOST" help:"Host allowed in image addresses, or *.HOST for its subdomains. Repeatable (default: any public host). Images sent as data: are always allowed."`
	MaxDrafts   int      `group:"Language model:" env:"PLOTLINE_MAX_DRAFTS" default:"64" help:"Maximum number of calls of one workspace that wait for the model. All workspaces together may have twice as many."`
	MaxCompiles int      `group:"Language model:" env:"PLOTLINE_MAX_COMPILES" default:"2" help:"Number of scenes compiled at once, each in a process of up to 192 MB. One workspace may use half of them."`
}

// validate rejects settings that are invalid without a connection.
func (a *aiSettings) validate() error {
	if err := validateModelAddress("--ai-base-url", a.AIBaseURL); err != nil {
		return err
	}
	if a.AITimeout <= 0 {
		return fmt.Errorf("--ai-timeout must be more than 0: %s", a.AITimeout)
	}
	for name, value := range map[string]int{"max-drafts": a.MaxDrafts, "max-compiles": a.MaxCompiles} {
		if value < 1 || value > 10_000 {
			return fmt.Errorf("--%s must be between 1 and 10000: %d", name, value)
		}
	}
	return nil
}

// validateModelAddress rejects an invalid address of a model's endpoint. The address "" means none.
func validateModelAddress(flag, address string) error {
	at, err := url.Parse(address)
	if address != "" && (err != nil || at.Hostname() == "" || at.User != nil || at.Scheme != "http" && at.Scheme != "https") {
		return errors.New(flag + " must be an http or https address without a user name or password, such as http://127.0.0.1:11434/v1")
	}
	return nil
}

// aiKey returns the key of the model's endpoint, or "".
func aiKey() string { return cmp.Or(os.Getenv(aiKeys[0]), os.Getenv(aiKeys[1])) }

// client returns a client of the endpoint.
func (a *aiSettings) client() (*openai.Client, error) {
	client, err := openai.New(openai.Config{BaseURL: a.AIBaseURL, Model: a.AIModel, Key: aiKey(), Timeout: a.AITimeout})
	if err != nil {
		return nil, fmt.Errorf("--ai-base-url: %w", err)
	}
	return client, nil
}

// addScenes sets up projects and the model that writes their scenes.
func (p *program) addScenes(a aiSettings) error {
	self, err := executablePath()
	if err != nil {
		return err
	}
	children := compiler.New(compiler.Config{Program: self, Slots: a.MaxCompiles, Logger: p.logger, Observe: p.compiled})
	compile := children.Compile
	if compiler.UnderRace { // under the race detector a child takes a second to start, and tests compile thousands of times
		compile = func(_ context.Context, _, code string) (tsx.Compiled, error) { return tsx.Compile(code) }
	}
	cfg := scenes.Config{
		DataDir: p.dataDir, Memory: p.service, Runner: p.fileRunner(), Logger: p.logger,
		Compile: compile, Drafts: a.MaxDrafts, Images: scenes.ImagePolicy{Hosts: a.ImageHost},
		Progress: p.sceneProgress,
	}
	if a.AIBaseURL != "" {
		client, err := a.client()
		if err != nil {
			return err
		}
		cfg.Model = client
	}
	p.scenes = scenes.NewService(cfg)
	return nil
}

// executablePath returns the path of the running executable.
func executablePath() (string, error) {
	const running = "/proc/self/exe" // on Linux, works even if the file was replaced or removed
	if _, err := os.Stat(running); err == nil {
		return running, nil
	}
	file, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("cannot find the file of this program, which compiles scenes: %w", err)
	}
	return file, nil
}
