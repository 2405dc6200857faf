package disk_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/graph"
	"plotline/testing/kit/apiclient"
	"plotline/testing/kit/ledger"
	"plotline/testing/kit/mounts"
	"plotline/testing/kit/tier"
)

const fullAdvice = "free space on it and try again"

// smallDisk has space for the tests' data and for SQLite's log, which is reused. A full disk is noticed
// only when a file must grow.
func smallDisk(t *testing.T) *mounts.Disk {
	t.Helper()
	return mounts.New(t, filepath.Join(t.TempDir(), "data"), 0, "size=40m")
}

// serveOnSmallDisk starts the program with its data on a small disk, and without an audit log.
func serveOnSmallDisk(t *testing.T) (*mounts.Disk, *program) {
	t.Helper()
	disk := smallDisk(t)
	return disk, serve(t, disk.Path, "--audit", "off")
}

// TestGraphOnFullDisk fills the disk while clients write, frees space, and fills it again. Rejected
// changes must have no effect, acknowledged ones must be stored, and no restart may be needed.
func TestGraphOnFullDisk(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	disk, p := serveOnSmallDisk(t)
	writers := []*ledger.Writer{ledger.New("ann", p, 1), ledger.New("bob", p, 2)}
	for round := range tier.Pick(2, 5) {
		write(t, writers, 10)
		disk.Fill(t, round*2)
		writeOnFullDisk(t, writers)
		heavy := p.untilFull(t, round)
		p.must(t, "list_episodes", nil, nil) // needs no space
		writeOnFullDisk(t, writers)
		disk.Free(t)
		settle(t, writers)
		heavy.verify(t, p)
	}
	write(t, writers, 10)
	settle(t, writers)
	if err := ledger.CheckGraph(t.Context(), p, writers); err != nil {
		t.Error(err)
	}
	t.Log("acknowledged ", ledger.Sum(writers))
}

// writeOnFullDisk writes on a full disk, where changes that need no more space succeed.
func writeOnFullDisk(t *testing.T, writers []*ledger.Writer) {
	t.Helper()
	for _, w := range writers {
		for n := 0; n < 10 && w.Pending() == ""; n++ {
			if err := w.Step(t.Context()); err != nil {
				checkError(t, w.Pending(), err, fullAdvice)
			}
		}
	}
}

// load holds the acknowledged large episodes, and the one that was rejected.
type load struct {
	round int
	ids   []string
}

func (l load) args(n int) map[string]any {
	return map[string]any{
		"query": "Heavy", "reward": 1, "idempotency_key": fmt.Sprint("heavy-", l.round, "-", n), "reflection": strings.Repeat("x", 60_000),
	}
}

// untilFull writes large episodes until one is rejected.
func (p *program) untilFull(t *testing.T, round int) load {
	t.Helper()
	l := load{round: round}
	for n := range 400 {
		var made struct {
			ID string `json:"episode_id"`
		}
		err := apiclient.Call(t.Context(), p, "create_episode", l.args(n), &made)
		if err != nil {
			checkError(t, "a large episode", err, fullAdvice)
			return l
		}
		l.ids = append(l.ids, made.ID)
	}
	t.Fatal("a full disk took 24 MB")
	return l
}

// verify checks each large episode, stores the rejected one, and deletes all.
func (l load) verify(t *testing.T, p *program) {
	t.Helper()
	for n := range len(l.ids) + 1 {
		var again struct {
			ID string `json:"episode_id"`
		}
		p.must(t, "create_episode", l.args(n), &again)
		if n < len(l.ids) && again.ID != l.ids[n] {
			t.Errorf("%s was acknowledged, and is not there", l.ids[n])
		}
		var gone struct{ Success bool }
		p.must(t, "delete_episode", map[string]any{"episode_id": again.ID}, &gone)
	}
}

// TestStartOnFullDisk starts after a crash on a full disk. The server starts and says what to do, a
// command fails with one sentence, and with space everything is there again.
func TestStartOnFullDisk(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	disk := smallDisk(t)
	file := filepath.Join(t.TempDir(), "heavy.jsonl")
	if err := os.WriteFile(file, heavyLines(100), 0o600); err != nil {
		t.Fatal(err)
	}
	for pages := range tier.Pick(1, 3) {
		p := serve(t, disk.Path, "--audit", "off")
		writers := []*ledger.Writer{ledger.New(fmt.Sprint("ann", pages), p, 3)}
		write(t, writers, 20)
		p.kill(t)
		disk.Fill(t, pages)
		p = serve(t, disk.Path, "--audit", "off")
		writers[0].Client = p
		heavy := p.untilFull(t, pages)
		other := fmt.Sprint("other-", pages)
		expectFailure(t, disk.Path, fullAdvice, "import", "file", file, "--workspace", other, "--audit", "off")
		disk.Free(t)
		settle(t, writers)
		write(t, writers, 5)
		heavy.verify(t, p)
		expectSuccess(t, disk.Path, "import", "file", file, "--workspace", other, "--audit", "off")
		p.end(t)
	}
}

// heavyLines returns a file to import with lines of 60 KB.
func heavyLines(n int) []byte {
	var b strings.Builder
	for range n {
		_, _ = fmt.Fprintf(&b, `{"type":"episode","episode_id":%q,"query":"Heavy","reward":0,"created_at":"2026-09-01T08:00:00Z","reflection":%q}`+"\n", graph.NewID(), strings.Repeat("x", 60_000))
	}
	return []byte(b.String())
}
