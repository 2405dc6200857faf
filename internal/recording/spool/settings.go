package spool

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"plotline/internal/durable"
)

// Settings are the person's settings of the recording, which record.json keeps. The zero value records nothing.
type Settings struct {
	V int `json:"v"` // the version of this form
	// Record is the person's consent: On, Off, or empty if nobody asked. Only On records.
	Record Consent `json:"record,omitempty"`
	// Since is when Record became On, and PausedUntil when a pause ends, in Unix milliseconds.
	Since       int64 `json:"since,omitempty"`
	PausedUntil int64 `json:"paused_until,omitempty"`

	Person string `json:"person,omitempty"` // a random id that the person's machines share

	// Where episodes go. Only a process whose store this is drains the spool.
	Store    string `json:"store,omitempty"`    // embedded, neo4j or server
	DataDir  string `json:"data_dir,omitempty"` // the absolute path of the data folder, which has the spool
	Address  string `json:"address,omitempty"`  // the URI of the Neo4j or the URL of the server, without a password
	Database string `json:"database,omitempty"` // of the Neo4j; empty for the user's home database
	// TokenFile is the absolute path of the file with the token of the server; empty for a server without tokens.
	TokenFile string `json:"token_file,omitempty"`

	Languages []string `json:"languages,omitempty"` // of workspaces that recording makes
	Exclude   []string `json:"exclude,omitempty"`   // patterns of files; see Rules
	Checks    []string `json:"checks,omitempty"`    // the beginnings of commands that are checks, besides the known ones
	Folders   []string `json:"folders,omitempty"`   // folders outside of git that are projects, too
	Keep      string   `json:"keep,omitempty"`      // for how long episodes are kept, such as 365d; empty for ever
}

// ToServer is the Store of settings by which episodes go to a server on the network.
const ToServer = "server"

// Consent is what a person answered to the question whether to record.
type Consent string

// The answers.
const (
	On  Consent = "on"
	Off Consent = "off"
)

// maxSettings bounds record.json and .plotline.json, in bytes.
const maxSettings = 1 << 20

// SettingsFile returns the path of record.json in the platform's configuration folder.
func SettingsFile() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "plotline", "record.json"), nil
}

// ReadSettings reads record.json. Without the file it returns the zero value and no error.
func ReadSettings() (Settings, error) {
	file, err := SettingsFile()
	if err != nil {
		return Settings{}, err
	}
	return readSettings(file)
}

func readSettings(file string) (Settings, error) {
	var s Settings
	if err := durable.ReadJSON(file, maxSettings, &s); err != nil {
		return Settings{}, err
	}
	return s, nil
}

// ChangeSettings changes record.json under a lock between processes, and makes it if it is missing. If change fails, the
// file stays and ChangeSettings returns its error.
func ChangeSettings(ctx context.Context, change func(*Settings) error) error {
	file, err := SettingsFile()
	if err != nil {
		return err
	}
	return durable.Locked(ctx, file+".lock", func() error {
		s, err := readSettings(file)
		if err != nil {
			return err
		}
		if err := change(&s); err != nil {
			return err
		}
		s.V = Version
		text, err := json.MarshalIndent(s, "", "  ")
		if err != nil {
			return err
		}
		return durable.Write(file, append(text, '\n'), 0o600)
	})
}

// Paused reports whether a pause lasts at a time.
func (s Settings) Paused(now time.Time) bool { return now.UnixMilli() < s.PausedUntil }

// Records reports whether the person consents to recording at a time.
func (s Settings) Records(now time.Time) bool { return s.Record == On && !s.Paused(now) }
