package main

import (
	"context"
	"errors"
	"strings"
	"testing"

	"plotline/internal/fault"
)

// TestStoppedImport checks that an interrupted import says what is stored, and how to go on.
func TestStoppedImport(t *testing.T) {
	t.Parallel()
	failure := errors.New("no space")
	if err := stoppedImport(t.Context(), failure); !errors.Is(err, failure) || fault.CodeOf(err) == fault.Cancelled {
		t.Errorf("an import that was not interrupted: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for lines, want := range map[string]string{
		"12001–16000": "stopped: the lines before 12001 are stored; run the command again to continue",
		"1–4000":      "stopped: at most 4000 lines are stored; run the command again to continue",
		"":            "stopped: what was imported before is stored; run the command again to continue",
	} {
		err := fault.From(ctx.Err())
		if lines != "" {
			err = err.With("lines", lines)
		}
		if got := fault.From(stoppedImport(ctx, err)); got.Code != fault.Cancelled || !strings.HasSuffix(got.Details, want) {
			t.Errorf("%q: %v", lines, got)
		}
	}
}

// TestImportOfNothing checks that the import of an empty input says so.
func TestImportOfNothing(t *testing.T) {
	t.Parallel()
	status, out, errs := command(t, "import", "--data-dir", t.TempDir())
	if status != 0 || !strings.HasPrefix(out, "Imported 0 ") || !strings.Contains(errs, "There was nothing to import: the input is empty.\n") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
}
