package endpoints_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// readFiles returns the content of the fixture's files: media, metadata and plans.
func (r fixture) readFiles(t *testing.T) string {
	t.Helper()
	data := filepath.Dir(r.server.tokens)
	own := filepath.Join(data, "workspaces", r.workspace)
	var all strings.Builder
	for _, dir := range []string{mediaRoot(r.server.tokens, r.workspace), filepath.Join(own, "metadata"), filepath.Join(own, "plans")} {
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err == nil && entry.IsDir() && strings.HasPrefix(entry.Name(), "."):
				return fs.SkipDir // locks
			case err != nil || !entry.Type().IsRegular():
				return err
			}
			raw, err := os.ReadFile(path) //nolint:gosec // G122: nobody else is in the folder of a test
			fmt.Fprintf(&all, "%s %s\n", path, raw)
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	return all.String()
}

// checkAudit expects that no successful record names data of a fixture under another workspace.
func (s *server) checkAudit(t *testing.T, rooms []fixture, least int) {
	t.Helper()
	fixtures := map[string]string{}
	for _, r := range rooms {
		for _, id := range r.ids() {
			fixtures[id] = r.workspace
		}
	}
	records := s.auditRecords(t)
	for _, rec := range records {
		foreign := slices.ContainsFunc(rec.IDs, func(id string) bool { return id != "" && fixtures[id] != "" && fixtures[id] != rec.Workspace })
		// A check for relationships may name any ids.
		if foreign && rec.Outcome == "ok" && rec.Operation != "check_relationship_exists" {
			t.Errorf("it names what another workspace has: %+v", rec)
		}
	}
	if len(records) < least {
		t.Errorf("%d records, want %d at least", len(records), least)
	}
}

// fixtures are the fixtures that a test created.
type fixtures struct {
	mu  sync.Mutex
	all []fixture
}

func (o *fixtures) add(r fixture) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.all = append(o.all, r)
}
