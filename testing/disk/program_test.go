package disk_test

import (
	"errors"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"plotline/internal/fault"
	"plotline/testing/kit/apiclient"
	"plotline/testing/kit/httpclient"
	"plotline/testing/kit/ledger"
	"plotline/testing/kit/serving"
)

// program is a server with a client.
type program struct {
	*httpclient.Server
	*apiclient.REST
}

// serve starts the program on a data folder.
func serve(t *testing.T, data string, args ...string) *program {
	t.Helper()
	all := append([]string{"--store", "embedded", "--data-dir", data, "--rate-limit", "1000000"}, args...)
	server, err := serving.Launch(t.Context(), binary, nil, all...)
	if err != nil {
		t.Fatal(err)
	}
	p := &program{Server: &httpclient.Server{Server: server}}
	t.Cleanup(func() { p.end(t) })
	if p.REST, err = apiclient.OverREST(t.Context(), server.URL); err != nil {
		t.Fatal(err)
	}
	return p
}

// kill ends the program as a crash does.
func (p *program) kill(t *testing.T) {
	t.Helper()
	if err := p.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-p.Ended()
}

// end ends a running program. It may have logged failed writes as errors, but must not crash.
func (p *program) end(t *testing.T) {
	t.Helper()
	if !p.Runs() {
		return
	}
	p.Close()
	_ = p.Stop() // checked here
	if output := p.Log.String(); p.Status() != 0 || strings.Contains(output, "panic") || strings.Contains(output, "internal error") {
		t.Errorf("plotline serve ended with status %d\n%s", p.Status(), output)
	}
}

// must makes a call that must succeed.
func (p *program) must(t *testing.T, useCase string, args map[string]any, out any) {
	t.Helper()
	if err := apiclient.Call(t.Context(), p, useCase, args, out); err != nil {
		t.Fatalf("%s: %v", useCase, err)
	}
}

// expectError makes a call and expects an error that names the disk and says what to do.
func (p *program) expectError(t *testing.T, useCase string, args map[string]any, advice string) {
	t.Helper()
	checkError(t, useCase, apiclient.Call(t.Context(), p, useCase, args, nil), advice)
}

func checkError(t *testing.T, what string, err error, advice string) {
	t.Helper()
	var refused *apiclient.RejectedError
	if !errors.As(err, &refused) || refused.Answer.Code != fault.Unavailable || !strings.Contains(refused.Answer.Details, advice) {
		t.Errorf("%s: %v, want it to be unavailable and to say %q", what, err, advice)
	}
}

// ready returns the reply of /readyz, and whether the server is ready.
func (p *program) ready(t *testing.T) (bool, string) {
	t.Helper()
	conn, err := p.Dial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	got, err := conn.Do(p.Get("/readyz"))
	if err != nil {
		t.Fatal(err)
	}
	return got.Status == http.StatusOK, string(got.Body)
}

// expectFailure runs a command that must fail with one line that has the advice.
func expectFailure(t *testing.T, data, advice string, args ...string) {
	t.Helper()
	got := serving.Run(t, binary, nil, append(args, "--store", "embedded", "--data-dir", data, "--log-level", "error")...)
	if got.Status == 0 || !strings.HasPrefix(got.Err, "plotline: ") || strings.Count(got.Err, "\n") != 1 || !strings.Contains(got.Err, advice) {
		t.Errorf("plotline %v: status %d, want another and %q\n%s%s", args, got.Status, advice, got.Out, got.Err)
	}
}

// expectSuccess runs a command that must succeed.
func expectSuccess(t *testing.T, data string, args ...string) {
	t.Helper()
	got := serving.Run(t, binary, nil, append(args, "--store", "embedded", "--data-dir", data)...)
	if got.Status != 0 {
		t.Errorf("plotline %v: status %d\n%s%s", args, got.Status, got.Out, got.Err)
	}
}

func database(data string) string { return filepath.Join(data, "plotline.db") }

// write lets each client make some changes.
func write(t *testing.T, writers []*ledger.Writer, changes int) {
	t.Helper()
	for range changes {
		for _, w := range writers {
			if err := w.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// settle compares the data. Changes rejected for lack of space must have no effect.
func settle(t *testing.T, writers []*ledger.Writer) {
	t.Helper()
	for _, w := range writers {
		what := w.Pending()
		switch done, err := w.Settle(t.Context()); {
		case err != nil:
			t.Fatal(err)
		case done:
			t.Errorf("%s was refused, and had happened", what)
		}
	}
}
