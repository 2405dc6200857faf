package neo4jtest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

// dedicatedProcess runs in a folder that holds its data and is removed with it.
type dedicatedProcess struct {
	dir, script string
	version     Version
	address     string
	env         []string

	cmd   *exec.Cmd // nil while no process runs
	ended chan struct{}
}

func startDedicatedProcess(ctx context.Context, version Version, extras Extras) (*Dedicated, error) {
	script, err := writeScripts()
	if err != nil {
		return nil, err
	}
	if err := runScript(ctx, nil, script, "fetch", version.Number()); err != nil {
		return nil, err
	}
	address, _, err := FreeAddress(ctx)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "plotline-neo4j-")
	if err != nil {
		return nil, err
	}
	p := &dedicatedProcess{
		dir: dir, script: script, version: version, address: address,
		env: slices.Concat(os.Environ(), processEnv(extras.settings(version), address), []string{"PLOTLINE_CACHE=" + cacheDir()}),
	}
	if extras.Plugins != "" {
		p.env = append(p.env, "NEO4J_PLUGINS="+extras.Plugins, "NEO4J_server_directories_plugins="+extras.Plugins)
	}
	own := &Dedicated{Server: javaServer(address), instance: p}
	if err := p.start(ctx); err != nil {
		return nil, err
	}
	if err := own.answers(ctx); err != nil {
		_ = p.remove(ctx)
		return nil, err
	}
	return own, nil
}

// start starts a process that outlives the context.
func (p *dedicatedProcess) start(context.Context) error {
	log, err := os.OpenFile(filepath.Join(p.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	p.cmd = exec.Command("bash", p.script, "run", p.version.Number(), p.dir) //nolint:gosec,noctx // our own script, ended by kill or stop
	p.cmd.Env, p.cmd.Stdout, p.cmd.Stderr = p.env, log, log
	if err := p.cmd.Start(); err != nil {
		return fmt.Errorf("start Neo4j: %w", err)
	}
	p.ended = make(chan struct{})
	go func(cmd *exec.Cmd, ended chan<- struct{}) {
		_ = cmd.Wait() // a signal ended it
		close(ended)
	}(p.cmd, p.ended)
	return nil
}

func (p *dedicatedProcess) startWith(ctx context.Context, settings map[string]string) error {
	p.env = append(p.env, variables(settings)...) // the last value of a name counts
	return p.start(ctx)
}

func (p *dedicatedProcess) stop(ctx context.Context) error { return p.end(ctx, syscall.SIGTERM) }

func (p *dedicatedProcess) kill(ctx context.Context) error { return p.end(ctx, syscall.SIGKILL) }

func (p *dedicatedProcess) end(ctx context.Context, signal os.Signal) error {
	if err := p.cmd.Process.Signal(signal); err != nil {
		return err
	}
	select {
	case <-p.ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(cleanLimit):
		return fmt.Errorf("it does not end; its log is in %s", p.dir)
	}
}

func (p *dedicatedProcess) state(context.Context) string {
	state := "runs"
	select {
	case <-p.ended:
		state = p.cmd.ProcessState.String()
	default:
	}
	log, err := os.ReadFile(filepath.Join(p.dir, "log"))
	if err != nil {
		return state + ", " + err.Error()
	}
	const most = 4 << 10
	return state + "\n" + string(log[max(0, len(log)-most):])
}

func (p *dedicatedProcess) remove(context.Context) error {
	_ = p.cmd.Process.Kill()
	<-p.ended
	return os.RemoveAll(p.dir)
}
