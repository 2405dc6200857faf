package tools_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"plotline/internal/access"
	"plotline/internal/usecase"
	"plotline/tools"
	"plotline/tools/transport/streamhttp"
)

const (
	confirmedReply = `"result":{"action":"accept","content":{"confirm":true}}`
	declinedReply  = `"result":{"action":"accept","content":{"confirm":false}}`

	nobodyAsked = "Nobody could be asked to confirm: open Plotline's page, use a client that can ask its user " +
		"(elicitation), or propose a plan with beginRenameFilesTaskV2 instead. Nothing was renamed"
)

// TestTheClientsUserDecides checks that only a submitted form with the tick is a yes.
func TestTheClientsUserDecides(t *testing.T) {
	t.Parallel()
	for _, talk := range talks() {
		for name, test := range map[string]struct {
			reply string
			yes   bool
		}{
			"yes":                {confirmedReply, true},
			"not ticked":         {declinedReply, false},
			"declined":           {`"result":{"action":"decline"}`, false},
			"closed":             {`"result":{"action":"cancel"}`, false},
			"ticked, and closed": {`"result":{"action":"cancel","content":{"confirm":true}}`, false},
			"no content":         {`"result":{"action":"accept"}`, false},
			"a word":             {`"result":{"action":"accept","content":{"confirm":"true"}}`, false},
		} {
			t.Run(talk.name+", "+name, func(t *testing.T) {
				t.Parallel()
				r := newRenaming(t, access.Admin, nil)
				call, end := talk.open(t, r.server)
				id := r.task(call)
				got := end(id, test.reply)
				want := `{"success":true,"confirmed":false,"renamed":[],"failed":[]}`
				if test.yes {
					want = fmt.Sprintf(`{"success":true,"confirmed":true,"renamed":[{"from":"%[1]s/a.mkv","to":"%[1]s/b.mkv"}],"failed":[]}`, r.folder)
				}
				if string(got.Structured) != want || r.moved() != test.yes {
					t.Errorf("got  %s, moved %v\nwant %s", got.Structured, r.moved(), want)
				}
				again := readFailure(t, call("endRenameFilesTask", fmt.Sprintf(`{"taskId":%q}`, id)))
				if again.Code != "not_found" || again.Details != "Task not found: "+id {
					t.Errorf("the task after it: %+v", again)
				}
			})
		}
	}
}

func readFailure(t *testing.T, c called) (f failed) {
	t.Helper()
	if !c.IsError {
		t.Fatalf("got %s, want an error", c.Structured)
	}
	if err := json.Unmarshal([]byte(c.text(t)), &f); err != nil {
		t.Fatal(err)
	}
	return f
}

// TestNobodyToAsk checks that a client without elicitation renames nothing, with every protocol.
func TestNobodyToAsk(t *testing.T) {
	t.Parallel()
	for _, call := range callers() {
		t.Run(call.name, func(t *testing.T) {
			t.Parallel()
			r := newRenaming(t, access.Admin, nil)
			call := call.open(t, r.server)
			id := r.task(call)
			for range 2 { // the task still exists the second time
				got := readFailure(t, call("endRenameFilesTask", fmt.Sprintf(`{"taskId":%q}`, id)))
				if got.Code != "conflict" || got.Error != "Conflict" || got.Details != nobodyAsked || r.moved() {
					t.Errorf("got %+v, moved %v", got, r.moved())
				}
			}
		})
	}
}

// callers call tools as clients without elicitation.
func callers() []caller {
	return []caller{
		{"stdio, 2025-11-25", func(t *testing.T, s *tools.Server) func(tool, args string) called {
			t.Helper()
			p := dial(t, s)
			p.greet(hello)
			return func(tool, args string) called { t.Helper(); return p.call(tool, json.RawMessage(args)) }
		}},
		{"HTTP, 2025-11-25", overHTTP("2025-11-25")},
		{"HTTP, 2026-07-28", overHTTP("2026-07-28")},
	}
}

type caller struct {
	name string
	open func(t *testing.T, s *tools.Server) func(tool, args string) called
}

func overHTTP(era string) func(t *testing.T, s *tools.Server) func(tool, args string) called {
	return func(t *testing.T, s *tools.Server) func(tool, args string) called {
		t.Helper()
		plain := serve(t, s, streamhttp.Config{}).caller(era)
		return func(tool, args string) called { t.Helper(); return plain(tool, `,"arguments":`+args).called(t) }
	}
}

