package setup

import (
	"cmp"
	"context"
	"crypto/rand"
	"slices"
	"time"

	"plotline/internal/recording/spool"
)

// Destination is where recording goes, as record.json names it. It has no password.
type Destination struct {
	Store     string // embedded, neo4j or server
	DataDir   string // absolute
	Address   string // of the Neo4j or the server
	Database  string // of the Neo4j
	TokenFile string // of the server
	Person    string // the id that this person's other machines have; "" keeps the one that is there, or makes one
	Languages []string
}

// Consents reports whether the settings record to a destination already.
func (d Destination) Consents(s spool.Settings) bool {
	return s.Record == spool.On && s.Store == d.Store && s.DataDir == d.DataDir && s.Address == d.Address &&
		s.Database == d.Database && s.TokenFile == d.TokenFile && (d.Person == "" || s.Person == d.Person)
}

// Allow turns recording on, as the person has said. Languages that the person has set in record.json stay.
func (d Destination) Allow(ctx context.Context, now time.Time) error {
	err := spool.ChangeSettings(ctx, func(s *spool.Settings) error {
		if s.Record != spool.On {
			s.Record, s.Since = spool.On, now.UnixMilli()
		}
		if s.Person = cmp.Or(d.Person, s.Person); s.Person == "" {
			s.Person = rand.Text()
		}
		s.Store, s.DataDir, s.Address, s.Database, s.TokenFile = d.Store, d.DataDir, d.Address, d.Database, d.TokenFile
		if len(s.Languages) == 0 {
			s.Languages = d.Languages
		}
		return nil
	})
	if err != nil {
		return err
	}
	known, err := spool.ReadSkipped(d.DataDir)
	if open := slices.ContainsFunc(known.Spans, isOpen); err != nil || !open {
		return err
	}
	return spool.ChangeSkipped(ctx, d.DataDir, func(s *spool.Skipped) {
		for i := range s.Spans {
			if isOpen(s.Spans[i]) {
				s.Spans[i].To = now.UnixMilli()
			}
		}
	})
}

func isOpen(span spool.Span) bool { return span.To == 0 }

// Forbid ends the consent, if no client is set up any more. It reports whether it did.
func Forbid(ctx context.Context) (bool, error) {
	kept, err := ReadKept()
	if err != nil || len(kept.Files) > 0 {
		return false, err
	}
	if now, err := spool.ReadSettings(); err != nil || now.Record == "" {
		return false, err
	}
	return true, spool.ChangeSettings(ctx, func(s *spool.Settings) error {
		s.Record, s.Since, s.PausedUntil = "", 0, 0
		return nil
	})
}
