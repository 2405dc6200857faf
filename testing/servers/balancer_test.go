package servers_test

import (
	"hash/fnv"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"
	"testing"
)

// choice chooses the server of a request. It may return -1 for the next one in turn.
type choice func(r *http.Request, learned map[string]int) int

// inTurn is a plain round robin.
func inTurn(*http.Request, map[string]int) int { return -1 }

// bySession sends a request to the server whose answer had its session id.
func bySession(r *http.Request, learned map[string]int) int {
	if server, known := learned[r.Header.Get("Mcp-Session-Id")]; known {
		return server
	}
	return -1
}

// byHeader sends requests with the same value of a header to the same server.
func byHeader(name string) choice {
	return func(r *http.Request, _ map[string]int) int {
		sum := fnv.New32a()
		_, _ = sum.Write([]byte(r.Header.Get(name)))
		return int(sum.Sum32() % count)
	}
}

// balancer is a reverse proxy. It passes the Host header on.
type balancer struct {
	targets []string
	choose  choice
	proxies []*httputil.ReverseProxy

	mu      sync.Mutex
	next    int
	served  []int          // requests of each server
	learned map[string]int // the servers of the sessions
}

func balance(t *testing.T, targets []string, choose choice) (made *balancer, address string) {
	t.Helper()
	b := &balancer{targets: targets, choose: choose, served: make([]int, len(targets)), learned: map[string]int{}}
	for i, target := range targets {
		to, err := url.Parse(target)
		if err != nil {
			t.Fatal(err)
		}
		b.proxies = append(b.proxies, &httputil.ReverseProxy{
			Rewrite: func(r *httputil.ProxyRequest) {
				r.SetURL(to)
				r.Out.Host = r.In.Host
			},
			ModifyResponse: func(r *http.Response) error {
				b.learn(r.Header.Get("Mcp-Session-Id"), i)
				return nil
			},
			ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
				if r.Context().Err() == nil {
					t.Errorf("%s %s: %v", r.Method, r.URL.Path, err)
				}
				w.WriteHeader(http.StatusBadGateway)
			},
		})
	}
	site := httptest.NewServer(b)
	t.Cleanup(func() {
		site.CloseClientConnections() // streams
		site.Close()
	})
	return b, site.URL
}

func (b *balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.proxies[b.take(r)].ServeHTTP(w, r)
}

func (b *balancer) take(r *http.Request) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	server := b.choose(r, b.learned)
	if server < 0 {
		server = b.next
		b.next = (b.next + 1) % len(b.proxies)
	}
	b.served[server]++
	return server
}

func (b *balancer) learn(session string, server int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if session != "" {
		b.learned[session] = server
	}
}

// checkAllServed checks that every server took part.
func (b *balancer) checkAllServed(t *testing.T) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, n := range b.served {
		if n == 0 {
			t.Errorf("server %d served no request: %v", i, b.served)
		}
	}
}

// other returns the address of a server that served no request.
func (b *balancer) other() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.targets[slices.Index(b.served, 0)]
}
