package tools_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"plotline/testing/kit/logbuffer"
	"plotline/testing/kit/tier"
	"plotline/tools"
)

// patience is how long a test waits for something expected at once.
const patience = 2 * time.Minute

// peer is a client at the other end of two real pipes.
type peer struct {
	t     testing.TB
	in    *os.File
	lines chan string
	done  chan error
	stop  context.CancelFunc
	out   *os.File
}

func dial(tb testing.TB, s *tools.Server) *peer {
	tb.Helper()
	serverIn, in, err := os.Pipe()
	if err != nil {
		tb.Fatal(err)
	}
	out, serverOut, err := os.Pipe()
	if err != nil {
		tb.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background()) //nolint:usetesting // t.Context ends before cleanup, which awaits the server
	p := &peer{t: tb, in: in, out: out, lines: make(chan string, 100_000), done: make(chan error, 1), stop: stop}
	go func() {
		p.done <- s.ServeStdio(ctx, serverIn, serverOut)
		_ = serverOut.Close()
	}()
	go func() {
		defer close(p.lines)
		r := bufio.NewReader(out)
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			p.lines <- strings.TrimSuffix(line, "\n")
		}
	}()
	tb.Cleanup(func() {
		stop()
		_ = in.Close()
		for range p.lines { // until the server has closed its side
		}
		_ = serverIn.Close()
		_ = out.Close()
	})
	return p
}

func (p *peer) send(messages ...string) {
	p.t.Helper()
	for _, m := range messages {
		if _, err := io.WriteString(p.in, m+"\n"); err != nil {
			p.t.Fatal(err)
		}
	}
}

func (p *peer) receive() string {
	p.t.Helper()
	select {
	case line, ok := <-p.lines:
		if !ok {
			p.t.Fatal("the server has closed its side")
		}
		return line
	case <-time.After(patience):
		p.t.Fatal("no answer")
		return ""
	}
}

// silent fails if a message arrives.
func (p *peer) silent() {
	p.t.Helper()
	select {
	case line, ok := <-p.lines:
		if ok {
			p.t.Errorf("got %s, want nothing", line)
		}
	case <-time.After(50 * time.Millisecond):
	}
}

// ended waits for the server to return.
func (p *peer) ended() error {
	p.t.Helper()
	select {
	case err := <-p.done:
		return err
	case <-time.After(patience):
		p.t.Fatal("the server does not end")
		return nil
	}
}

const (
	hello   = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"piper","version":"3"}}}`
	helloed = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
)

func calling(id int, tool string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":{}}}`, id, tool)
}

func cancelling(id int) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, id)
}

func instant() tools.Tool {
	return fake("look", func(context.Context, none) (none, error) { return none{}, nil })
}

const instantAnswer = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{}"}],"structuredContent":{}}}`

