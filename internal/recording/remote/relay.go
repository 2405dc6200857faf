package remote

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"sync"
	"time"

	"plotline/internal/fault"
	"plotline/internal/pause"
	"plotline/internal/recording/spool"
)

const (
	mcpPath = "mcp"
	// mostMessage bounds a message of MCP, in bytes, as the server does.
	mostMessage = 16 << 20
	// requestsAtOnce bounds the requests of the client that run at the same time.
	requestsAtOnce = 64
	// reopens is how long the relay waits before it opens the server's stream again.
	reopens = 5 * time.Second
	// lastAnswers is how long requests may run after the end of the input.
	lastAnswers = 5 * time.Second
	// endTime is how long the relay takes to end the session.
	endTime = time.Second
)

// Headers of MCP over HTTP.
const (
	sessionHeader = "Mcp-Session-Id"
	versionHeader = "Mcp-Protocol-Version"
	methodHeader  = "Mcp-Method"
	nameHeader    = "Mcp-Name"
)

// Relay passes the messages of an MCP client, one a line, to the MCP endpoint of the server that settings name, and back. So the
// agent reads the memory that it is recorded in, and does not see the token. It returns when the input or ctx ends.
func Relay(ctx context.Context, s spool.Settings, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := &relay{
		server: newServer(s.Address, s.TokenFile), out: out, places: make(chan struct{}, requestsAtOnce), running: map[string]context.CancelFunc{},
	}
	defer r.server.client.CloseIdleConnections()
	ended := make(chan error, 1)
	go func() { ended <- r.read(ctx, in) }() // a blocked read cannot be interrupted
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
	}
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		r.requests.Wait()
	}()
	select {
	case <-answered:
	case <-time.After(lastAnswers):
	}
	cancel()
	<-answered
	r.streams.Wait()
	r.end(context.WithoutCancel(ctx))
	return err
}

// relay is one connection of a client.
type relay struct {
	server *server
	places chan struct{}

	writing sync.Mutex
	out     io.Writer

	requests, streams sync.WaitGroup

	mu      sync.Mutex
	session string // that the server has given
	version string // of the protocol, as agreed
	begun   []byte // the message that began the session, for the next one
	running map[string]context.CancelFunc

	beginning sync.Mutex
}

// message is what the relay needs to know of a message.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name      string          `json:"name"`
		URI       string          `json:"uri"`
		RequestID json.RawMessage `json:"requestId"`
		Meta      struct {
			Version string `json:"io.modelcontextprotocol/protocolVersion"`
		} `json:"_meta"`
	} `json:"params"`
}

// read passes the client's messages on. Requests run at the same time. The order of the others stays.
func (r *relay) read(ctx context.Context, in io.Reader) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, mostMessage)
	for lines.Scan() && ctx.Err() == nil {
		raw := bytes.Clone(bytes.TrimSpace(lines.Bytes()))
		var m message
		_ = json.Unmarshal(raw, &m) // the server says what is wrong
		switch {
		case len(raw) == 0:
		case m.Method == "initialize":
			r.mu.Lock()
			r.begun, r.session = raw, ""
			r.mu.Unlock()
			r.pass(ctx, raw, m)
		case m.Method == "" || len(m.ID) == 0:
			r.cancel(m)
			r.pass(ctx, raw, m)
			if m.Method == "notifications/initialized" {
				r.streams.Go(func() { r.listen(ctx) })
			}
		default:
			r.places <- struct{}{}
			call, stop := context.WithCancel(ctx)
			r.keep(string(m.ID), stop)
			r.requests.Go(func() {
				defer func() { <-r.places }()
				defer r.keep(string(m.ID), nil)
				defer stop()
				r.pass(call, raw, m)
			})
		}
	}
	return lines.Err()
}

// keep remembers how to cancel a request, or with nil forgets it.
func (r *relay) keep(id string, stop context.CancelFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if stop == nil {
		delete(r.running, id)
		return
	}
	r.running[id] = stop
}

// cancel ends the request that a client does not want any more. In the protocol without sessions, disconnecting tells the server.
func (r *relay) cancel(m message) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if stop := r.running[string(m.Params.RequestID)]; m.Method == "notifications/cancelled" && stop != nil && r.session == "" {
		stop()
	}
}

// pass sends a message and writes what the server answers. A failure is the answer of a request.
func (r *relay) pass(ctx context.Context, raw []byte, m message) {
	err := r.send(ctx, raw, m, r.write)
	if errors.Is(err, errSession) && m.Method != "initialize" { // the server was started anew
		if err = r.again(ctx); err == nil {
			err = r.send(ctx, raw, m, r.write)
		}
	}
	if err == nil || ctx.Err() != nil || len(m.ID) == 0 || m.Method == "" {
		return
	}
	const serverError = -32000
	known := fault.From(err)
	answer, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": m.ID,
		"error": map[string]any{"code": serverError, "message": cmp.Or(known.Details, known.Title())},
	})
	if err == nil {
		r.write(answer)
	}
}

// errSession reports that the server does not know the session.
var errSession = errors.New("the server does not know the session")

