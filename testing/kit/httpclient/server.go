// Package httpclient is a minimal HTTP/1.1 client for benchmarks of `plotline serve`. It writes each
// request in one piece and reads the reply by its length. The client and the program share the processors,
// and net/http's client costs as much as the program spends on a small reply.
package httpclient

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"

	"plotline/testing/kit/serving"
)

// Server is a running program that serves HTTP.
type Server struct {
	*serving.Server

	Token string // sent with every request; "" means none
}

// Dial opens a connection.
func (s *Server) Dial(ctx context.Context) (*Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", s.Host())
	if err != nil {
		return nil, err
	}
	return &Conn{conn: conn, in: bufio.NewReader(conn)}, nil
}

// Metrics reads the program's metrics, and returns the values without labels.
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
