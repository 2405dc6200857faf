package neo4jstore

import (
	"context"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"sync"
	"time"

	"plotline/internal/pause"
)

// inspection is what a database reports about itself.
type inspection struct {
	version, edition, database string
	schema                     int
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
		version: r.str("version"), edition: r.str("edition"), schema: int(r.integer("schema")),
		database: r.summary.Database().Name(),
	}, nil
}

// ready returns once the database has been inspected and migrated. If that fails, the call fails and the next one
// tries again.
func (s *Store) ready(ctx context.Context) error {
	return s.opener.ensureOpen(ctx, func(ctx context.Context) error {
		found, err := s.inspectOnce(ctx)
		if err != nil {
			return err
		}
		s.database = found.database // naming the home database saves a request for it each time
		if err := s.checkSupported(found); err != nil {
			return err
		}
		return s.migrate(ctx, migrations(), found.schema)
	})
}

// Neo4j 5.26 is the oldest release with the Cypher that is used here.
const oldestMajor, oldestMinor = 5, 26

// checkSupported rejects a server or a schema that this program does not support.
func (s *Store) checkSupported(found inspection) error {
	if !supported(found.version) {
		return s.unavailable(nil, "is version %s; Plotline needs %d.%d or newer", found.version, oldestMajor, oldestMinor)
	}
	if last := lastMigration(); found.schema > last {
		return s.unavailable(nil, "was prepared by a newer Plotline (schema %d, this one knows %d); update Plotline",
			found.schema, last)
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

// migration is one file of cypher/schema: its number and its statements. There are six if the file names a type. There is
// no number 6 any more: it made an index that number 12 drops.
type migration struct {
	number int
	steps  []query
}

var migrations = sync.OnceValue(loadMigrations)

func lastMigration() int {
	list := migrations()
	return list[len(list)-1].number
}

func loadMigrations() []migration {
	names, err := fs.Glob(files, "cypher/schema/*.cypher")
	if err != nil {
		panic(err)
	}
	list := make([]migration, 0, len(names))
	for _, name := range names { // Glob sorts
		text, err := files.ReadFile(name)
		if err != nil {
			panic(err)
		}
		list = append(list, newMigration(name, text))
	}
	return list
}

func newMigration(file string, text []byte) migration {
	base := strings.TrimSuffix(file[strings.LastIndex(file, "/")+1:], ".cypher")
	digits, _, _ := strings.Cut(base, "_")
	number, err := strconv.Atoi(digits)
	if err != nil {
		panic("neo4jstore: migration without a number: " + file)
	}
	m := migration{number: number}
	parsed := parse(base, text)
	for _, label := range allTypes {
		filled := execute(parsed, templateValues{Type: label})
		if len(m.steps) > 0 && m.steps[0].text == filled {
			break
		}
		step := &statement{name: base, text: filled, effect: adds, meta: meta("migrate")}
		m.steps = append(m.steps, step.with(nil))
	}
	return m
}

const (
	triesOfMigration = 5
	pauseOfMigration = 100 * time.Millisecond
	secondsOfIndexes = 300 // an existing graph may be large
)

// migrate brings the schema up to date. Every step may be repeated, so several processes may do this at once.
func (s *Store) migrate(ctx context.Context, list []migration, done int) error {
	last := list[len(list)-1].number
	if done == last {
		return nil
	}
	start := time.Now()
	if err := s.apply(ctx, list, done); err != nil {
		return err
	}
	s.logger.InfoContext(ctx, "schema migrated", "address", s.address, "database", s.database,
		"from", done, "to", last, "duration", time.Since(start))
	return nil
}

// textMigration creates the text index, which is then filled.
const textMigration = 11

// seriesMigration is the last migration that creates an index of series. Every episode must be in these indexes.
const seriesMigration = 15

// apply runs the missing migrations, waits until their indexes are online, and records the last number.
func (s *Store) apply(ctx context.Context, list []migration, done int) error {
	for _, m := range list {
		if m.number <= done {
			continue
		}
		for _, step := range m.steps {
			if err := s.change(ctx, step); err != nil {
				return err
			}
		}
	}
	if done > 0 && done < textMigration {
		if err := s.indexAll(ctx); err != nil {
			return err
		}
	}
	if done > 0 && done < seriesMigration {
		if err := s.markAll(ctx); err != nil {
			return err
		}
	}
	const wait = secondsOfIndexes * time.Second
	if err := s.step(ctx, awaitIndexes.with(params{"seconds": secondsOfIndexes}), wait+s.config.QueryTimeout); err != nil {
		return err
	}
	return s.step(ctx, recordSchema.with(params{"number": list[len(list)-1].number}), s.config.QueryTimeout)
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
