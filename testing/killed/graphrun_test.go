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

	"plotline/testing/kit/apiclient"
	"plotline/testing/kit/ledger"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/stdioclient"
)

// graphRun is two processes on one graph, `plotline mcp` and `plotline serve`. Each has two clients that
// write concurrently.
type graphRun struct {
	graphPlace

	random    *rand.Rand
	processes []*process
	writers   []*ledger.Writer

	kills, killedEarly int            // killed processes that worked, and those that were still starting
	pending            map[string]int // changes without a reply, by use case
	applied            int            // how many of those had taken effect
}

// process is one of the two processes.
type process struct {
	writers []*ledger.Writer
	start   func(ctx context.Context) (client apiclient.Client, end func(syscall.Signal), err error)
	kind    string

	end func(syscall.Signal) // nil while it does not run
}

// patience is far longer than a server needs to finish the work of a dead client.
const patience = 2 * time.Minute

func newGraphRun(p graphPlace, seed uint64) *graphRun {
	l := &graphRun{graphPlace: p, random: rand.New(rand.NewPCG(seed, 1)), pending: map[string]int{}} //nolint:gosec // no secret
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

func (p graphPlace) command(ctx context.Context, words ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, binary, append(words, p.args...)...) //nolint:gosec // our own program
	cmd.Env = append(serving.Environ(), p.env...)
	return cmd
}

func (p graphPlace) overStdio(ctx context.Context) (apiclient.Client, func(syscall.Signal), error) {
	client, err := stdioclient.Start(p.command(context.WithoutCancel(ctx), "mcp"), nil)
	if err != nil {
		return nil, nil, err
	}
	return apiclient.Stdio{Process: client}, func(s syscall.Signal) { _ = client.Signal(s); _ = client.Wait() }, nil
}

func (p graphPlace) overREST(ctx context.Context) (apiclient.Client, func(syscall.Signal), error) {
	server, err := serving.Launch(ctx, binary, p.env, append([]string{"--rate-limit", "1000000"}, p.args...)...)
	if err != nil {
		return nil, nil, err
	}
	end := func(s syscall.Signal) { _ = server.Signal(s); <-server.Ended() }
	client, err := apiclient.OverREST(ctx, server.URL)
	if err != nil {
		end(syscall.SIGKILL)
		return nil, nil, err
	}
	return client, func(s syscall.Signal) { end(s); client.Close() }, nil
}

// round starts the missing processes, compares the data, lets all clients write, and kills one or both
// processes.
func (l *graphRun) round(ctx context.Context) error {
	if err := errors.Join(l.killWhileStarting(ctx), l.restart(ctx), l.settle(ctx)); err != nil {
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
	return errors.Join(errors.Join(failures...), l.checkRunning())
}

// checkRunning checks that the clients of running processes got every reply.
func (l *graphRun) checkRunning() error {
	var errs []error
	for _, p := range l.processes {
		for _, w := range p.writers {
			if p.end != nil && w.Pending() != "" {
				errs = append(errs, errors.New("no answer to "+w.Pending()+" from "+p.kind+", which lives"))
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
	var refused *apiclient.RejectedError
	var unfit *apiclient.InvalidReplyError
	if w.Pending() == "" || errors.As(err, &refused) || errors.As(err, &unfit) {
		return err
	}
	return nil
}

// killWhileStarting kills a process that is still starting, in the first round and sometimes later.
func (l *graphRun) killWhileStarting(ctx context.Context) error {
	if l.killedEarly > 0 && l.random.IntN(4) != 0 {
		return nil
	}
	cmd := l.command(context.WithoutCancel(ctx), []string{"mcp", "serve"}[l.random.IntN(2)])
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
	l.killedEarly++
	err = cmd.Process.Kill()
	_ = in.Close()
	_ = cmd.Wait()
	return err
}

func (l *graphRun) restart(ctx context.Context) error {
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
func (l *graphRun) settle(ctx context.Context) error {
	errs, done := make([]error, len(l.writers)), make([]bool, len(l.writers))
	var settling sync.WaitGroup
	for i, w := range l.writers {
		if doubt := w.Pending(); doubt != "" {
			l.pending[doubt]++
		}
		settling.Go(func() { done[i], errs[i] = w.Settle(ctx) })
	}
	settling.Wait()
	for _, d := range done {
		if d {
			l.applied++
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return ledger.CheckGraph(ctx, l.writers[0].Client, l.writers)
}

// finish compares a last time, and then checks the database itself.
func (l *graphRun) finish(t *testing.T) {
	t.Helper()
	if err := errors.Join(l.restart(t.Context()), l.settle(t.Context())); err != nil {
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
func (l *graphRun) end() {
	for _, p := range l.processes {
		if p.end != nil {
			p.end(syscall.SIGTERM)
			p.end = nil
		}
	}
}
