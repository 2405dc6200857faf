package live_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"plotline/testing/kit/installed"
)

// patience is far longer than any wait here.
const patience = 30 * time.Second

// driver is a Node process that runs clients.
type driver struct {
	t  *testing.T
	in io.Writer

	mu      sync.Mutex
	reports map[string]chan report
}

// report is a report of a client.
type report struct {
	Client, What string
	Value        json.RawMessage
}

// startDriver starts Node. It ends with the test.
func startDriver(t *testing.T) *driver {
	t.Helper()
	dir, err := filepath.Abs("clients")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "node_modules", ".complete")); err != nil {
		installed.Missing(t, "the client of Socket.IO is not installed: run `make deps`")
	}
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), installed.Node(t), "drive.mjs") //nolint:gosec // the Node that was found
	cmd.Dir, cmd.Stderr = dir, t.Output()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	d := &driver{t: t, in: in, reports: map[string]chan report{}}
	read := make(chan struct{})
	go d.read(out, read)
	t.Cleanup(func() {
		_ = in.Close() // ends it
		<-read
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
	return d
}

func (d *driver) read(out io.Reader, done chan<- struct{}) {
	defer close(done)
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var h report
		if err := json.Unmarshal(lines.Bytes(), &h); err != nil {
			d.t.Errorf("%s: %v", lines.Bytes(), err)
			continue
		}
		d.of(h.Client) <- h
	}
}

// of returns the unread reports of a client.
func (d *driver) of(client string) chan report {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.reports[client] == nil {
		d.reports[client] = make(chan report, 1000)
	}
	return d.reports[client]
}

func (d *driver) do(command map[string]any) {
	d.t.Helper()
	line, err := json.Marshal(command)
	if err == nil {
		_, err = d.in.Write(append(line, '\n'))
	}
	if err != nil {
		d.t.Fatal(err)
	}
}

// next waits for a client's next report, and returns it as "what value".
func (d *driver) next(client string) string {
	d.t.Helper()
	select {
	case h := <-d.of(client):
		return h.What + " " + string(h.Value)
	case <-time.After(patience):
		d.t.Fatalf("%s tells nothing", client)
		return ""
	}
}

// expect compares a client's next reports with the expected ones.
func (d *driver) expect(client string, want ...string) {
	d.t.Helper()
	for _, w := range want {
		if got := d.next(client); got != w {
			d.t.Fatalf("%s told %s, want %s", client, got, w)
		}
	}
}

// await discards a client's reports until the wanted one.
func (d *driver) await(client, want string) {
	d.t.Helper()
	for range 1000 {
		if d.next(client) == want {
			return
		}
	}
	d.t.Fatalf("%s never told %s", client, want)
}