// TestAgentDoesNotDecide checks that a role that may not decide is not asked through its own client. A yes on the
// page comes from another person and counts.
func TestAgentDoesNotDecide(t *testing.T) {
	t.Parallel()
	for _, page := range []struct {
		name        string
		modelAnswer pageAsker
		renews      bool
	}{
		{"no page", nil, false},
		{"no page open", func(context.Context, string, usecase.Question) (bool, error) { return false, usecase.ErrNoAsker }, false},
		{"a page", func(context.Context, string, usecase.Question) (bool, error) { return true, nil }, true},
	} {
		t.Run(page.name, func(t *testing.T) {
			t.Parallel()
			r := newRenaming(t, access.Writer, page.modelAnswer)
			p := dial(t, r.server)
			p.greet(asksHello)
			legacy := func(tool, args string) called { t.Helper(); return p.call(tool, json.RawMessage(args)) }
			id := r.task(legacy)
			answers := []called{legacy("endRenameFilesTask", fmt.Sprintf(`{"taskId":%q}`, id))}
			if !page.renews {
				p.send(modernEnd(id, fmt.Sprintf(`,"inputResponses":{"%s-1":{"action":"accept","content":{"confirm":true}}}`, id)))
				answers = append(answers, p.result(7))
			}
			for _, got := range answers {
				if page.renews != !got.IsError || r.moved() != page.renews {
					t.Fatalf("got %+v, moved %v", got, r.moved())
				}
				if page.renews {
					continue
				}
				const want = "Nobody could be asked to confirm: open Plotline's page, use a token of the role admin (the role writer may not decide), " +
					"or propose a plan with beginRenameFilesTaskV2 instead. Nothing was renamed"
				if f := readFailure(t, got); f.Code != "conflict" || f.Details != want {
					t.Errorf("got %+v", f)
				}
			}
		})
	}
}

// TestPageComesFirst checks that an open page is asked instead of the client, and that its answer counts.
func TestPageComesFirst(t *testing.T) {
	t.Parallel()
	asked := make(chan usecase.Question, 1)
	r := newRenaming(t, access.Admin, func(_ context.Context, workspace string, q usecase.Question) (bool, error) {
		if workspace != "default" {
			t.Errorf("asked the workspace %s", workspace)
		}
		asked <- q
		return false, nil
	})
	p := dial(t, r.server)
	p.greet(asksHello)
	id := r.task(func(tool, args string) called { return p.call(tool, json.RawMessage(args)) })
	p.send(endTask(7, id))
	if got := p.result(7); string(got.Structured) != `{"success":true,"confirmed":false,"renamed":[],"failed":[]}` || r.moved() {
		t.Errorf("got %+v", got)
	}
	shown, err := (<-asked).Details(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	details, err := json.Marshal(shown)
	want := fmt.Sprintf(`{"taskId":%q,"mediaFolderPath":%q,"files":[{"from":"%[2]s/a.mkv","to":"%[2]s/b.mkv"}],"problems":[]}`, id, r.folder)
	if err != nil || string(details) != want {
		t.Errorf("got  %s, %v\nwant %s", details, err, want)
	}
}

// TestFilesAddedDuringQuestion checks that files added after the question are not renamed by its yes.
func TestFilesAddedDuringQuestion(t *testing.T) {
	t.Parallel()
	t.Run("2025-11-25", func(t *testing.T) {
		t.Parallel()
		r := newRenaming(t, access.Admin, nil)
		p := dial(t, r.server)
		p.greet(asksHello)
		call := func(tool, args string) called { t.Helper(); return p.call(tool, json.RawMessage(args)) }
		id := r.task(call)
		p.send(endTask(7, id))
		asked := p.question()
		r.add(call, id, "c.mkv", "d.mkv")
		p.reply(asked, confirmedReply)
		got := readFailure(t, p.result(7))
		if got.Code != "conflict" || !strings.HasPrefix(got.Details, "Files were added to the task while a person was asked.") || r.moved() {
			t.Errorf("got %+v, moved %v", got, r.moved())
		}
	})
	t.Run("2026-07-28", func(t *testing.T) {
		t.Parallel()
		r := newRenaming(t, access.Admin, nil)
		p := dial(t, r.server)
		call := func(tool, args string) called { t.Helper(); return p.call(tool, json.RawMessage(args)) }
		id := r.task(call)
		p.send(modernEnd(id, ""))
		first, _ := inputRequired(t, p.receive())
		r.add(call, id, "c.mkv", "d.mkv")
		p.send(modernEnd(id, fmt.Sprintf(`,"inputResponses":{%q:{"action":"accept","content":{"confirm":true}}}`, first)))
		if second, _ := inputRequired(t, p.receive()); second == first || r.moved() {
			t.Errorf("asked %s, then %s; moved %v", first, second, r.moved())
		}
	})
}
