// Package httpclient speaks with `plotline serve` over HTTP/1.1 with as little work of its own as can
// be, since benchmarks measure the program by it on the same processors: a request is bytes written in
// one piece, an answer is read by its length. The client of net/http costs as much as a small answer
// costs the program.
package httpclient

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// Server is a process of the program that serves HTTP.
type Server struct {
	Address string // host:port
	Token   string // sent with every request; "" is none

	cmd  *exec.Cmd
	wait func() error
}

// Start runs the command, which is `plotline serve` with its arguments, until it listens.
func Start(cmd *exec.Cmd, token string) (*Server, error) {
	out, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewReader(out)
	var said strings.Builder
	for {
		line, err := lines.ReadString('\n')
		said.WriteString(line)
		if _, address, ok := strings.Cut(line, "plotline listens on http://"); ok {
			s := &Server{Address: strings.TrimSpace(address), Token: token, cmd: cmd}
			s.drain(lines)
			return s, nil
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("the program does not listen: %s", said.String()), cmd.Wait())
		}
	}
}

// drain reads what the program says later, so that it never waits for us.
func (s *Server) drain(out io.Reader) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = io.Copy(io.Discard, out)
	}()
	s.wait = sync.OnceValue(func() error {
		<-ended
		return s.cmd.Wait()
	})
}

// Process is the id of the process.
func (s *Server) Process() int { return s.cmd.Process.Pid }

// Close tells the program to stop, and waits until it has.
func (s *Server) Close() error {
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	return s.wait()
}

// Dial opens a connection.
func (s *Server) Dial(ctx context.Context) (*Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", s.Address)
	if err != nil {
		return nil, err
	}
	return &Conn{conn: conn, in: bufio.NewReader(conn)}, nil
}

// Metrics asks for what the program says of itself, and gives the numbers without labels.
func (s *Server) Metrics(ctx context.Context) (map[string]float64, error) {
	c, err := s.Dial(ctx)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	got, err := c.Do(s.Get("/metrics"))
	if err != nil || got.Status != 200 {
		return nil, errors.Join(fmt.Errorf("/metrics: %d %.200s", got.Status, got.Body), err)
	}
	values := map[string]float64{}
	for line := range bytes.Lines(got.Body) {
		name, text, _ := strings.Cut(strings.TrimSpace(string(line)), " ")
		if value, err := strconv.ParseFloat(text, 64); err == nil {
			values[name] = value
		}
	}
	return values, nil
}
