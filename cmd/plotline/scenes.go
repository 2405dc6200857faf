package main

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"os"
	"time"

	"plotline/scenes"
	"plotline/scenes/openai"
)

// aiKeys are the variables that may hold the key of the model's endpoint, the first one first: a flag
// would show it to everybody on the machine.
var aiKeys = [2]string{"PLOTLINE_AI_API_KEY", "OPENAI_API_KEY"}

// aiSettings are the flags of the commands that offer scenes.
type aiSettings struct {
	AIBaseURL string        `group:"Language model:" name:"ai-base-url" env:"PLOTLINE_AI_BASE_URL,OPENAI_BASE_URL" placeholder:"URL" help:"OpenAI-compatible endpoint of the model that writes scenes, such as http://127.0.0.1:11434/v1; its key is taken from PLOTLINE_AI_API_KEY or OPENAI_API_KEY alone. Without it, a client that offers sampling lends its own model."`
	AIModel   string        `group:"Language model:" name:"ai-model" env:"PLOTLINE_AI_MODEL" placeholder:"NAME" help:"Model to ask for (default: the first that the endpoint lists)."`
	AITimeout time.Duration `group:"Language model:" name:"ai-timeout" env:"PLOTLINE_AI_TIMEOUT" default:"2m0s" help:"Time limit of one question to the model, with its retries."`
}

// judge refuses what can be judged without asking.
func (a *aiSettings) judge() error {
	at, err := url.Parse(a.AIBaseURL)
	if a.AIBaseURL != "" && (err != nil || at.Hostname() == "" || at.User != nil || at.Scheme != "http" && at.Scheme != "https") {
		return errors.New("--ai-base-url must be an address by http or https without a name and a password in it, such as http://127.0.0.1:11434/v1")
	}
	if a.AITimeout <= 0 {
		return fmt.Errorf("--ai-timeout must be more than 0: %s", a.AITimeout)
	}
	return nil
}

// aiKey is the key of the model's endpoint, "" without one.
func aiKey() string { return cmp.Or(os.Getenv(aiKeys[0]), os.Getenv(aiKeys[1])) }

// client asks the endpoint.
func (a *aiSettings) client() (*openai.Client, error) {
	client, err := openai.New(openai.Config{BaseURL: a.AIBaseURL, Model: a.AIModel, Key: aiKey(), Timeout: a.AITimeout})
	if err != nil {
		return nil, fmt.Errorf("--ai-base-url: %w", err)
	}
	return client, nil
}

// addScenes wires projects and the model that writes their scenes.
func (p *program) addScenes(a aiSettings) error {
	cfg := scenes.Config{DataDir: p.dataDir, Memory: p.service, Runner: p.runner, Logger: p.logger}
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
