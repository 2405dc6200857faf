// Package recorder makes episodes of what coding agents did, and tells agents what earlier tasks taught. One process per
// data folder is the recorder: it holds the lock of the spool, listens on its socket and drains its files.
//
// Everything that the recorder knows is in files below the data folder, so that it may be killed at any time. The files
// hold ids, digests and the lines that may be told.
package recorder

import (
	"log/slog"
	"sync"
	"time"

	"plotline/internal/recording/spool"
)

// Config is what a recorder needs. All fields are required but those with a default.
type Config struct {
	DataDir string
	Memory  Memory
	Logger  *slog.Logger
	// Mine reports whether the settings name the store of Memory. Otherwise the recorder neither drains nor answers.
	Mine func(spool.Settings) bool
	// Only reports whether what was recorded in a workspace may be shown and changed. Default: all.
	Only func(workspace string) bool
	// Settings reads the person's settings. Default: spool.ReadSettings.
	Settings func() (spool.Settings, error)
	// Now is the clock. Default: time.Now.
	Now func() time.Time
}

// Recorder drains the spool of a data folder and answers prompts. It opens nothing before it has work.
type Recorder struct {
	Config

	spool spool.Folder
	home  home
	wake  chan struct{}        // a knock
	seen  map[string]known     // by path of the spool's file
	later map[string]time.Time // until when a session that failed waits, by path

	expired time.Time         // when expire looked last
	looked  map[string]string // by root, the commit whose log undoOutside looked at last

	telling sync.Mutex                // held while a prompt is answered
	lessons map[string]*ledger[entry] // as the answers read them, by workspace
}

// New returns a recorder that does nothing yet.
func New(c Config) *Recorder {
	if c.Settings == nil {
		c.Settings = spool.ReadSettings
	}
	if c.Only == nil {
		c.Only = func(string) bool { return true }
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Recorder{
		Config: c, spool: spool.In(c.DataDir), home: homeOf(c.DataDir), wake: make(chan struct{}, 1),
		seen: map[string]known{}, later: map[string]time.Time{}, lessons: map[string]*ledger[entry]{}, looked: map[string]string{},
	}
}
