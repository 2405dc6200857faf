package neo4jtest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"testing"
	"time"

	"plotline/internal/pause"
)

// Dedicated is a server for one test, which can stop and restart it at the same address with its data. No
// other test finds it, and it is removed when the test ends.
type Dedicated struct {
	Server
	instance instance
}

// instance is the container or process that a server runs in.
type instance interface {
	start(ctx context.Context) error
	// startWith starts it with other settings beside those of before, and the same data.
	startWith(ctx context.Context, settings map[string]string) error
	// stop shuts the server down and waits until it has ended; kill ends it at once.
	stop(ctx context.Context) error
	kill(ctx context.Context) error
	remove(ctx context.Context) error
	// state says whether it runs, and the last lines of its log.
	state(ctx context.Context) string
}

// Extras are additional options of a dedicated server.
type Extras struct {
	// Plugins is a folder of jars to load, or empty.
	Plugins string
	// Settings are Neo4j settings by name. They override those of every test server.
	Settings map[string]string
}

// settings returns all settings of the server.
func (e Extras) settings(version Version) map[string]string {
	all := version.settings()
	maps.Copy(all, e.Settings)
	return all
}

// OpenDedicated starts a server for one test, with at most one Extras. It skips or fails as [Open] does. It ignores
// servers named in the environment, because a test may not stop those.
func OpenDedicated(tb testing.TB, version Version, extras ...Extras) *Dedicated {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), startLimit)
	defer cancel()
	own, err := StartDedicated(ctx, version, append(extras, Extras{})[0])
	switch {
	case err == nil:
	case errors.Is(err, ErrNone) && os.Getenv(EnvRequire) != "1":
		tb.Skipf("neo4jtest: skipped: %v", err)
	default:
		tb.Fatalf("neo4jtest: %v", err)
	}
	tb.Logf("neo4jtest: a Neo4j %s of its own at %s, via %s", version.Number(), own.URI, own.Via)
	tb.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(tb.Context()), cleanLimit)
		defer cancel()
		if tb.Failed() {
			tb.Logf("neo4jtest: %s at the end: %s", own.URI, own.instance.state(ctx))
		}
		if err := own.Remove(ctx); err != nil {
			tb.Errorf("neo4jtest: remove %s: %v", own.URI, err)
		}
	})
	return own
}

// StartDedicated is [OpenDedicated] without a test. The caller must call [Dedicated.Remove].
func StartDedicated(ctx context.Context, version Version, extras Extras) (*Dedicated, error) {
	only := Via(os.Getenv(EnvVia))
	var reasons []error
	for _, method := range []struct {
		via  Via
		open func(context.Context, Version, Extras) (*Dedicated, error)
	}{{ViaDocker, startDedicatedContainer}, {ViaJava, startDedicatedProcess}} {
		if only != "" && only != method.via {
			continue
		}
		own, err := method.open(ctx, version, extras)
		if err == nil {
			own.Username, own.Password, own.Version, own.Via = username, password, version.Number(), method.via
			return own, nil
		}
		err = fmt.Errorf("via %s: %w", method.via, err)
		if !errors.Is(err, errAbsent) {
			return nil, err
		}
		reasons = append(reasons, err)
	}
	return nil, fmt.Errorf("%w (%s, to end and start): %w", ErrNone, version.Number(), errors.Join(reasons...))
}

// Remove ends the server and deletes its data.
func (o *Dedicated) Remove(ctx context.Context) error { return o.instance.remove(ctx) }

// Stop shuts the server down, as when its machine shuts down, and waits until it has ended.
func (o *Dedicated) Stop(tb testing.TB) {
	tb.Helper()
	o.do(tb, "stop", o.instance.stop)
}

// Kill ends the server at once, as a power failure does.
func (o *Dedicated) Kill(tb testing.TB) {
	tb.Helper()
	o.do(tb, "kill", o.instance.kill)
}

// Start restarts the server and waits until it answers.
func (o *Dedicated) Start(tb testing.TB) {
	tb.Helper()
	o.begin(tb, o.instance.start)
}

// StartWith restarts the server with other settings, by name, beside those of before.
func (o *Dedicated) StartWith(tb testing.TB, settings map[string]string) {
	tb.Helper()
	o.begin(tb, func(ctx context.Context) error { return o.instance.startWith(ctx, settings) })
}

func (o *Dedicated) begin(tb testing.TB, start func(context.Context) error) {
	tb.Helper()
	o.do(tb, "start", func(ctx context.Context) error {
		if err := start(ctx); err != nil {
			return err
		}
		return o.answers(ctx)
	})
}

func (o *Dedicated) do(tb testing.TB, what string, act func(context.Context) error) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), startLimit)
	defer cancel()
	began := time.Now()
	if err := act(ctx); err != nil {
		tb.Fatalf("neo4jtest: %s %s: %v", what, o.URI, err)
	}
	tb.Logf("neo4jtest: %s took %s", what, time.Since(began).Round(100*time.Millisecond))
}

// answers waits until a client can log in.
func (s Server) answers(ctx context.Context) error {
	for {
		err := s.answersNow(ctx)
		if err == nil {
			return nil
		}
		if !pause.For(ctx, betweenTries) {
			return fmt.Errorf("it does not answer: %w", err)
		}
	}
}

// betweenTries is the pause between two tries to log in.
const betweenTries = 200 * time.Millisecond

// answersNow tries to log in.
func (s Server) answersNow(ctx context.Context) error {
	driver, err := s.connect()
	if err != nil {
		return err
	}
	err = driver.VerifyConnectivity(ctx)
	_ = driver.Close(context.WithoutCancel(ctx))
	return err
}
