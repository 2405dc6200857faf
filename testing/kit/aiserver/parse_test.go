package aiserver_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/testing/kit/aiserver"
)

func TestParse(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "answer")
	if err := os.WriteFile(file, []byte("from a file"), 0o600); err != nil {
		t.Fatal(err)
	}
	steps, err := aiserver.Parse("busy=2, busy,status=503,text=a%2Cb,slow=1ns,file=" + file + ",scene,broken,analysis,json,prose,nothing,nochoices,refusal,hangup,truncated,drip")
	if err != nil {
		t.Fatal(err)
	}
	s := aiserver.New(t, steps...)
	for i, want := range []string{
		"429 2", "429  ", "503 ", `"a,b"`, "tsxCode", "from a file", "tsxCode", "tsxCode", "composition", "cut he",
		"Sure!", `"content":""`, `"choices":[]`, "I cannot", "EOF", "unexpected EOF",
	} {
		if got := post(t, s.URL(), goodQuestion); !strings.Contains(got, want) {
			t.Errorf("step %d: %s, want %s", i, got, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for _, script := range []string{"", "scene,", "dance", "scene=1", "slow=x", "slow", "status=abc", "status=42", "status", "file=/does/not/exist"} {
		if _, err := aiserver.Parse(script); err == nil {
			t.Errorf("Parse(%q) is taken", script)
		}
	}
}
