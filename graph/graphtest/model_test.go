package graphtest_test

import (
	"testing"

	"plotline/graph"
	"plotline/graph/graphtest"
)

func open(*testing.T) graph.Store { return graphtest.NewModel() }

func TestModelConforms(t *testing.T) {
	t.Parallel()
	graphtest.Run(t, open)
}

func TestModelAgreesWithItself(t *testing.T) {
	t.Parallel()
	graphtest.RunModel(t, open)
}
