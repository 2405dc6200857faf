package killed_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"

	"plotline/testing/doorway"
	"plotline/testing/ledger"
	"plotline/testing/serving"
	"plotline/testing/stdioclient"
)

// lane is two processes on one graph, `plotline mcp` and `plotline serve`. Each has two clients that write
// concurrently.
type lane struct {
	place

	random    *rand.Rand
	processes []*process
	writers   []*ledger.Writer

	kills, early int            // killed processes that worked, and those that were still starting
	doubts       map[string]int // changes without a reply, by use case
	happened     int            // how many of those had taken effect
}

// process is one of the two processes.
type process struct {
	writers []*ledger.Writer
	start   func(ctx context.Context) (client doorway.Client, end func(syscall.Signal), err error)
	kind    string

	end func(syscall.Signal) // nil while it does not run
}

// patience is far longer than a server needs to finish the work of a dead client.
const patience = 2 * time.Minute

func newLane(p place, seed uint64) *lane {
	l := &lane{place: p, random: rand.New(rand.NewPCG(seed, 1)), doubts: map[string]int{}} //nolint:gosec // no secret
	l.processes = []*process{{kind: "mcp", start: p.overStdio}, {kind: "serve", start: p.overREST}}
	for i, name := range []string{"ann", "bob", "cyd", "dee"} {
		w := ledger.New(name, nil, seed+uint64(i))
		if p.server {
			w.Patience = patience
		}
		l.writers = append(l.writers, w)
		l.processes[i/2].writers = append(l.processes[i/2].writers, w)
	}
	return l
}

func (p place) command(ctx context.Context, kind string) *exec.Cmd {
	cmd := exec.CommandContext(context.WithoutCancel(ctx), binary, append([]string{kind}, p.args...)...) //nolint:gosec // our own program
	cmd.Env = append(serving.Environ(), p.env...)
	return cmd
}

func (p place) overStdio(ctx context.Context) (doorway.Client, func(syscall.Signal), error) {
	client, err := stdioclient.Start(p.command(ctx, "mcp"), nil)
	if err != nil {
		return nil, nil, err
	}
	return doorway.Stdio{Process: client}, func(s syscall.Signal) { _ = client.Signal(s); _ = client.Wait() }, nil
}

func (p place) overREST(ctx context.Context) (doorway.Client, func(syscall.Signal), error) {
	server, err := serving.Launch(ctx, binary, p.env, append([]string{"--rate-limit", "1000000"}, p.args...)...)
	if err != nil {
		return nil, nil, err
	}
	end := func(s syscall.Signal) { _ = server.Signal(s); <-server.Ended() }
	client, err := doorway.OverREST(ctx, server.URL)
	if err != nil {
		end(syscall.SIGKILL)
		return nil, nil, err
	}
	return client, func(s syscall.Signal) { end(s); client.Close() }, nil
}

// round starts the missing processes, compares the data, lets all clients write, and kills one or both
// processes.
func (l *lane) round(ctx context.Context) error {
	if err := errors.Join(l.stillbirth(ctx), l.revive(ctx), l.settle(ctx)); err != nil {
		return err
	}
	victims := [][]*process{l.processes[:1], l.processes[1:], l.processes}[l.random.IntN(3)]
	stop := make(chan struct{})
	failures := make([]error, len(l.writers))
	var writing sync.WaitGroup
	for i, w := range l.writers {
		writing.Go(func() { failures[i] = write(ctx, w, stop) })
	}
	time.Sleep(time.Duration(l.random.Int64N(int64(60 * time.Millisecond))))
	for _, p := range victims {
		p.end(syscall.SIGKILL)
		p.end = nil
		l.kills++
	}
	close(stop)
	writing.Wait()
	return errors.Join(errors.Join(failures...), l.survivors())
}

// survivors checks that the clients of running processes got every reply.
func (l *lane) survivors() error {
	var errs []error
	for _, p := range l.processes {
		for _, w := range p.writers {
			if p.end != nil && w.InDoubt() != "" {
				errs = append(errs, errors.New("no answer to "+w.InDoubt()+" from "+p.kind+", which lives"))
			}
		}
	}
	return errors.Join(errs...)
}

// write makes changes until it is stopped or its process has died. Any other failure is an error.
func write(ctx context.Context, w *ledger.Writer, stop <-chan struct{}) error {
	for {
		select {
		case <-stop:
			return nil
		default:
		}
		if err := w.Step(ctx); err != nil {
			return unlessDead(w, err)
		}
	}
}

// unlessDead ignores the error of a call whose process died.
func unlessDead(w *ledger.Writer, err error) error {
	var refused *doorway.RefusedError
	var unfit *doorway.UnfitError
	if w.InDoubt() == "" || errors.As(err, &refused) || errors.As(err, &unfit) {
		return err
	}
	return nil
}

// stillbirth kills a process that is still starting, in the first round and sometimes later.
func (l *lane) stillbirth(ctx context.Context) error {
	if l.early > 0 && l.random.IntN(4) != 0 {
		return nil
	}
	cmd := l.command(ctx, []string{"mcp", "serve"}[l.random.IntN(2)])
	cmd.Args = append(cmd.Args, "--log-level", "error")
	if cmd.Args[1] == "serve" {
		cmd.Args = append(cmd.Args, "--listen", "127.0.0.1:0")
	}
	in, err := cmd.StdinPipe() // stays open, because mcp ends with its input
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	time.Sleep(time.Duration(l.random.Int64N(int64(60 * time.Millisecond))))
	l.early++
	err = cmd.Process.Kill()
	_ = in.Close()
	_ = cmd.Wait()
	return err
}

func (l *lane) revive(ctx context.Context) error {
	for _, p := range l.processes {
		if p.end != nil {
			continue
		}
		client, end, err := p.start(ctx)
		if err != nil {
			return err
		}
		p.end = end
		for _, w := range p.writers {
			w.Client = client
		}
	}
	return nil
}

// settle compares the data of each client through its own process, and then all data.
func (l *lane) settle(ctx context.Context) error {
	errs, done := make([]error, len(l.writers)), make([]bool, len(l.writers))
	var settling sync.WaitGroup
	for i, w := range l.writers {
		if doubt := w.InDoubt(); doubt != "" {
			l.doubts[doubt]++
		}
		settling.Go(func() { done[i], errs[i] = w.Settle(ctx) })
	}
	settling.Wait()
	for _, d := range done {
		if d {
			l.happened++
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return ledger.Whole(ctx, l.writers[0].Client, l.writers)
}

// finish compares a last time, and then checks the database itself.
func (l *lane) finish(t *testing.T) {
	t.Helper()
	if err := errors.Join(l.revive(t.Context()), l.settle(t.Context())); err != nil {
		t.Error(err)
	}
	l.end()
	episodes := 0
	for _, w := range l.writers {
		episodes += w.Episodes()
	}
	l.audit(t, episodes)
}

// end ends the running processes.
func (l *lane) end() {
	for _, p := range l.processes {
		if p.end != nil {
			p.end(syscall.SIGTERM)
			p.end = nil
		}
	}
}
