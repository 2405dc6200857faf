package graph

import (
	"encoding/json"
	"testing"

	"plotline/internal/input"
)

func digestOf(t *testing.T, raw string) string {
	t.Helper()
	in, err := input.Decode[CreateLinkedEpisodeInput](json.RawMessage(raw))
	if err != nil {
		t.Fatal(err)
	}
	return digest(in.CreateEpisodeInput, in.Relationships)
}

// TestDigestOfEqualContent checks that a retry may write the same content in another form.
func TestDigestOfEqualContent(t *testing.T) {
	t.Parallel()
	want := digestOf(t, `{"query": "q", "reward": 0.5, "tags": ["a", "b"], "metadata": {"a": 1, "b": {"x": [1.0, "é"], "y": null}},
		"created_at": "2026-11-21T00:00:00Z", "idempotency_key": "k"}`)
	if len(want) != 64 {
		t.Fatalf("digest = %q", want)
	}
	for name, raw := range map[string]string{
		"another key": `{"query": "q", "reward": 0.5, "tags": ["a", "b"], "metadata": {"a": 1, "b": {"x": [1.0, "é"], "y": null}},
			"created_at": "2026-11-21T00:00:00Z", "idempotency_key": "other"}`,
		"another order, other spaces, escapes, other forms of numbers and times": `{"idempotency_key": "k", "created_at": "2026-11-21",
			"metadata":{"b":{"y":null,"x":[1.0,"\u00e9"]},"a":1},"tags":["a","b"],"reward":"5e-1","query":"\u0071"}`,
		"optional arguments as null or empty": `{"query": "q", "reward": 0.5, "tags": ["a", "b"], "metadata": {"a": 1, "b": {"x": [1.0, "é"], "y": null}},
			"created_at": "2026-11-21T01:00:00+01:00", "idempotency_key": "k", "name": "", "reflection": null}`,
	} {
		if got := digestOf(t, raw); got != want {
			t.Errorf("%s: another digest", name)
		}
	}
}

// TestDigestStays pins the digests of two calls. If they change, every stored idempotency key rejects its own retry.
func TestDigestStays(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`{"query": "q", "reward": 0}`:         "785dee1282b9f5f26ea100d2ac9029b9420a72536e06881ec85ca200259c6b64",
		`{"query": "q"}`:                      "785dee1282b9f5f26ea100d2ac9029b9420a72536e06881ec85ca200259c6b64",
		`{"query": "q", "reward": null}`:      "785dee1282b9f5f26ea100d2ac9029b9420a72536e06881ec85ca200259c6b64",
		`{"query": "q", "relationships": []}`: "785dee1282b9f5f26ea100d2ac9029b9420a72536e06881ec85ca200259c6b64",
		`{"query": "q", "reward": 0.5, "name": "n", "reflection": "r", "tags": ["a", "b"], "metadata": {"b": 1.0, "a": "é"},
			"created_at": "2026-11-21", "idempotency_key": "k"}`: "c54dd2e71659aaaf371f174659a5c3d2389fb053cd7fe0a0fab2693a6aaf28aa",
	} {
		if got := digestOf(t, raw); got != want {
			t.Errorf("%s: %s", raw, got)
		}
	}
}

func TestDigestDiffersByContent(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, raw := range []string{
		`{"query": "q", "reward": 0}`,
		`{"query": "Q", "reward": 0}`,
		`{"query": "q", "reward": 0.1}`,
		`{"query": "q", "reward": 0, "name": "q"}`, // the default, given explicitly
		`{"query": "q", "reward": 0, "reflection": "r"}`,
		`{"query": "q", "reward": 0, "tags": ["a", "b"]}`,
		`{"query": "q", "reward": 0, "tags": ["b", "a"]}`,
		`{"query": "q", "reward": 0, "tags": ["a\",\"b"]}`,
		`{"query": "q", "reward": 0, "metadata": {}}`,
		`{"query": "q", "reward": 0, "metadata": {"a": 1}}`,
		`{"query": "q", "reward": 0, "metadata": {"a": 1.0}}`,
		`{"query": "q", "reward": 0, "metadata": {"a": "1"}}`,
		`{"query": "q", "reward": 0, "metadata": {"a": 12345678901234567890}}`,
		`{"query": "q", "reward": 0, "metadata": {"a": 12345678901234567891}}`,
		`{"query": "q", "reward": 0, "metadata": {"a": [1, 2]}}`,
		`{"query": "q", "reward": 0, "metadata": {"a": [2, 1]}}`,
		`{"query": "q", "reward": 0, "created_at": "2026-11-21"}`,
		`{"query": "q", "relationships": [{"from": 3, "relationship_type": "follows"}]}`,
		`{"query": "q", "relationships": [{"to": 3, "relationship_type": "follows"}]}`,
		`{"query": "q", "relationships": [{"from": 4, "relationship_type": "follows"}]}`,
		`{"query": "q", "relationships": [{"from": 3, "relationship_type": "causes"}]}`,
		`{"query": "q", "relationships": [{"from": 3, "relationship_type": "follows", "strength": 0}]}`,
		`{"query": "q", "relationships": [{"from": 3, "relationship_type": "follows"}, {"from": 4, "relationship_type": "follows"}]}`,
	} {
		digest := digestOf(t, raw)
		if other, there := seen[digest]; there {
			t.Errorf("one digest of\n%s\n%s", other, raw)
		}
		seen[digest] = raw
	}
}

func TestDigestDoesNotChangeArguments(t *testing.T) {
	t.Parallel()
	in := CreateEpisodeInput{Query: "q", Metadata: input.Object(`{"b":1,"a":2}`), IdempotencyKey: "k"}
	_ = digest(in, nil)
	if string(in.Metadata) != `{"b":1,"a":2}` || in.IdempotencyKey != "k" {
		t.Errorf("changed to %+v", in)
	}
}

// TestCanonicalInvalidJSON checks invalid JSON, which Go callers may pass. It must still have a digest.
func TestCanonicalInvalidJSON(t *testing.T) {
	t.Parallel()
	if got := canonical([]byte(`{"a":`)); string(got) != `{"a":` {
		t.Errorf("canonical = %q", got)
	}
	if got := canonical(nil); got != nil {
		t.Errorf("canonical(nil) = %q", got)
	}
}
