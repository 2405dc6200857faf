package recorder

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"plotline/internal/recording/spool"
)

// Message is what a hook sends: one line of JSON.
type Message struct {
	V       int    `json:"v"`
	Event   string `json:"e"` // EventPrompt or EventKnock
	Client  string `json:"client,omitempty"`
	Session string `json:"session,omitempty"`
	Project string `json:"project,omitempty"` // the root
	Task    string `json:"task,omitempty"`
	Text    string `json:"text,omitempty"` // of the prompt
}

// The events of a message.
const (
	EventPrompt = "prompt" // is answered by a line with an Answer
	EventKnock  = "knock"  // has no answer
)

// Answer is what the recorder says to a prompt. Both texts may be empty.
type Answer struct {
	Text string `json:"text"` // for the agent
	Note string `json:"note"` // one line for the person
}

const (
	// answerTime bounds the work for a prompt. The hook's own clock ends at 150 ms.
	answerTime = 120 * time.Millisecond
	// messageTime is how long a hook may take to send its line.
	messageTime = 100 * time.Millisecond
	maxMessage  = 64 << 10 // bytes
	// connectionsAtOnce bounds the hooks that are served at the same time. Further ones wait, and give up by their own clocks.
	connectionsAtOnce = 16
)

// listening is a socket that is served.
type listening struct {
	listener net.Listener
	served   sync.WaitGroup
}

// listen serves the socket of the spool until the result is closed. Where listening fails the brief alone tells. The
// caller holds the lock of the spool, so a socket that is there is left over.
func (r *Recorder) listen(ctx context.Context) *listening {
	path := r.spool.Socket()
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		r.Logger.DebugContext(ctx, "the old socket cannot be removed", "error", err)
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "unix", path)
	if err == nil {
		err = os.Chmod(path, 0o600)
	}
	l := &listening{listener: listener}
	if err != nil {
		r.Logger.WarnContext(ctx, "agents are told nothing at prompts: the recorder cannot listen", "socket", path, "error", err)
	}
	if listener != nil {
		l.served.Go(func() { r.accept(ctx, l) })
	}
	return l
}

// close ends listening, and waits for the answers that are being made. The socket is then gone.
func (l *listening) close() {
	if l.listener != nil {
		_ = l.listener.Close()
	}
	l.served.Wait()
}

func (r *Recorder) accept(ctx context.Context, l *listening) {
	places := make(chan struct{}, connectionsAtOnce)
	for {
		conn, err := l.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // such as too many open files
			time.Sleep(gather)
			continue
		}
		places <- struct{}{}
		l.served.Go(func() {
			defer func() { <-places }()
			defer func() { _ = conn.Close() }()
			r.handle(ctx, conn)
		})
	}
}

// handle reads a message and answers it.
func (r *Recorder) handle(ctx context.Context, conn net.Conn) {
	_ = conn.SetDeadline(time.Now().Add(messageTime))
	line, err := bufio.NewReader(io.LimitReader(conn, maxMessage)).ReadBytes('\n')
	var m Message
	if err != nil || json.Unmarshal(line, &m) != nil || m.V != spool.Version {
		return
	}
	switch m.Event {
	case EventKnock:
		r.knock()
	case EventPrompt:
		ctx, cancel := context.WithTimeout(ctx, answerTime)
		defer cancel()
		_ = conn.SetDeadline(time.Now().Add(2 * answerTime))
		_ = json.NewEncoder(conn).Encode(r.answer(ctx, m))
	}
}

// Knock asks the recorder of a spool, whichever process it is, to look at the files now.
func Knock(ctx context.Context, folder spool.Folder) error {
	ctx, cancel := context.WithTimeout(ctx, messageTime)
	defer cancel()
	conn, err := (&net.Dialer{}).DialContext(ctx, "unix", folder.Socket())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(messageTime))
	return json.NewEncoder(conn).Encode(Message{V: spool.Version, Event: EventKnock})
}