func TestStdioBothEras(t *testing.T) {
	t.Parallel()
	p := dial(t, newServer(instant()))
	p.send(hello)
	if got := p.receive(); !strings.Contains(got, `"protocolVersion":"2025-11-25"`) || !strings.Contains(got, `"instructions":"Plotline`) {
		t.Errorf("initialize: %s", got)
	}
	p.send(helloed, calling(1, "look"))
	if got := bare(p.receive()); got != instantAnswer {
		t.Errorf("got %s", got)
	}
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	p.send(`{"jsonrpc":"2.0","id":2,"method":"server/discover","params":{` + meta + `}}`)
	if got := p.receive(); !strings.Contains(got, `"supportedVersions":["2026-07-28"`) {
		t.Errorf("discover: %s", got)
	}
	p.send(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"look",` + meta + `}}`)
	if got := p.receive(); !strings.Contains(got, `"resultType":"complete"`) {
		t.Errorf("call: %s", got)
	}
}

func TestStdioAnswersAllBeforeItEnds(t *testing.T) {
	t.Parallel()
	calls := tier.Pick(300, 3000)
	var ran atomic.Int64
	p := dial(t, newServer(fake("slow", func(context.Context, none) (none, error) {
		time.Sleep(time.Millisecond)
		ran.Add(1)
		return none{}, nil
	})))
	var all strings.Builder
	for i := range calls {
		all.WriteString(calling(i, "slow") + "\n")
	}
	p.send(all.String() + "\n  \n" + calling(calls, "slow")) // with blank lines in between
	_ = p.in.Close()
	if err := p.ended(); err != nil {
		t.Errorf("ended with %v", err)
	}
	answers := 0
	for range p.lines {
		answers++
	}
	if answers != calls+1 || ran.Load() != int64(calls)+1 {
		t.Errorf("%d answers, %d calls ran, want %d", answers, ran.Load(), calls+1)
	}
}

func TestStdioLastLineWithoutBreak(t *testing.T) {
	t.Parallel()
	p := dial(t, newServer(instant()))
	if _, err := io.WriteString(p.in, calling(1, "look")); err != nil {
		t.Fatal(err)
	}
	_ = p.in.Close()
	if got := bare(p.receive()); got != instantAnswer {
		t.Errorf("got %s", got)
	}
}

func TestStdioCancelsWhatRunsAndWhatWaits(t *testing.T) {
	t.Parallel()
	running := make(chan struct{}, 1000)
	var ended atomic.Int64
	p := dial(t, newServer(instant(), fake("wait", func(ctx context.Context, _ none) (none, error) {
		running <- struct{}{}
		<-ctx.Done()
		ended.Add(1)
		return none{}, ctx.Err()
	})))
	const slots = 100
	for i := range slots {
		p.send(calling(1000+i, "wait"))
	}
	for range slots {
		<-running
	}
	p.send(calling(5000, "wait"), cancelling(5000), calling(1, "look")) // all wait, because the slots are taken
	p.silent()
	p.send(cancelling(1007))
	if got := bare(p.receive()); got != instantAnswer {
		t.Errorf("got %s", got)
	}
	p.silent() // a cancelled request gets no answer
	if ended.Load() != 1 || len(running) != 0 {
		t.Errorf("%d calls ended and %d more ran, want 1 and 0", ended.Load(), len(running))
	}
	for i := range slots {
		p.send(cancelling(1000 + i))
	}
	_ = p.in.Close()
	if err := p.ended(); err != nil {
		t.Errorf("ended with %v", err)
	}
}

func TestStdioEndsWithContext(t *testing.T) {
	t.Parallel()
	running, release := make(chan struct{}), make(chan struct{})
	p := dial(t, newServer(fake("look", func(context.Context, none) (none, error) {
		close(running)
		<-release
		return none{}, nil
	})))
	p.send(calling(1, "look"))
	<-running
	p.stop()
	close(release)
	if got := bare(p.receive()); got != instantAnswer {
		t.Errorf("what ran was not finished: %s", got)
	}
	if err := p.ended(); err != nil {
		t.Errorf("ended with %v", err)
	}
}

func TestStdioCancelsWhatTakesTooLongAtTheEnd(t *testing.T) {
	t.Parallel()
	running := make(chan struct{})
	p := dial(t, newServer(fake("wait", func(ctx context.Context, _ none) (none, error) {
		close(running)
		<-ctx.Done()
		return none{}, ctx.Err()
	})))
	p.send(calling(1, "wait"))
	<-running
	p.stop()
	if got := p.receive(); !strings.Contains(got, `\"code\":\"cancelled\"`) {
		t.Errorf("got %s", got)
	}
	if err := p.ended(); err != nil {
		t.Errorf("ended with %v", err)
	}
}

func TestStdioClientThatIsGone(t *testing.T) {
	t.Parallel()
	running, ended := make(chan struct{}), make(chan struct{})
	p := dial(t, newServer(instant(), fake("wait", func(ctx context.Context, _ none) (none, error) {
		close(running)
		<-ctx.Done()
		close(ended)
		return none{}, ctx.Err()
	})))
	p.send(calling(7, "wait"))
	<-running
	_ = p.out.Close()
	p.send(calling(1, "look"))
	<-ended
	if err := p.ended(); err == nil || !strings.Contains(err.Error(), "the client no longer reads") {
		t.Errorf("ended with %v", err)
	}
}

