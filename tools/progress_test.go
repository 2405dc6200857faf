package tools_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"plotline/internal/usecase"
	"plotline/tools"
	"plotline/tools/transport/streamhttp"
)

// reports is the number of notifications of each call, and rounds the number of calls: each may lose its last
// notification.
const reports, rounds = 5, 40

func reporting() tools.Tool {
	return fake("report", func(ctx context.Context, _ none) (none, error) {
		for i := range reports {
			usecase.Report(ctx, i+1, reports, "step")
			usecase.Report(ctx, i+1, reports, "no progress is not told")
		}
		return none{}, nil
	})
}

func TestProgressOverStdioIsWrittenBeforeTheAnswer(t *testing.T) {
	t.Parallel()
	p := dial(t, newServer(reporting()))
	p.send(hello, helloed)
	p.receive()
	for round := range rounds {
		p.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"report","_meta":{"progressToken":"t%d"}}}`, round+1, round))
		for i := range reports {
			want := fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"message":"step","progress":%d,"progressToken":"t%d","total":%d}}`, i+1, round, reports)
			if got := p.receive(); got != want {
				t.Fatalf("round %d:\n got %s\nwant %s", round, got, want)
			}
		}
		if got := p.receive(); !strings.Contains(got, `"structuredContent"`) {
			t.Fatalf("round %d: got %s", round, got)
		}
	}
}

// TestProgressIsNotLost checks with mcp-go's client that the notifications of a call come before its answer.
func TestProgressIsNotLost(t *testing.T) {
	t.Parallel()
	c := dialHTTP(t, newServer(reporting()))
	var mu sync.Mutex
	got := map[any]int{}
	c.OnNotification(func(n mcp.JSONRPCNotification) {
		mu.Lock()
		defer mu.Unlock()
		if n.Method == string(mcp.MethodNotificationProgress) {
			got[n.Params.AdditionalFields["progressToken"]]++
		}
	})
	for round := range rounds {
		token := fmt.Sprint("t", round)
		var req mcp.CallToolRequest
		req.Params.Name = "report"
		req.Params.Meta = &mcp.Meta{ProgressToken: token}
		if _, err := c.CallTool(t.Context(), req); err != nil {
			t.Fatal(err)
		}
		mu.Lock()
		if got[token] != reports {
			t.Errorf("%s: %d of %d notifications came before the answer", token, got[token], reports)
		}
		mu.Unlock()
	}
}

// dialHTTP returns a client over streamable HTTP.
func dialHTTP(t *testing.T, s *tools.Server) *client.Client {
	t.Helper()
	endpoint := s.HTTP(streamhttp.Config{})
	t.Cleanup(endpoint.Close)
	site := httptest.NewServer(endpoint)
	t.Cleanup(site.Close)
	pool := &http.Transport{}
	t.Cleanup(pool.CloseIdleConnections)
	c, err := client.NewStreamableHttpClient(site.URL, transport.WithHTTPBasicClient(&http.Client{Transport: pool}))
	if err != nil {
		t.Fatal(err)
	}
	begin(t, c, mcp.LATEST_LEGACY_PROTOCOL_VERSION)
	return c
}

// TestProgressNobodyAskedFor checks that a call without a progress token sends no notification.
func TestProgressNobodyAskedFor(t *testing.T) {
	t.Parallel()
	c := connect(t, newServer(reporting()))
	c.OnNotification(func(n mcp.JSONRPCNotification) { t.Errorf("got %s", n.Method) })
	call(t, c, "report", `{}`)
	usecase.Report(t.Context(), 1, 2, "into the void")
}

// TestProgressToASlowClient sends more notifications than a session buffers. It waits and loses none.
func TestProgressToASlowClient(t *testing.T) {
	t.Parallel()
	const many = 400
	c := dialHTTP(t, newServer(fake("report", func(ctx context.Context, _ none) (none, error) {
		for i := range many {
			usecase.Report(ctx, i+1, many, "")
		}
		return none{}, nil
	})))
	var mu sync.Mutex
	got := 0
	c.OnNotification(func(mcp.JSONRPCNotification) {
		time.Sleep(100 * time.Microsecond)
		mu.Lock()
		defer mu.Unlock()
		got++
	})
	var req mcp.CallToolRequest
	req.Params.Name = "report"
	req.Params.Meta = &mcp.Meta{ProgressToken: 1}
	if _, err := c.CallTool(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if got != many {
		t.Errorf("%d of %d notifications came", got, many)
	}
}
