// Command serve runs a scripted language model endpoint by hand or for other processes:
//
//	go run ./testing/kit/aiserver/serve -script status=500,scene
//
// It prints its base URL on one line, for PLOTLINE_AI_BASE_URL, and runs until it is interrupted.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"plotline/testing/kit/aiserver"
	"plotline/testing/kit/command"
)

func main() { command.MainWithArgs("serve", run) }

// run serves until ctx ends. It prints invalid requests to stderr.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := command.Flags("serve", stderr)
	listen := flags.String("listen", "127.0.0.1:0", "address to listen on; port 0 is any that is free")
	script := flags.String("script", "scene", aiserver.ScriptLanguage())
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	steps, err := aiserver.Parse(*script)
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", *listen)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(stdout, "http://%s/v1\n", listener.Addr()); err != nil {
		return err
	}
	endpoint := aiserver.Script(steps...)
	err = serve(ctx, listener, endpoint)
	for _, p := range endpoint.Problems() {
		_, _ = fmt.Fprintln(stderr, p)
	}
	return err
}

func serve(ctx context.Context, listener net.Listener, endpoint *aiserver.Server) error {
	server := &http.Server{Handler: endpoint, ReadHeaderTimeout: time.Minute}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	endpoint.Stop()
	return errors.Join(server.Close(), unlessClosed(<-ended))
}

func unlessClosed(err error) error {
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}