func TestStdioRequestThatIsTooLong(t *testing.T) {
	t.Parallel()
	p := dial(t, newServer(instant()))
	padding := strings.Repeat("x", 17<<20)
	const refused = `{"jsonrpc":"2.0","id":%s,"error":{"code":-32600,"message":"Too large: a request may have 16777216 bytes"}}`
	for want, message := range map[string]string{
		`7`:    `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"look","arguments":{"a":"` + padding + `"}}}`,
		`"b"`:  `{"method":"tools/call","params":{"name":"look","arguments":{"a":"` + padding + `"}},"jsonrpc":"2.0","id":"b"}`,
		`null`: padding,
	} {
		p.send(message)
		if got := p.receive(); got != fmt.Sprintf(refused, want) {
			t.Errorf("got %.200s", got)
		}
	}
	p.send(calling(1, "look"))
	if got := bare(p.receive()); got != instantAnswer {
		t.Errorf("got %s", got)
	}
}

func TestStdioSurvivesNonsense(t *testing.T) {
	t.Parallel()
	p := dial(t, newServer(instant()))
	for _, nonsense := range []string{"{", "[]", "5", `"x"`, "\xff\xfe", `{"jsonrpc":"1.0","id":1,"method":"ping"}`} {
		p.send(nonsense)
		if got := p.receive(); !strings.Contains(got, `"error":{"code":-32`) {
			t.Errorf("%q: got %s", nonsense, got)
		}
	}
	p.send(`{"jsonrpc":"2.0","id":4,"result":{}}`, `{"jsonrpc":"2.0","id":4,"error":{"code":1,"message":"x"}}`,
		`{"jsonrpc":"2.0","method":"notifications/nothing"}`, cancelling(12345))
	p.silent()
	p.send(calling(1, "look"))
	if got := bare(p.receive()); got != instantAnswer {
		t.Errorf("got %s", got)
	}
}

func TestStdioServersDoNotMeet(t *testing.T) {
	t.Parallel()
	s := newServer(instant())
	first, second := dial(t, s), dial(t, s)
	first.send(calling(1, "look"))
	second.send(calling(1, "look"))
	for _, p := range []*peer{first, second} {
		if got := bare(p.receive()); got != instantAnswer {
			t.Errorf("got %s", got)
		}
		p.silent()
	}
}

// TestStdioWritesOnlyTheProtocol checks that a session writes only JSON-RPC messages, one a line.
func TestStdioWritesOnlyTheProtocol(t *testing.T) {
	t.Parallel()
	p := dial(t, newServer(allTools(t)...))
	p.send(hello, helloed, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, calling(2, "list_episodes"), "nonsense", calling(3, "nope"))
	_ = p.in.Close()
	if err := p.ended(); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	for line := range p.lines {
		var m struct {
			JSONRPC string `json:"jsonrpc"`
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil || m.JSONRPC != "2.0" {
			t.Errorf("%v: %s", err, line)
		}
	}
}

// TestStdioPanic checks that a panic in a hook is an internal error of one request, with details only in the log.
func TestStdioPanic(t *testing.T) {
	t.Parallel()
	var log logbuffer.Buffer
	p := dial(t, panicking(&log))
	p.send(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	if got := p.receive(); got != `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}` || !strings.Contains(log.String(), "a secret") {
		t.Errorf("got %s, and the log says %s", got, log.String())
	}
	p.send(`{"jsonrpc":"2.0","id":2,"method":"ping"}`)
	if got := p.receive(); got != `{"jsonrpc":"2.0","id":2,"result":{}}` {
		t.Errorf("after it: %s", got)
	}
}
