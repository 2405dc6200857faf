package disk_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"plotline/testing/kit/apiclient"
	"plotline/testing/kit/ledger"
	"plotline/testing/kit/mounts"
	"plotline/testing/kit/stdioclient"
)

const accessAdvice = "exist and are writable"

func sorted(lines []string) []string { return slices.Sorted(slices.Values(lines)) }

// TestGraphOnReadOnlyDisk checks that the program starts on a read-only disk and rejects every change with
// advice. Once the disk is writable, it works without a restart.
func TestGraphOnReadOnlyDisk(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	disk := smallDisk(t)
	for round, crash := range []bool{false, true} {
		p := serve(t, disk.Path)
		writers := []*ledger.Writer{ledger.New(fmt.Sprint("ann", round), p, 3)}
		write(t, writers, 20)
		if crash {
			p.kill(t)
		} else {
			p.end(t)
		}
		disk.ReadOnly(t, true)
		p = serve(t, disk.Path)
		writers[0].Client = p
		checkError(t, "a change", writers[0].Step(t.Context()), accessAdvice)
		var refused *apiclient.RejectedError
		if err := apiclient.Call(t.Context(), p, "list_episodes", nil, nil); err != nil && !errors.As(err, &refused) {
			t.Error(err)
		} else if err != nil {
			checkError(t, "a list", err, accessAdvice)
		}
		if ready, reply := p.ready(t); ready {
			t.Errorf("ready on a disk that takes no audit record: %s", reply)
		}
		expectFailure(t, disk.Path, accessAdvice, "import", "example", "--audit", "off")
		disk.ReadOnly(t, false)
		settle(t, writers)
		write(t, writers, 5)
		expectSuccess(t, disk.Path, "import", "example", "--audit", "off", "--workspace", "other")
		if ready, reply := p.ready(t); !ready {
			t.Errorf("not ready: %s", reply)
		}
		p.end(t)
	}
}

// TestFilesOnReadOnlyDisk checks the same for plans, media metadata and video projects.
func TestFilesOnReadOnlyDisk(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	disk, p := serveOnSmallDisk(t)
	s, steps := newOtherFiles(t, p)
	before := s.readAll(t)
	p.end(t)
	disk.ReadOnly(t, true)
	s.program = serve(t, disk.Path, "--audit", "off")
	for _, step := range steps {
		s.expectError(t, step.useCase, step.args, "permissions")
	}
	if after := s.readAll(t); after != before {
		t.Errorf("what was refused changed something:\n%s\nbecame\n%s", before, after)
	}
	disk.ReadOnly(t, false)
	for _, step := range steps {
		s.must(t, step.useCase, step.args, nil)
	}
}

// readOnlyPrograms are the programs that read a database with --read-only.
func readOnlyPrograms() map[string]func(t *testing.T, data string) (client apiclient.Client, end func()) {
	return map[string]func(t *testing.T, data string) (apiclient.Client, func()){
		"mcp": func(t *testing.T, data string) (apiclient.Client, func()) {
			t.Helper()
			c := stdioclient.Open(t, binary, nil, "--read-only", "--store", "embedded", "--data-dir", data)
			return apiclient.Stdio{Process: c}, func() { must(t, c.Close()) }
		},
		"serve": func(t *testing.T, data string) (apiclient.Client, func()) {
			t.Helper()
			p := serve(t, data, "--read-only")
			return p, func() { p.end(t) }
		},
	}
}

// count returns how many episodes a client finds.
func count(t *testing.T, c apiclient.Client) int {
	t.Helper()
	var list struct {
		Total int `json:"total_count"`
	}
	must(t, apiclient.Call(t.Context(), c, "list_episodes", nil, &list))
	return list.Total
}

// TestReadOnlyProgramOnReadOnlyDisk checks that --read-only reads a database on a read-only file system, and goes on when
// that has become writable and was written.
func TestReadOnlyProgramOnReadOnlyDisk(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	for kind, start := range readOnlyPrograms() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			disk := smallDisk(t)
			run(t, disk.Path, "episodes", "create", "What of the read-only disk?", "--reward", "0", "--audit", "off")
			disk.ReadOnly(t, true)
			c, end := start(t, disk.Path)
			for range 2 {
				var found struct {
					Episodes []struct{ Name string }
				}
				must(t, apiclient.Call(t.Context(), c, "recall", map[string]any{"query": "read-only disk"}, &found))
				if len(found.Episodes) != 1 || found.Episodes[0].Name != "What of the read-only disk?" {
					t.Errorf("recall finds %+v", found)
				}
			}
			if got := doctor(t, disk.Path); !strings.Contains(got, "ok store") || !strings.Contains(got, "1 episode") {
				t.Errorf("doctor says\n%s", got)
			}
			disk.ReadOnly(t, false)
			run(t, disk.Path, "episodes", "create", "second", "--reward", "0", "--audit", "off")
			if n := count(t, c); n != 2 {
				t.Errorf("%d episodes after a write, want 2", n)
			}
			end()
		})
	}
}

// TestReadOnlyProgramNeedsWholeFile checks that --read-only refuses a database whose last changes are in the -wal, until
// a program has completed the file.
func TestReadOnlyProgramNeedsWholeFile(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	for kind, start := range readOnlyPrograms() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			disk := smallDisk(t)
			writer := serve(t, disk.Path, "--audit", "off")
			must(t, createEpisode(t.Context(), writer, "in the -wal"))
			writer.kill(t)
			disk.ReadOnly(t, true)
			c, end := start(t, disk.Path)
			for range 2 {
				checkError(t, "a list", apiclient.Call(t.Context(), c, "list_episodes", nil, nil), "run plotline episodes, which completes the file")
			}
			disk.ReadOnly(t, false)
			run(t, disk.Path, "episodes", "--audit", "off")
			disk.ReadOnly(t, true)
			if n := count(t, c); n != 1 {
				t.Errorf("%d episodes, want 1", n)
			}
			end()
		})
	}
}

// TestReadOnlyMountOfWrittenFolder reads through a read-only mount while another process writes the same folder.
func TestReadOnlyMountOfWrittenFolder(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	disk := smallDisk(t)
	view := t.TempDir()
	run(t, disk.Path, "episodes", "create", "first", "--reward", "0", "--audit", "off")
	must(t, unix.Mount(disk.Path, view, "", unix.MS_BIND, ""))
	t.Cleanup(func() { must(t, unix.Unmount(view, unix.MNT_DETACH)) })
	must(t, unix.Mount("", view, "", unix.MS_BIND|unix.MS_REMOUNT|unix.MS_RDONLY, ""))
	c, end := readOnlyPrograms()["mcp"](t, view)
	for n := range 3 {
		if got := count(t, c); got != n+1 {
			t.Errorf("%d episodes, want %d", got, n+1)
		}
		writer := serve(t, disk.Path, "--audit", "off")
		must(t, createEpisode(t.Context(), writer, "next"))
		checkError(t, "a list", apiclient.Call(t.Context(), c, "list_episodes", nil, nil), "last changes are not in the file")
		writer.end(t)
	}
	end()
}
