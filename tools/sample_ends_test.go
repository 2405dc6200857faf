package tools_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"plotline/internal/usecase"
	"plotline/scenes/model"
	"plotline/tools"
	"plotline/tools/transport/streamhttp"
)

// telling is a tool that asks the model once and reports how that ended.
func telling(ends chan<- error) tools.Tool {
	return consultingBy(func(ctx context.Context, _ consultIn) (consultOut, error) {
		_, err := model.Caller(ctx).Complete(ctx, model.Request{Messages: []model.Message{{Role: model.User, Text: "?"}}})
		ends <- err
		return consultOut{}, ctx.Err()
	})
}

func ended(t *testing.T, ends <-chan error, want error) {
	t.Helper()
	select {
	case err := <-ends:
		if !errors.Is(err, want) {
			t.Errorf("asking ended with %v, want %v", err, want)
		}
	case <-time.After(patience):
		t.Fatal("asking does not end")
	}
}

// asksOverStdio returns a client that was asked for its model's answer in call 7.
func asksOverStdio(t *testing.T, ends chan<- error) (*peer, question) {
	t.Helper()
	p := dial(t, newServer(telling(ends)))
	p.greet(sampleHello)
	p.send(consultCall(`{"times":1}`, ""))
	return p, readQuestion(t, p.receive())
}

func readQuestion(t *testing.T, raw string) (q question) {
	t.Helper()
	if err := json.Unmarshal([]byte(raw), &q); err != nil {
		t.Fatal(err)
	}
	samplingOf(t, q)
	return q
}

// takenBack fails unless the message cancels the request to the client.
func takenBack(t *testing.T, raw string, asked question) {
	t.Helper()
	if want := `"requestId":` + string(asked.ID); !strings.Contains(raw, `"notifications/cancelled"`) || !strings.Contains(raw, want) {
		t.Errorf("got %s, want that %s is taken back", raw, asked.ID)
	}
}

// TestStdioCallCancelledWhileItsModelIsAsked checks that the request to the client is cancelled at once, and that the
// call gets no answer.
func TestStdioCallCancelledWhileItsModelIsAsked(t *testing.T) {
	t.Parallel()
	ends := make(chan error, 1)
	p, asked := asksOverStdio(t, ends)
	p.send(cancelling(7))
	takenBack(t, p.receive(), asked)
	ended(t, ends, context.Canceled)
	p.reply(asked, modelAnswer("late"))
	p.send(`{"jsonrpc":"2.0","id":9,"method":"ping"}`)
	if got := p.receive(); got != `{"jsonrpc":"2.0","id":9,"result":{}}` {
		t.Errorf("got %s", got)
	}
}

