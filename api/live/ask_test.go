package live_test

import (
	"context"
	"errors"
	"regexp"
	"testing"

	"plotline/api/live"
)

// asked is the result of a question.
type asked struct {
	answer string
	err    error
}

func payload(value any) func(context.Context) (any, error) {
	return func(context.Context) (any, error) { return value, nil }
}

// ask asks the workspace "a" in another goroutine.
func (s site) ask(ctx context.Context) <-chan asked {
	came := make(chan asked, 1)
	go func() {
		answer, err := s.Ask(ctx, "a", "may I?", payload(map[string]int{"n": 1}))
		came <- asked{string(answer), err}
	}()
	return came
}

var questionForm = regexp.MustCompile(`^42(\d+)\["may I\?",\{"n":1\}\]$`)

// question waits for a question and returns the number for its answer.
func (p poller) question() string {
	p.t.Helper()
	received := p.hear()
	found := questionForm.FindStringSubmatch(received)
	if found == nil {
		p.t.Fatal(received)
	}
	return found[1]
}

func TestAsk(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		`[{"confirmed":true}]`: `{"confirmed":true}`, `["a","b"]`: `"a"`, `[]`: `null`,
	} {
		t.Run(answer, func(t *testing.T) {
			t.Parallel()
			s := start(t, 10)
			reviewer, admin := s.connect("a reviewer"), s.connect("a admin")
			s.connect("a writer")
			s.connect("b admin")
			came := s.ask(t.Context())
			late := admin.question()
			reviewer.say("43" + reviewer.question() + answer)
			if got := <-came; got.err != nil || got.answer != want {
				t.Errorf("%+v", got)
			}
			admin.say("43" + late + `["too late"]`)
		})
	}
}

// TestNobodyToAsk checks that sockets whose role may not decide receive no question.
func TestNobodyToAsk(t *testing.T) {
	t.Parallel()
	s := start(t, 10)
	writer, reader, other := s.connect("a writer"), s.connect("a reader"), s.connect("b admin")
	if got := <-s.ask(t.Context()); !errors.Is(got.err, live.ErrNobody) {
		t.Errorf("%+v", got)
	}
	s.Broadcast("a", "last", struct{}{})
	s.Broadcast("b", "last", struct{}{})
	for _, p := range []poller{writer, reader, other} {
		p.receives(`42["last",{}]`)
	}
}

// TestAskedClientDisconnects checks that Ask waits as long as one of the asked sockets is connected.
func TestAskedClientDisconnects(t *testing.T) {
	t.Parallel()
	s := start(t, 10)
	one, two := s.connect("a admin"), s.connect("a admin")
	came := s.ask(t.Context())
	one.question()
	number := two.question()
	one.say("1")
	two.say("43" + number + `[1]`)
	if got := <-came; got.err != nil || got.answer != "1" {
		t.Errorf("%+v", got)
	}
	came = s.ask(t.Context())
	two.question()
	two.say("41")
	if got := <-came; !errors.Is(got.err, live.ErrNobody) {
		t.Errorf("%+v", got)
	}
}

// TestAskEnds checks that Ask ends with its context, and that a later answer is ignored.
func TestAskEnds(t *testing.T) {
	t.Parallel()
	s := start(t, 10)
	p := s.connect("a admin")
	ctx, cancel := context.WithCancelCause(t.Context())
	came := s.ask(ctx)
	number := p.question()
	why := errors.New("long enough")
	cancel(why)
	if got := <-came; !errors.Is(got.err, why) {
		t.Errorf("%+v", got)
	}
	came = s.ask(t.Context())
	next := p.question()
	p.say("43" + number + `["late"]`)
	p.say("43" + next + `["in time"]`)
	if got := <-came; got.answer != `"in time"` {
		t.Errorf("%+v", got)
	}
}
