package jsonat_test

import (
	"testing"

	"plotline/testing/kit/jsonat"
)

func TestText(t *testing.T) {
	t.Parallel()
	raw := []byte(`{"episodes": [{"id": "a"}, {"id": "b"}], "count": 2}`)
	if got, err := jsonat.Text(raw, "episodes.1.id"); got != "b" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	for _, place := range []string{"episodes.2.id", "episodes.-1.id", "episodes.x.id", "episodes", "count", "count.id", "none", "episodes.0.none"} {
		if got, err := jsonat.Text(raw, place); err == nil {
			t.Errorf("%s is %q", place, got)
		}
	}
	if _, err := jsonat.Text([]byte(`{`), "a"); err == nil {
		t.Error("broken JSON was read")
	}
}
