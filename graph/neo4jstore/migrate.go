package neo4jstore

import (
	"context"
	"fmt"
	"strings"
	"time"

	"plotline/internal/pause"
	"plotline/internal/schema"
)

// inspection is what a database reports about itself.
type inspection struct {
	version, edition, database string
	schema                     schema.Version
	hidden                     bool  // a deleted episode has relationships yet
	indexed                    int64 // the start of the server for which texts were indexed again
}

func (s *Store) inspect(ctx context.Context) (inspection, error) {
	return run(ctx, s, inspect.with(nil), decodeInspection)
}

// inspectOnce is inspect for the calls that make the store ready.
func (s *Store) inspectOnce(ctx context.Context) (inspection, error) {
	ctx, cancel := s.limited(ctx)
	defer cancel()
	return exec(ctx, s, inspect.with(nil), decodeInspection)
}

func decodeInspection(r *row) (inspection, error) {
	return inspection{
		version: r.str("version"), edition: r.str("edition"), schema: decodeSchema(r),
		database: r.summary.Database().Name(), hidden: r.yes("hidden"), indexed: r.integer("indexed"),
	}, nil
}

func decodeSchema(r *row) schema.Version {
	return schema.Version{Number: int(r.integer("schema")), Digest: r.str("digest")}
}

// ready returns once the database has been inspected and migrated. If that fails, the call fails and the next one
// tries again.
func (s *Store) ready(ctx context.Context) error {
	if last := s.startChecked.Load(); last > 0 && time.Now().UnixNano()-last > int64(betweenStarts) && s.startChecked.CompareAndSwap(last, time.Now().UnixNano()) {
		s.settler.checkStart(ctx, s)
	}
	return s.opener.ensureOpen(ctx, func(ctx context.Context) error {
		found, err := s.inspectOnce(ctx)
		if err != nil {
			return err
		}
		s.database = found.database // naming the home database saves a request for it each time
		if err := s.checkSupported(found); err != nil {
			return err
		}
		if err := s.migrate(ctx, found.schema.Number); err != nil {
			return err
		}
		if found.hidden { // another process has ended before it removed them
			s.settler.remove(ctx, s)
		}
		if started, err := s.startedSince(ctx, found); started > 0 && err == nil {
			s.settler.checkStart(ctx, s)
		}
		s.startChecked.Store(time.Now().UnixNano())
		return nil
	})
}

// Neo4j 5.26 is the oldest release with the Cypher that is used here.
const oldestMajor, oldestMinor = 5, 26

// checkSupported rejects a server or a schema that this program does not support.
func (s *Store) checkSupported(found inspection) error {
	if !supported(found.version) {
		return s.unavailable(nil, "is version %s; Plotline needs %d.%d or newer", found.version, oldestMajor, oldestMinor)
	}
	return s.checkSchema(found.schema)
}

// checkSchema rejects a schema that this program does not know.
func (s *Store) checkSchema(found schema.Version) error {
	if !s.migrations.Knows(found) {
		return s.unavailable(nil, "%s", found.Refusal())
	}
	return nil
}

// supported reports whether a version such as 5.26.30, 2026.08.1 or 5.27-aura is new enough.
func supported(version string) bool {
	var major, minor int
	if _, err := fmt.Sscanf(version, "%d.%d", &major, &minor); err != nil {
		return false
	}
	return major > oldestMajor || (major == oldestMajor && minor >= oldestMinor)
}

// stepsOf returns the statements of a migration. A statement that names a type is repeated for all types.
func stepsOf(m schema.Migration) []query {
	var steps []query
	for text := range strings.SplitSeq(m.Text, ";\n") {
		parsed, last := parse(m.Name, []byte(text)), ""
		for _, label := range allTypes {
			filled := execute(parsed, templateValues{Type: label})
			if filled == last {
				break
			}
			step := &statement{name: "migrate", text: filled, effect: adds, meta: meta("migrate")}
			steps, last = append(steps, step.with(nil)), filled
		}
	}
	return steps
}

const (
	triesOfMigration = 5
	pauseOfMigration = 100 * time.Millisecond
	limitOfIndexes   = 300 * time.Second // an existing graph may be large
	betweenIndexes   = 100 * time.Millisecond
)

// migrate brings the schema up to date. Every step may be repeated, so several processes may do this at once.
func (s *Store) migrate(ctx context.Context, done int) error {
	last := s.migrations.Latest()
	if err := s.checkIndexes(ctx, done == last.Number); err != nil || done == last.Number {
		return err
	}
	start := time.Now()
	if err := s.apply(ctx, s.migrations[done:], last); err != nil {
		return err
	}
	s.logger.InfoContext(ctx, "schema migrated", "address", s.address, "database", s.database,
		"from", done, "to", last.Number, "duration", time.Since(start))
	return nil
}

// apply runs the missing migrations, waits until their indexes are online, and records the version.
func (s *Store) apply(ctx context.Context, missing schema.Migrations, last schema.Version) error {
	for _, m := range missing {
		for _, step := range stepsOf(m) {
			if err := s.change(ctx, step); err != nil {
				return err
			}
		}
	}
	if err := s.awaitIndexes(ctx); err != nil {
		return err
	}
	ctx, cancel := s.limited(ctx)
	defer cancel()
	recorded, err := exec(ctx, s, recordSchema.with(params{"number": last.Number, "digest": last.Digest}), func(r *row) (schema.Version, error) {
		return decodeSchema(r), nil
	})
	if err != nil {
		return err
	}
	return s.checkSchema(recorded) // another version of the program may have been faster
}

// change makes one index or constraint. In spite of IF NOT EXISTS it fails if another process changes the same one at
// that moment. Each step is then retried by itself, because processes that repeat whole lists collide again and
// again.
func (s *Store) change(ctx context.Context, q query) error {
	var before error
	for try := 1; ; try++ {
		err := s.step(ctx, q, s.config.QueryTimeout)
		if before != nil && ctx.Err() != nil {
			return before // it says more than that the time is over
		}
		before = err
		if atSchema(code(err)) {
			if conflict := s.schemaConflict(ctx, q); conflict != nil {
				return conflict
			}
		}
		if err == nil || !atSchema(code(err)) || try == triesOfMigration || !pause.For(ctx, pauseOfMigration<<try) {
			return err
		}
	}
}

// step runs a statement with its own time limit, because the opening that runs it has none.
func (s *Store) step(ctx context.Context, q query, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	_, err := exec(ctx, s, q, nothing)
	return err
}
