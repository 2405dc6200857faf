package render_test

import (
	"math"
	"testing"

	"plotline/graph/render"
)

// TestRewardStep has the cases of web/test/memory.test.ts, which tests the same rule in the pages.
func TestRewardStep(t *testing.T) {
	t.Parallel()
	for reward, want := range map[float64]int{
		-7: -3, -1: -3, -0.84: -3, -0.5: -2, -0.3: -1, -0.299: 0, -0.1: 0, 0: 0, 0.04: 0, 0.299: 0, 0.3: 1, 0.5: 2, 0.9: 3, 7: 3,
		math.Inf(1): 3,
	} {
		if got := render.RewardStep(reward); got != want {
			t.Errorf("the class of %v is %d, want %d", reward, got, want)
		}
	}
	if got := render.RewardStep(math.NaN()); got != 0 {
		t.Errorf("the class of NaN is %d", got)
	}
}