// again begins another session as the client began the first one.
func (r *relay) again(ctx context.Context) error {
	r.beginning.Lock()
	defer r.beginning.Unlock()
	r.mu.Lock()
	begun := r.begun
	r.session = ""
	r.mu.Unlock()
	quiet := func([]byte) {}
	if err := r.send(ctx, begun, message{Method: "initialize"}, quiet); err != nil {
		return err
	}
	const initialized = "notifications/initialized"
	return r.send(ctx, []byte(`{"jsonrpc":"2.0","method":"`+initialized+`"}`), message{Method: initialized}, quiet)
}

// send sends a message, and hands the messages of the reply to write.
func (r *relay) send(ctx context.Context, raw []byte, m message, write func([]byte)) error {
	request, err := r.request(ctx, http.MethodPost, raw)
	if err != nil {
		return err
	}
	if m.Params.Meta.Version != "" { // the protocol without sessions
		request.Header.Set(versionHeader, m.Params.Meta.Version)
		request.Header.Set(methodHeader, m.Method)
		if name := cmp.Or(m.Params.Name, m.Params.URI); name != "" {
			request.Header.Set(nameHeader, name)
		}
	}
	response, err := r.server.client.Do(request)
	if err != nil {
		return r.server.unreached(ctx, err)
	}
	defer func() { _ = response.Body.Close() }()
	if m.Method == "initialize" {
		write = r.begin(response.Header.Get(sessionHeader), write)
	}
	if response.StatusCode == http.StatusNotFound && request.Header.Get(sessionHeader) != "" {
		return errSession
	}
	return r.reply(ctx, response, write)
}

// begin remembers a session, and the protocol that its first answer names.
func (r *relay) begin(session string, write func([]byte)) func([]byte) {
	return func(answer []byte) {
		var agreed struct {
			Result struct {
				Version string `json:"protocolVersion"`
			} `json:"result"`
		}
		if json.Unmarshal(answer, &agreed) == nil && agreed.Result.Version != "" {
			r.mu.Lock()
			r.session, r.version = session, agreed.Result.Version
			r.mu.Unlock()
		}
		write(answer)
	}
}

// request makes a request of the session.
func (r *relay) request(ctx context.Context, method string, raw []byte) (*http.Request, error) {
	var body any
	if raw != nil {
		body = raw
	}
	request, err := r.server.request(ctx, method, mcpPath, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json, text/event-stream")
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session != "" {
		request.Header.Set(sessionHeader, r.session)
		request.Header.Set(versionHeader, r.version)
	}
	return request, nil
}

// reply hands over the messages of a reply: one, or those of a stream.
func (r *relay) reply(ctx context.Context, response *http.Response, write func([]byte)) error {
	media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if media == "text/event-stream" {
		return r.events(ctx, response.Body, write)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, mostMessage))
	if err != nil {
		return r.server.unreached(ctx, err)
	}
	var answer struct {
		Version string `json:"jsonrpc"`
	}
	if media == "application/json" && json.Unmarshal(body, &answer) == nil && answer.Version != "" { // also of a failure
		write(body)
		return nil
	}
	if response.StatusCode/100 != 2 {
		return r.server.refused(response, body)
	}
	return nil
}

// events hands over the messages of a stream of server-sent events.
func (r *relay) events(ctx context.Context, body io.Reader, write func([]byte)) error {
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, mostMessage)
	var data []string
	for lines.Scan() {
		line := lines.Text()
		if text, is := strings.CutPrefix(line, "data:"); is {
			data = append(data, strings.TrimPrefix(text, " "))
		}
		if line == "" && len(data) > 0 {
			write([]byte(strings.Join(data, "\n")))
			data = nil
		}
	}
	if err := lines.Err(); err != nil {
		return r.server.unreached(ctx, err)
	}
	return nil
}

// listen hands over what the server sends by itself, until ctx ends or the session has no stream.
func (r *relay) listen(ctx context.Context) {
	for first := true; first || pause.For(ctx, reopens); first = false {
		request, err := r.request(ctx, http.MethodGet, nil)
		if err != nil || request.Header.Get(sessionHeader) == "" {
			continue
		}
		response, err := r.server.client.Do(request)
		if err != nil {
			continue
		}
		if response.StatusCode == http.StatusOK {
			_ = r.events(ctx, response.Body, r.write)
		}
		_ = response.Body.Close()
		if response.StatusCode == http.StatusMethodNotAllowed {
			return
		}
	}
}

// end ends the session at the server.
func (r *relay) end(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, endTime)
	defer cancel()
	request, err := r.request(ctx, http.MethodDelete, nil)
	if err != nil || request.Header.Get(sessionHeader) == "" {
		return
	}
	if response, err := r.server.client.Do(request); err == nil {
		_ = response.Body.Close()
	}
}

// write writes a message as one line.
func (r *relay) write(raw []byte) {
	var line bytes.Buffer
	if json.Compact(&line, raw) != nil {
		return
	}
	line.WriteByte('\n')
	r.writing.Lock()
	defer r.writing.Unlock()
	_, _ = r.out.Write(line.Bytes()) // a client that is gone ends the input, too
}
