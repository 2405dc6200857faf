package neo4jtest

import (
	"errors"
	"testing"

	"plotline/testing/kit/tier"
)

// TestDedicatedByJava kills a server without Docker, restarts it, and checks its data.
func TestDedicatedByJava(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	own, err := startDedicatedProcess(t.Context(), LTS, Extras{})
	if errors.Is(err, errAbsent) {
		t.Skipf("no server by Java here: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := own.instance.remove(t.Context()); err != nil {
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
	if held, err := firstValue[bool](t.Context(), driver, "RETURN EXISTS { MATCH (:PlotlineTestDatabase) }", nil); err != nil || !held {
		t.Errorf("what it held is there: %v, %v", held, err)
	}
}

func TestExtrasOverrideSettings(t *testing.T) {
	t.Parallel()
	const heap = "server.memory.heap.max_size"
	got := Extras{Settings: map[string]string{heap: "2g", "x.y": "z"}}.settings(LTS)
	if got[heap] != "2g" || got["x.y"] != "z" || got["dbms.usage_report.enabled"] != "false" {
		t.Errorf("the settings are %v", got)
	}
	if LTS.settings()[heap] == "2g" {
		t.Error("they were changed for every other server too")
	}
}