// TestStdioClientThatGoesWhileItsModelIsAsked checks that the request ends when the client can no longer answer.
func TestStdioClientThatGoesWhileItsModelIsAsked(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(p *peer) error{
		"it closes its side": func(p *peer) error { return p.in.Close() },
		"it is stopped":      func(p *peer) error { p.stop(); return nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ends := make(chan error, 1)
			p, _ := asksOverStdio(t, ends)
			if err := leave(p); err != nil {
				t.Fatal(err)
			}
			ended(t, ends, model.ErrUnavailable)
			if got := p.result(7); got.IsError {
				t.Errorf("got %+v", got)
			}
			if err := p.ended(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestAModelThatIsSilent checks that the wait ends with the time limit of the call, and that the request is
// cancelled.
func TestAModelThatIsSilent(t *testing.T) {
	t.Parallel()
	limited := func(ends chan<- error) tools.Tool {
		return consultingBy(func(ctx context.Context, _ consultIn) (consultOut, error) {
			ctx, cancel := context.WithTimeout(ctx, time.Millisecond)
			defer cancel()
			_, err := model.Caller(ctx).Complete(ctx, model.Request{})
			ends <- err
			return consultOut{}, err
		})
	}
	t.Run("stdio", func(t *testing.T) {
		t.Parallel()
		ends := make(chan error, 1)
		p := dial(t, newServer(limited(ends)))
		p.greet(sampleHello)
		p.send(consultCall(`{"times":1}`, ""))
		ended(t, ends, context.DeadlineExceeded)
		takenBack(t, p.receive()+p.receive(), question{ID: json.RawMessage(`"plotline-1"`)})
		if got := readFailure(t, p.result(7)); got.Code != "timeout" {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("HTTP", func(t *testing.T) {
		t.Parallel()
		ends := make(chan error, 1)
		site := serve(t, newServer(limited(ends)), streamhttp.Config{})
		r := site.send(http.MethodPost, consultCall(`{"times":1}`, ""), site.beginWith(sampleHello)...)
		ended(t, ends, context.DeadlineExceeded)
		events := r.events(t)
		if len(events) != 3 {
			t.Fatalf("got %q", events)
		}
		takenBack(t, events[1], readQuestion(t, events[0]))
		if got := readFailure(t, replied{body: events[2]}.called(t)); got.Code != "timeout" {
			t.Errorf("got %+v", got)
		}
	})
}

// asksOverHTTP is a client with a session that was asked on the stream of call 7.
type asksOverHTTP struct {
	*site
	session []string
	events  *bufio.Scanner
	asked   question
	leave   func()
}

func newAsksOverHTTP(t *testing.T, ends chan<- error) asksOverHTTP {
	t.Helper()
	site := serve(t, newServer(telling(ends)), streamhttp.Config{})
	a := asksOverHTTP{site: site, session: site.beginWith(sampleHello)}
	ctx, cancel := context.WithCancel(t.Context())
	response := site.open(ctx, http.MethodPost, strings.NewReader(consultCall(`{"times":1}`, "")), a.session...) //nolint:bodyclose // leave closes it
	a.leave = func() { cancel(); _ = response.Body.Close() }
	t.Cleanup(a.leave)
	a.events = bufio.NewScanner(response.Body)
	a.asked = readQuestion(t, nextEvent(t, a.events))
	return a
}

// TestHTTPEndsOfAsking checks that no request to the model outlives its call or session, however they end.
func TestHTTPEndsOfAsking(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		end  func(t *testing.T, a asksOverHTTP)
		want error
	}{
		"the client goes": {func(_ *testing.T, a asksOverHTTP) { a.leave() }, context.Canceled},
		"the call is cancelled": {func(t *testing.T, a asksOverHTTP) {
			t.Helper()
			a.send(http.MethodPost, cancelling(7), a.session...)
			takenBack(t, nextEvent(t, a.events), a.asked)
		}, context.Canceled},
		"the session ends":    {func(_ *testing.T, a asksOverHTTP) { a.send(http.MethodDelete, "", a.session...) }, model.ErrUnavailable},
		"the endpoint closes": {func(_ *testing.T, a asksOverHTTP) { a.endpoint.Close() }, model.ErrUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ends := make(chan error, 1)
			a := newAsksOverHTTP(t, ends)
			c.end(t, a)
			ended(t, ends, c.want)
		})
	}
}

// TestHTTPAnswersOfOthers checks that another session cannot answer, and that an answer needs a request.
func TestHTTPAnswersOfOthers(t *testing.T) {
	t.Parallel()
	ends := make(chan error, 1)
	a := newAsksOverHTTP(t, ends)
	answer := `{"jsonrpc":"2.0","id":` + string(a.asked.ID) + `,` + modelAnswer("x") + `}`
	if r := a.send(http.MethodPost, answer, a.beginWith(sampleHello)...); r.status != http.StatusBadRequest {
		t.Errorf("another session answers: %+v", r)
	}
	if r := a.send(http.MethodPost, strings.Replace(answer, "plotline-", "plotline-9", 1), a.session...); r.status != http.StatusBadRequest {
		t.Errorf("an answer to nothing: %+v", r)
	}
	if r := a.send(http.MethodPost, answer, a.session...); r.status != http.StatusAccepted || r.body != "" {
		t.Errorf("the answer: %+v", r)
	}
	if r := a.send(http.MethodPost, answer, a.session...); r.status != http.StatusBadRequest {
		t.Errorf("the answer, once more: %+v", r)
	}
	ended(t, ends, nil)
	if got := (replied{body: nextEvent(t, a.events)}).called(t); got.IsError {
		t.Errorf("got %+v", got)
	}
}

// TestHTTPClientWithoutAStream checks that a client without an event stream cannot be asked, and fails at once.
func TestHTTPClientWithoutAStream(t *testing.T) {
	t.Parallel()
	ends := make(chan error, 1)
	site := serve(t, newServer(telling(ends)), streamhttp.Config{})
	r := site.send(http.MethodPost, consultCall(`{"times":1}`, ""), append(site.beginWith(sampleHello), "Accept", "application/json")...)
	ended(t, ends, model.ErrUnavailable)
	if got := r.called(t); got.IsError {
		t.Errorf("got %+v", got)
	}
}

// TestProgressDuringModelCall checks that a call that waits for a model still reports progress, before its answer.
// In rounds no call waits: each round reports its own progress.
func TestProgressDuringModelCall(t *testing.T) {
	t.Parallel()
	for how, open := range ofYear("2025", lenders()) {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			asked, notified := make(chan struct{}), make(chan struct{})
			tool := consultingBy(func(ctx context.Context, _ consultIn) (consultOut, error) {
				usecase.Report(ctx, 1, 2, "asking")
				go func() {
					defer close(notified)
					<-asked
					usecase.Report(ctx, 2, 2, "still asking")
				}()
				got, err := model.Caller(ctx).Complete(ctx, model.Request{})
				return consultOut{[]string{got.Text}}, err
			})
			got := open(t, newServer(tool))(t, `{"times":0}`, func(question) string {
				close(asked)
				<-notified
				return modelAnswer("done")
			})
			if want := []string{"asking", "still asking"}; string(got.Structured) != `{"answers":["done"]}` || !slices.Equal(got.progress, want) {
				t.Errorf("got %s, notified %q", got.Structured, got.progress)
			}
		})
	}
}

// TestStdioTellsBeforeItAsks checks that progress before a question is always written before it.
func TestStdioTellsBeforeItAsks(t *testing.T) {
	t.Parallel()
	p := dial(t, newServer(consulting()))
	p.greet(sampleHello)
	p.send(consultCall(`{"times":20}`, wantsProgress))
	for range 20 {
		if notified := p.receive(); !strings.Contains(notified, "notifications/progress") {
			t.Fatalf("got %s, want progress", notified)
		}
		p.reply(readQuestion(t, p.receive()), modelAnswer("a"))
	}
	if got := p.result(7); got.IsError {
		t.Errorf("got %+v", got)
	}
}
