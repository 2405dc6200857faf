package api

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"plotline/internal/clip"
)

// unfinished holds the requests that are being answered. A server that stops names those that take too long.
type unfinished struct {
	mu   sync.Mutex
	list map[*running]struct{}
}

// running is a request that is being answered.
type running struct {
	method, path string
	since        time.Time
}

func (u *unfinished) noted(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := &running{c.Request().Method, clip.Bytes(c.Request().URL.Path, maxLogged), time.Now()}
		u.mu.Lock()
		u.list[r] = struct{}{}
		u.mu.Unlock()
		defer func() {
			u.mu.Lock()
			defer u.mu.Unlock()
			delete(u.list, r)
		}()
		return next(c)
	}
}

// String lists the first requests, longest running first.
func (u *unfinished) String() string {
	const most = 5
	u.mu.Lock()
	defer u.mu.Unlock()
	list := make([]*running, 0, len(u.list))
	for r := range u.list {
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b *running) int { return a.since.Compare(b.since) })
	texts := make([]string, 0, most+1)
	for _, r := range list[:min(most, len(list))] {
		texts = append(texts, fmt.Sprintf("%s %s for %s", r.method, r.path, time.Since(r.since).Round(time.Second)))
	}
	if more := len(list) - most; more > 0 {
		texts = append(texts, fmt.Sprintf("%d more", more))
	}
	if len(list) == 0 {
		return "all are answered, but a connection is still in use"
	}
	return strings.Join(texts, ", ")
}
