package endpoint

import (
	"fmt"
	"io"
	"log/slog"

	"plotline/internal/egress"
)

// Format prints the configuration without secrets, for every verb.
func (c Config) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, c.summary()) }

// LogValue logs the configuration without secrets.
func (c Config) LogValue() slog.Value { return slog.StringValue(c.summary()) }

// MarshalText writes the configuration without secrets, also in JSON.
func (c Config) MarshalText() ([]byte, error) { return []byte(c.summary()), nil }

func (c Config) summary() string { return egress.Describe(c.BaseURL, c.Model, c.Key) }

// Format prints the client without secrets, for every verb.
func (c *Client) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, c.summary()) }

// LogValue logs the client without secrets.
func (c *Client) LogValue() slog.Value { return slog.StringValue(c.summary()) }

func (c *Client) summary() string {
	if c == nil {
		return egress.Describe("", "", "")
	}
	return c.address.Describe(c.config.Model)
}
