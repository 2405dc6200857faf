package browser_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"plotline/testing/browser/kit/browser"
	"plotline/testing/kit/installed"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/tier"
)

// tabsAtOnce is the number of tabs that a small machine can draw at once.
const tabsAtOnce = 2

var (
	binary   string // the program, with the race detector if the tests use it
	chromium *browser.Chromium
	missing  error // why there is no browser
	tabs     = make(chan struct{}, tabsAtOnce)
	taking   sync.Mutex // lets one test take all its tabs before the next
	holders  sync.Map   // the tests that have tabs
)

func TestMain(m *testing.M) {
	tier.FullMain()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	if _, missing = browser.Find(); missing != nil {
		return m.Run() // each test reports it
	}
	dir, err := os.MkdirTemp("", "plotline-browser-")
	if err == nil {
		defer func() { _ = os.RemoveAll(dir) }()
		binary, err = serving.Program(context.Background(), dir, serving.SameAsTest())
	}
	if err == nil {
		chromium, err = browser.Start(context.Background())
	}
	if err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		return 1
	}
	code := m.Run()
	if err := errors.Join(chromium.Close(), goleak.Find()); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}

// take waits for n tabs. First it checks that a browser is installed. A test takes its tabs once: if it held some and waited for more,
// it could wait for ever for one that waits for it.
func take(t *testing.T, n int) {
	t.Helper()
	if _, twice := holders.LoadOrStore(t, true); twice {
		t.Fatal("the test takes tabs twice")
	}
	t.Cleanup(func() { holders.Delete(t) })
	if missing != nil {
		installed.Missing(t, missing.Error())
	}
	taking.Lock()
	for range n {
		tabs <- struct{}{}
	}
	taking.Unlock()
	t.Cleanup(func() {
		for range n {
			<-tabs
		}
	})
}
