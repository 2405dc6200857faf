package recallset_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/testing/bench/recallset"
)

// TestConversationsShareSessions checks that sessions shared by questions are stored once, with their turns
// in order.
func TestConversationsShareSessions(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "questions.json")
	text := `[
		{"question_id":"q1","question":"Where?","haystack_session_ids":["s1","s2"],"haystack_sessions":[
			[{"role":"user","content":"I moved"},{"role":"user","content":"to Oslo","has_answer":true}],[{"role":"assistant","content":"Hello"}]]},
		{"question_id":"q2","question":"Who?","haystack_session_ids":["s1"],"haystack_sessions":[
			[{"role":"user","content":"I moved","has_answer":true},{"role":"user","content":"to Oslo"}]]},
		{"question_id":"q3","question":"When?","haystack_session_ids":["s2"],"haystack_sessions":[[{"role":"assistant","content":"Hello"}]]}
	]`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := recallset.ReadConversations(path, 3)
	want := []recallset.Conversation{{
		Turns: []recallset.Commit{
			{SHA: "s1 0", Body: "user: I moved"}, {SHA: "s1 1", Body: "user: to Oslo", Follows: "s1 0"}, {SHA: "s2 0", Body: "assistant: Hello"},
		},
		Questions: []recallset.Commit{
			{SHA: "q1", Body: "Where?", Fixes: []string{"s1 1"}}, {SHA: "q2", Body: "Who?", Fixes: []string{"s1 0"}},
		},
	}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
