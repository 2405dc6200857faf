package hook

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"plotline/internal/recording/spool"
)

// TestClock lets the machine's clock stand at 1970. The line is kept.
func TestClock(t *testing.T) {
	t.Parallel()
	for _, now := range []time.Time{time.Unix(0, 0), time.Unix(1, 0)} {
		dir, err := filepath.EvalSymlinks(t.TempDir())
		if err == nil {
			err = os.MkdirAll(filepath.Join(dir, "shop", ".git"), 0o700)
		}
		if err != nil {
			t.Fatal(err)
		}
		h := hook{
			hint: Claude, event: "UserPromptSubmit", env: func(string) string { return "" }, now: func() time.Time { return now },
			settings: spool.Settings{Record: spool.On}, dataDir: filepath.Join(dir, "data"),
		}
		h.run(payload{"session_id": "a", "prompt": "Repair the sum of two prices", "cwd": filepath.Join(dir, "shop")})
		content, err := spool.In(h.dataDir).File(Claude, "a").Read()
		if err != nil || len(content.Lines) != 2 || content.Lines[1].T != now.UnixMilli() || content.Lines[1].Kind != spool.Prompt {
			t.Errorf("at %v: %+v, %v", now, content, err)
		}
	}
}
