// Package boltproxy stands between a client and a Neo4j server. It loses the answers to commits, and counts round trips.
// Tests import it.
package boltproxy

import (
	"bytes"
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plotline/internal/pause"
	"plotline/testing/kit/neo4jtest"
)

// Proxy forwards between a store and a server, and cuts the connection at the next commits.
type Proxy struct {
	net.Listener

	Connected atomic.Int32 // counts the clients
	Trips     atomic.Int64 // round trips: how often a client sends after it has received
	Received  atomic.Int64 // bytes of answers
	Cuts      atomic.Int32 // commits to cut
	Before    atomic.Bool  // cut before the server sees them, not after
	Mute      atomic.Bool  // instead of a cut, the client hears nothing more
	Hold      atomic.Int64 // nanoseconds that pass before a cut
	Slow      sync.Mutex   // while locked, nothing is forwarded to the server

	only   atomic.Pointer[string]
	target string
	open   sync.WaitGroup
	done   context.Context //nolint:containedctx // ends with the proxy
}

// listener is a client to which nothing more may come.
type listener struct {
	net.Conn

	proxy *Proxy
	deaf  atomic.Bool
	asks  atomic.Bool // it has sent a part of a request, and received nothing since
}

// Write passes an answer on.
func (l *listener) Write(answer []byte) (int, error) {
	l.asks.Store(false) // before the client can send again
	l.proxy.Received.Add(int64(len(answer)))
	if l.deaf.Load() {
		return len(answer), nil
	}
	return l.Conn.Write(answer)
}

// commit is the driver's COMMIT message: a chunk of two bytes, and the end of the message.
var commit = []byte{0x00, 0x02, 0xb0, 0x12, 0x00, 0x00}

// Start starts a proxy at an address, until the test ends.
func Start(t *testing.T, address string, server neo4jtest.Server) *Proxy {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	_, target, _ := strings.Cut(server.URI, "://")
	done, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	p := &Proxy{Listener: listener, target: target, done: done}
	p.open.Go(p.serve)
	t.Cleanup(func() {
		stop()
		_ = p.Close()
		p.open.Wait()
	})
	return p
}

// Of returns the server as clients see it through the proxy.
func (p *Proxy) Of(server neo4jtest.Server) neo4jtest.Server {
	server.URI = "bolt://" + p.Addr().String()
	return server
}

// CutOnly limits the cuts to transactions that hold a text, such as the name of an operation.
func (p *Proxy) CutOnly(text string) { p.only.Store(&text) }

func (p *Proxy) serve() {
	for {
		client, err := p.Accept()
		if err != nil {
			return
		}
		p.Connected.Add(1)
		p.open.Go(func() { p.connect(client) })
	}
}

// connect connects a client to the server until one of them, or the proxy, ends.
func (p *Proxy) connect(client net.Conn) {
	defer func() { _ = client.Close() }()
	server, err := new(net.Dialer).DialContext(p.done, "tcp", p.target)
	if err != nil {
		return
	}
	defer context.AfterFunc(p.done, func() { _ = client.Close() })()
	heard := &listener{Conn: client, proxy: p}
	answered := make(chan struct{})
	p.open.Go(func() {
		defer close(answered)
		_, _ = io.Copy(heard, server)
		_ = client.Close()
	})
	p.forward(server, heard, answered)
	_ = server.Close()
}

// forward passes on the client's messages until a commit that is to be cut. If it is cut after the commit, the
// server's answer is lost.
func (p *Proxy) forward(server net.Conn, client *listener, answered <-chan struct{}) {
	buffer := make([]byte, 1<<16)
	meant := false
	for {
		n, err := client.Read(buffer)
		if err != nil {
			return
		}
		request := buffer[:n]
		if !client.asks.Swap(true) {
			p.Trips.Add(1)
		}
		p.Slow.Lock()
		p.Slow.Unlock() //nolint:staticcheck // only waits
		only := p.only.Load()
		meant = meant || only == nil || bytes.Contains(request, []byte(*only))
		ends := bytes.HasSuffix(request, commit)
		cut := ends && meant && p.Cuts.Add(-1) >= 0
		meant = meant && !ends
		if cut && !pause.For(p.done, time.Duration(p.Hold.Load())) {
			return
		}
		if cut && p.Before.Load() {
			return
		}
		if cut && p.Mute.Load() {
			client.deaf.Store(true)
			cut = false
		}
		if cut {
			_ = client.Close()
		}
		if _, err := server.Write(request); err != nil {
			return
		}
		if cut {
			<-answered
			return
		}
	}
}
