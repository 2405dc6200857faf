package disk_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"plotline/testing/kit/apiclient"
	"plotline/testing/kit/ledger"
	"plotline/testing/kit/mounts"
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
