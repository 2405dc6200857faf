package openai

import (
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"strings"
)

// hidden stands where a key was.
const hidden = "[key]"

// shortestKey is how long a key is at least that is looked for in answers. Local servers are given words
// such as "ollama" for one, which may well stand in an answer.
const shortestKey = 12

// conceal takes the key out of what an endpoint wrote, in case that it echoes requests.
func (c *Client) conceal(text string) string {
	if len(*c.key) < shortestKey {
		return text
	}
	return strings.ReplaceAll(text, *c.key, hidden)
}

// Format prints the configuration without secrets, whatever the verb.
func (c Config) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, c.summary()) }

// LogValue logs the configuration without secrets.
func (c Config) LogValue() slog.Value { return slog.StringValue(c.summary()) }

// MarshalText writes the configuration without secrets; it is the form in JSON too.
func (c Config) MarshalText() ([]byte, error) { return []byte(c.summary()), nil }

func (c Config) summary() string {
	host := "no address"
	if base, err := url.Parse(strings.TrimSpace(c.BaseURL)); err == nil && base.Host != "" {
		host = base.Host
	}
	return describe(host, c.Model, c.Key)
}

// Format prints the client without secrets, whatever the verb.
func (c *Client) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, c.summary()) }

// LogValue logs the client without secrets.
func (c *Client) LogValue() slog.Value { return slog.StringValue(c.summary()) }

func (c *Client) summary() string {
	if c == nil || c.base == nil {
		return describe("no address", "", "")
	}
	return describe(c.base.Host, c.conceal(*c.name.Load()), *c.key)
}

func describe(host, name, key string) string {
	if name == "" {
		name = "the first model"
	}
	if key == "" {
		return fmt.Sprintf("%s at %s, without a key", name, host)
	}
	return fmt.Sprintf("%s at %s, %s", name, host, hidden)
}
