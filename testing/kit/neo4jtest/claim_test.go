package neo4jtest

import (
	"strings"
	"testing"
)

func TestClaim(t *testing.T) {
	t.Parallel()
	server := Open(t, LTS)
	if _, err := claim(t.Context(), server, mark); err != nil {
		t.Errorf("claim a marked database: %v", err)
	}
	// The database contains at least its mark. Under another mark it looks like a database with data that
	// is not for tests.
	other := "NotThis" + strings.ReplaceAll(server.Workspace(t), "-", "")
	_, err := claim(t.Context(), server, other)
	if err == nil || !strings.Contains(err.Error(), "not a test database") {
		t.Errorf("claim a database with other data = %v, want a refusal", err)
	}
	marks, err := firstValue[bool](t.Context(), server.Driver(t), "RETURN EXISTS { MATCH (n:$($mark)) }", map[string]any{"mark": other})
	if err != nil || marks {
		t.Errorf("refused database is marked: %v, %v, want it untouched", marks, err)
	}
}
