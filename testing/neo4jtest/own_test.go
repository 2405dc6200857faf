package neo4jtest

import (
	"errors"
	"testing"
)

// TestOwnByJava kills a server without Docker, and finds what it held when it was started again.
func TestOwnByJava(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts a Neo4j twice, which takes twenty seconds")
	}
	own, err := ownJava(t.Context(), LTS, Extras{})
	if errors.Is(err, errAbsent) {
		t.Skipf("no server by Java here: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := own.vessel.remove(t.Context()); err != nil {
			t.Error(err)
		}
	})
	if _, err := claim(t.Context(), own.Server, mark); err != nil {
		t.Fatal(err)
	}
	own.Kill(t)
	if _, err := claim(t.Context(), own.Server, mark); err == nil {
		t.Error("it answers after it was killed")
	}
	own.Start(t)
	driver := own.Driver(t)
	if held, err := one[bool](t.Context(), driver, "RETURN EXISTS { MATCH (:PlotlineTestDatabase) }", nil); err != nil || !held {
		t.Errorf("what it held is there: %v, %v", held, err)
	}
}
