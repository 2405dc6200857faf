package sharing_test

import (
	"testing"
	"testing/synctest"
	"time"

	"plotline/internal/sharing"
)

func TestPace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pace, began := sharing.NewPace(3), time.Now()
		pace.Worked(time.Second)
		pace.Worked(2 * time.Second)
		if !pace.Rest(t.Context()) || time.Since(began) != 9*time.Second {
			t.Errorf("rested for %s after 3 s of work", time.Since(began))
		}
		if !pace.Rest(t.Context()) || time.Since(began) != 9*time.Second {
			t.Error("rested twice for the same work")
		}
	})
}
