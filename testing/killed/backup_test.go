package killed_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"plotline/testing/kit/ledger"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/tier"
)

// served is a data folder that `plotline serve` uses, with 8 clients.
type served struct {
	place   graphPlace
	writers []*ledger.Writer
	random  *rand.Rand
}

func newServed(t *testing.T) *served {
	t.Helper()
	seed := rand.Uint64() //nolint:gosec // not secret
	t.Log("seed", seed)
	s := &served{place: embedded(t), random: rand.New(rand.NewPCG(seed, 2))} //nolint:gosec // not secret
	client, end, err := s.place.overREST(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { end(syscall.SIGTERM) })
	for i, name := range []string{"ann", "bob", "cyd", "dee", "eve", "fay", "gus", "hal"} {
		s.writers = append(s.writers, ledger.New(name, client, seed+uint64(i)))
	}
	return s
}

// write lets all clients write while do runs. It marks their histories before.
func (s *served) write(t *testing.T, do func()) {
	t.Helper()
	stop, failures := make(chan struct{}), make([]error, len(s.writers))
	var writing sync.WaitGroup
	for i, w := range s.writers {
		w.Mark()
		writing.Go(func() { failures[i] = write(context.WithoutCancel(t.Context()), w, stop) })
	}
	do()
	close(stop)
	writing.Wait()
	for i, err := range failures {
		if err != nil || s.writers[i].Pending() != "" {
			t.Fatalf("%v, without an answer: %s", err, s.writers[i].Pending())
		}
	}
}

// pause waits for a random time.
func (s *served) pause(most time.Duration) { time.Sleep(time.Duration(s.random.Int64N(int64(most)))) }

// plotline runs a command on a data folder and returns its output.
func plotline(t *testing.T, dir string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, append(args, "--store", "embedded", "--data-dir", dir)...) //nolint:gosec // our own program
	cmd.Env = serving.Environ()
	var out, words strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &words
	if err := cmd.Run(); err != nil {
		return out.String(), fmt.Errorf("%s: %w: %s", args[0], err, words.String())
	}
	return out.String(), nil
}

// TestBackupWhileWriting makes backups while 8 clients write. Each must restore into a graph that passes all checks, with
// every change that was acknowledged before the backup began.
func TestBackupWhileWriting(t *testing.T) {
	t.Parallel()
	s := newServed(t)
	during := 0
	for range tier.Pick(4, 20) {
		file := filepath.Join(t.TempDir(), "backup.tar.zst")
		from := make([]int, len(s.writers))
		s.write(t, func() {
			s.pause(300 * time.Millisecond)
			for i, w := range s.writers {
				from[i] = w.SinceMark()
			}
			if _, err := plotline(t, s.place.dir, "backup", file); err != nil {
				t.Error(err)
			}
			for i, w := range s.writers {
				during += w.SinceMark() - from[i]
			}
		})
		s.checkRestored(t, file, from)
	}
	if during == 0 {
		t.Error("nothing was written during a backup")
	}
}

// checkRestored restores a backup and checks it over REST and in the file.
func (s *served) checkRestored(t *testing.T, file string, from []int) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	if _, err := plotline(t, dir, "restore", file); err != nil {
		t.Fatal(err)
	}
	client, end, err := graphPlace{args: []string{"--store", "embedded", "--data-dir", dir}}.overREST(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	episodes := 0
	for i, w := range s.writers {
		n, err := w.CheckCopy(t.Context(), client, from[i])
		if err != nil {
			t.Error(err)
		}
		episodes += n
	}
	if err := ledger.CheckEpisodes(t.Context(), client, episodes); err != nil {
		t.Error(err)
	}
	end(syscall.SIGTERM)
	auditFile(t, filepath.Join(dir, "plotline.db"), episodes)
}

// TestKilledBackup kills backups at random moments, while clients write. Afterwards the file is the former backup or the
// new one, whole, and a backup that is not killed has everything.
func TestKilledBackup(t *testing.T) {
	t.Parallel()
	s := newServed(t)
	out := t.TempDir()
	file := filepath.Join(out, "backup.tar.zst")
	from, killed := make([]int, len(s.writers)), 0
	s.write(t, func() {
		most := took(func() { _, _ = plotline(t, s.place.dir, "backup", "-") })
		for killed < tier.Pick(12, 120) && !t.Failed() {
			if killAfter(t, s, most, "backup", file, "--store", "embedded", "--data-dir", s.place.dir) {
				killed++
			}
			left, err := filepath.Glob(filepath.Join(out, "[^.]*"))
			if err != nil || len(left) > 1 || len(left) == 1 && left[0] != file {
				t.Errorf("beside the backup: %v, %v", left, err)
			}
			if len(left) == 0 {
				continue
			}
			if _, err := plotline(t, s.place.dir, "backup", "show", file, "--check"); err != nil {
				t.Error(err)
			}
		}
		for i, w := range s.writers {
			from[i] = w.SinceMark()
		}
		if _, err := plotline(t, s.place.dir, "backup", file); err != nil {
			t.Error(err)
		}
	})
	s.checkRestored(t, file, from)
	if left, err := os.ReadDir(out); err != nil || len(left) != 1 {
		t.Errorf("left of killed backups: %v, %v", left, err)
	}
}

// took returns how long a command takes that is not killed.
func took(run func()) time.Duration {
	began := time.Now()
	run()
	return time.Since(began)
}

// killAfter runs a command and kills it after a random time of at most the given one. It reports whether the command was still running.
func killAfter(t *testing.T, s *served, most time.Duration, args ...string) bool {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, args...)
	cmd.Env = serving.Environ()
	if err := cmd.Start(); err != nil {
		t.Error(err)
		return false
	}
	s.pause(most)
	_ = cmd.Process.Kill()
	status, ended := cmd.Wait(), false
	if state, is := cmd.ProcessState.Sys().(syscall.WaitStatus); is {
		ended = state.Signaled()
	}
	if status != nil && !ended {
		t.Errorf("%v: %v", args, status)
	}
	return ended
}

// TestKilledRestore kills restores at random moments. The next command finds the whole graph or none of it, and a repeated
// restore gives the whole.
func TestKilledRestore(t *testing.T) {
	t.Parallel()
	s := newServed(t)
	s.write(t, func() { time.Sleep(time.Second) })
	file := filepath.Join(t.TempDir(), "backup.tar.zst")
	_, failed := plotline(t, s.place.dir, "backup", file)
	whole, err := plotline(t, s.place.dir, "export")
	if failed != nil || err != nil || whole == "" {
		t.Fatal(failed, err)
	}
	killed := 0
	most := took(func() { _, _ = plotline(t, filepath.Join(t.TempDir(), "data"), "restore", file) })
	for n := 0; killed < tier.Pick(12, 120) && !t.Failed(); n++ {
		dir := filepath.Join(t.TempDir(), "data")
		if killAfter(t, s, most, "restore", file, "--store", "embedded", "--data-dir", dir) {
			killed++
		}
		if n%2 == 0 {
			if _, err := plotline(t, dir, "restore", file); err != nil && !strings.Contains(err.Error(), "is not empty") {
				t.Error(err)
			}
		}
		got, err := plotline(t, dir, "export")
		if err != nil || got != whole && (got != "" || n%2 == 0) {
			t.Errorf("%d bytes of %d: %v", len(got), len(whole), err)
		}
		if left, err := os.ReadDir(filepath.Join(dir, ".restore")); err == nil {
			t.Errorf("left of the restore: %v", left)
		}
	}
}
