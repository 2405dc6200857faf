package main

import (
	"context"
	"log/slog"
	"net/url"
	"os"
	"sync/atomic"

	"plotline/internal/audit"
	"plotline/tools"
)

// clientWorkspace is the workspace of a client over standard input and output. With --workspace auto, the client's first
// folder on this machine selects it, because many clients start their servers elsewhere. It stays for the session: a
// client that changes its roots would otherwise read one project's memory and write another's.
type clientWorkspace struct {
	logger *slog.Logger
	now    atomic.Pointer[settings]
	chosen chan struct{} // closed with the choice
	asks   bool
}

// clientWorkspace returns the workspace that the settings select, until the client names a folder.
func (s *settings) clientWorkspace(ctx context.Context, logger *slog.Logger) *clientWorkspace {
	c := &clientWorkspace{logger: logger, chosen: make(chan struct{}), asks: s.ChosenBy == currentFolder}
	c.now.Store(s)
	if !c.asks {
		c.choose(ctx, s)
	}
	return c
}

func (c *clientWorkspace) settings() *settings { return c.now.Load() }

// caller names the client of a call.
func (c *clientWorkspace) caller(ctx context.Context) audit.Caller {
	return tools.Workspace(c.settings().Workspace)(ctx)
}

// await returns when the workspace is chosen. It returns false if ctx ends first.
func (c *clientWorkspace) await(ctx context.Context) bool {
	select {
	case <-c.chosen:
		return true
	case <-ctx.Done():
		return false
	}
}

// onRoots returns the function that receives the client's roots, or nil if they do not matter.
func (c *clientWorkspace) onRoots() func(context.Context, []string) error {
	if !c.asks {
		return nil
	}
	return c.roots
}

// roots chooses the workspace by the client's roots, the first time. The server does not call it twice at once.
func (c *clientWorkspace) roots(ctx context.Context, uris []string) error {
	next := *c.settings()
	if dir, is := firstFolder(uris); is {
		if err := next.chooseWorkspace(ctx, clientRoot, dir); err != nil {
			return err
		}
	}
	select {
	case <-c.chosen:
		if now := c.settings(); next.Workspace != now.Workspace {
			c.logger.WarnContext(ctx, "the client changed its roots; the session keeps its workspace until the client starts it anew",
				"workspace", now.Workspace, "other", next.Workspace)
		}
	default:
		c.choose(ctx, &next)
	}
	return nil
}

func (c *clientWorkspace) choose(ctx context.Context, s *settings) {
	c.now.Store(s)
	if s.ChosenBy != "" {
		root := "none"
		if s.Project != nil {
			root = s.Project.Root
		}
		c.logger.InfoContext(ctx, "chose the workspace", "workspace", s.Workspace, "project", root, "by", s.ChosenBy)
	}
	close(c.chosen)
}

// firstFolder returns the first root that is a folder on this machine.
func firstFolder(uris []string) (dir string, is bool) {
	for _, uri := range uris {
		at, err := url.Parse(uri)
		if err != nil || at.Scheme != "file" || at.Host != "" && at.Host != "localhost" {
			continue
		}
		if info, err := os.Stat(at.Path); err == nil && info.IsDir() {
			return at.Path, true
		}
	}
	return "", false
}
