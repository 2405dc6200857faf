package browser_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"sync"

	"plotline/testing/kit/serving"
)

// relay connects a page with `plotline mcp`, as a client does that has a window: a page cannot start a process itself.
// Each line of the program becomes an event, and each message of the page a line.
type relay struct {
	w  *world
	mu sync.Mutex
	in io.WriteCloser // of the program that was started last
}

// events starts the program, which lives as long as the request, and sends its lines.
func (r *relay) events(out http.ResponseWriter, request *http.Request) {
	cmd := exec.CommandContext(request.Context(), binary, append([]string{"mcp"}, r.w.args...)...) //nolint:gosec // our own binary
	cmd.Env = serving.Environ()
	in, err := cmd.StdinPipe()
	if err != nil {
		http.Error(out, err.Error(), http.StatusInternalServerError)
		return
	}
	cmd.Cancel = in.Close // as clients end a server; it then ends by itself
	lines, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		http.Error(out, err.Error(), http.StatusInternalServerError)
		return
	}
	r.mu.Lock()
	r.in = in
	r.mu.Unlock()
	out.Header().Set("Content-Type", "text/event-stream")
	stream := http.NewResponseController(out)
	_ = stream.Flush()
	scanner := bufio.NewScanner(lines)
	scanner.Buffer(nil, 8<<20)
	for scanner.Scan() {
		_, _ = fmt.Fprintf(out, "data: %s\n\n", scanner.Bytes())
		_ = stream.Flush()
	}
	if err := cmd.Wait(); err != nil && request.Context().Err() == nil {
		r.w.t.Errorf("plotline mcp: %v", err)
	}
}

// message writes a message to the program as one line.
func (r *relay) message(out http.ResponseWriter, request *http.Request) {
	message, err := io.ReadAll(request.Body)
	if err == nil {
		r.mu.Lock()
		_, err = r.in.Write(append(message, '\n'))
		r.mu.Unlock()
	}
	if err != nil {
		http.Error(out, err.Error(), http.StatusBadGateway)
	}
}
