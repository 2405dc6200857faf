package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"plotline/testing/browser/kit/browser"
	"plotline/testing/kit/serving"
)

// desk is small enough for a page with many pictures.
var desk = browser.Screen{Width: 1280, Height: 800, Scale: 1}

// settled is a page of the memory whose picture, if it has one, no longer moves, and whose counts are there.
const settled = "test('graph')?.dataset.settled !== 'false' && (test('last-call') !== null || innerWidth < 640 && test('drawer') !== null) && (test('episode-item') ?? test('episode-table') ?? test('drawer')) !== null"

// gallery returns a function that shows a state of the memory page with the example.
func gallery(screen browser.Screen, path string, steps ...step) func(ctx context.Context, at place) ([]byte, error) {
	return func(ctx context.Context, at place) ([]byte, error) {
		if err := at.fill(ctx, "import", "example"); err != nil {
			return nil, err
		}
		return at.served(ctx, func(url string) ([]byte, error) {
			return at.picture(ctx, screen, url+path, append([]step{{until: settled}}, steps...)...)
		})
	}
}

// fill runs a command of the program on the data folder.
func (at place) fill(ctx context.Context, command ...string) error {
	run := exec.CommandContext(ctx, at.binary, append(command, "--store", "embedded", "--data-dir", at.data())...) //nolint:gosec // our own binary
	run.Env = serving.Environ()
	if out, err := run.CombinedOutput(); err != nil {
		return fmt.Errorf("plotline %s: %w\n%s", command[0], err, out)
	}
	return nil
}

// emptyMemory shows a memory without episodes.
func emptyMemory(ctx context.Context, at place) ([]byte, error) {
	return at.served(ctx, func(url string) ([]byte, error) {
		// The folder of this run is another one each time.
		const withPaths = `all('.m-empty code').length > 0 && all('.m-empty code span').every((it) => {
			if (it.textContent.endsWith('/plotline')) it.textContent = '/usr/local/bin/plotline'
			if (it.previousElementSibling?.textContent === '--data-dir') it.textContent = '~/.local/share/plotline'
			return true
		})`
		return at.picture(ctx, desk, url, step{until: withPaths})
	})
}

// history shows the memory of a repository's commits. Few of them say how it went.
func history(ctx context.Context, at place) ([]byte, error) {
	repository := filepath.Join(at.dir, "bakery")
	git := func(date string, args ...string) error {
		run := exec.CommandContext(ctx, "git", append([]string{"-C", repository, "-c", "user.name=ada", "-c", "user.email=ada@example.org"}, args...)...) //nolint:gosec // our own words
		run.Env = append(serving.Environ(), "GIT_AUTHOR_DATE="+date, "GIT_COMMITTER_DATE="+date, "GIT_CONFIG_GLOBAL=/dev/null")
		if out, err := run.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w\n%s", args[0], err, out)
		}
		return nil
	}
	if err := os.Mkdir(repository, 0o700); err != nil {
		return nil, err
	}
	if err := git("", "init", "--quiet"); err != nil {
		return nil, err
	}
	for i := range 160 {
		subject := fmt.Sprintf("%s: %s", historyAreas[i*i%len(historyAreas)], historyWork[i*7%len(historyWork)])
		date := time.Date(2026, 1, 2+2*i, 9, 0, 0, 0, time.UTC).Format(time.RFC3339)
		if err := git(date, "commit", "--quiet", "--allow-empty", "-m", subject); err != nil {
			return nil, err
		}
	}
	if err := at.fill(ctx, "import", "git", repository, "--workspace", "default"); err != nil {
		return nil, err
	}
	return at.served(ctx, func(url string) ([]byte, error) {
		return at.picture(ctx, desk, url, step{until: settled})
	})
}

// The subjects of commits are made of these.
var (
	historyAreas = []string{"orders", "oven", "counter", "prices", "courier"}
	historyWork  = []string{
		"check the key before the write", "read the plan once", "keep the receipt for a day", "round at the end", "show what is left",
		"ask again after a minute", "one list for both pages", "drop the old table", "say why an order was refused", "test the slow printer",
	}
)

// unlinkedTasks are tasks without relationships between them.
var unlinkedTasks = []string{
	"Read the logs of the nightly job", "Update the certificate", "Ask the courier for a later time", "Measure how long an export takes",
	"Sort the photos of the counter", "Find out why the printer is slow", "Write down the oven's settings", "Try a smaller basket on phones",
}

// unlinked shows episodes that nobody has linked yet.
func unlinked(ctx context.Context, at place) ([]byte, error) {
	return at.served(ctx, func(url string) ([]byte, error) {
		for i, task := range unlinkedTasks {
			episode := map[string]any{"query": task, "reward": float64(i%5-2) / 2, "created_at": fmt.Sprintf("2026-09-%02dT09:00:00Z", i+1)}
			if err := send(ctx, url+"/api/v1/episodes", episode, nil); err != nil {
				return nil, err
			}
		}
		return at.picture(ctx, desk, url, step{until: settled + " && said(test('last-call')).includes('recorded')"})
	})
}

// conflict shows the form of an episode that someone else has changed meanwhile.
func conflict(ctx context.Context, at place) ([]byte, error) {
	if err := at.fill(ctx, "import", "example"); err != nil {
		return nil, err
	}
	return at.served(ctx, func(url string) ([]byte, error) {
		const (
			typed   = "(() => { const it = test('edit-name'); it.value = 'Saturday: paid twice'; it.dispatchEvent(new InputEvent('input', { bubbles: true })); return true })()"
			changed = "(window.changed ??= fetch('/api/v1/episodes/5', { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: '{\"name\": \"Saturday: double orders\"}' })) !== null"
		)
		return at.picture(ctx, desk, url+shownEpisode, step{"test('edit') !== null", "test('edit')"},
			step{until: "test('edit-name') !== null && " + typed}, step{until: changed + " && test('conflict') !== null"})
	})
}

// memory returns a function that shows the memory page with the example graph and an episode.
func memory(dark bool) func(ctx context.Context, at place) ([]byte, error) {
	return func(ctx context.Context, at place) ([]byte, error) {
		if err := at.fill(ctx, "import", "example"); err != nil {
			return nil, err
		}
		return at.served(ctx, func(url string) ([]byte, error) {
			screen := browser.Screen{Width: 1400, Height: 800, Scale: 1.25, Dark: dark}
			return at.picture(ctx, screen, url+shownEpisode,
				step{until: "test('graph')?.dataset.settled === 'true' && test('column-back') !== null && test('histogram') !== null"},
				step{until: "said(test('column-forward')).includes('caused')"})
		})
	}
}

// shownEpisode is an episode with relationships of several types.
const shownEpisode = "/?episode=5"
