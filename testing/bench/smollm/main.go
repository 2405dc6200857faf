// Command smollm tests scenes with a very small real language model, SmolLM2 with 135 million parameters.
// It prints a Markdown table of the results. Poor scenes are no failure. The exit status is 1 if the
// program hangs, crashes, or returns a scene that does not compile.
//
//	make smollm
//	testing/bench/smollm/run.sh -free      lets the model answer in any form
//
// testing/bench/smollm/run.sh installs the dependencies and starts this command.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"plotline/testing/kit/command"
	"plotline/testing/kit/demoscenes"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/stdioclient"
)

// options are the command line's options.
type options struct {
	python string        // with the model's packages
	free   bool          // replies need not be JSON
	limit  time.Duration // of one call
}

func main() {
	command.Main("smollm", func(ctx context.Context) error { return run(ctx, os.Args[1:], os.Stdout) })
}

func run(ctx context.Context, args []string, out io.Writer) error {
	var o options
	flags := flag.NewFlagSet("smollm", flag.ContinueOnError)
	flags.StringVar(&o.python, "python", "python3", "a Python that has the packages of requirements.txt")
	flags.BoolVar(&o.free, "free", false, "do not hold the model's answers to JSON")
	flags.DurationVar(&o.limit, "limit", 10*time.Minute, "time limit of one call")
	if err := flags.Parse(args); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "plotline-smollm-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	binary, err := serving.Build(ctx, dir)
	if err != nil {
		return err
	}
	address, end, err := serveModel(ctx, o)
	if err != nil {
		return err
	}
	defer end()
	data := filepath.Join(dir, "data")
	broken, err := demoscenes.Create(ctx, data, brokenProject, false)
	if err != nil {
		return err
	}
	client, err := startProgram(ctx, binary, data, address)
	if err != nil {
		return err
	}
	trial := &trial{client: client, limit: o.limit, broken: broken[0].SceneID}
	failed := errors.Join(trial.run(ctx), client.Close())
	_, err = io.WriteString(out, trial.table())
	return errors.Join(failed, err)
}

// serveModel starts the model's server, and returns its base URL and a function that ends it.
func serveModel(ctx context.Context, o options) (address string, end func(), err error) {
	args := []string{filepath.Join("testing", "bench", "smollm", "serve.py")}
	if o.free {
		args = append(args, "--free")
	}
	cmd := exec.CommandContext(ctx, o.python, args...) //nolint:gosec // a Python that the operator named
	cmd.Stderr = os.Stderr
	output, err := cmd.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	end = func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	}
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		end()
		return "", nil, fmt.Errorf("the model's server does not start: %w", err)
	}
	return strings.TrimSpace(line), end, nil
}

// modelPatience is far longer than the model takes for one reply on two slow processors.
const modelPatience = "4m"

func startProgram(ctx context.Context, binary, data, address string) (*stdioclient.Client, error) {
	cmd := exec.CommandContext(ctx, binary, "mcp", "--store", "embedded", "--data-dir", data, "--log-level", "error")
	cmd.Env = append(serving.Environ(), "PLOTLINE_AI_BASE_URL="+address, "PLOTLINE_AI_TIMEOUT="+modelPatience)
	return stdioclient.Start(cmd, nil)
}
