package sharing_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"plotline/internal/sharing"
)

func take(t *testing.T, pool *sharing.Pool, key string) (leave func()) {
	t.Helper()
	leave, err := pool.Enter(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	return leave
}

// TestBounds checks that at most one caller per key and n in total work at once, and that all are served.
func TestBounds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const places, keys, callers = 3, 5, 200
		all := sharing.Slots(places)
		var now, most, done atomic.Int64
		var of [keys]atomic.Int64
		var group sync.WaitGroup
		for i := range callers {
			group.Go(func() {
				leave := take(t, all, string(rune('a'+i%keys)))
				defer leave()
				most.Store(max(most.Load(), now.Add(1)))
				if of[i%keys].Add(1) > 1 {
					t.Error("two of one key")
				}
				time.Sleep(time.Millisecond) // synctest: passes when all others wait
				of[i%keys].Add(-1)
				now.Add(-1)
				done.Add(1)
			})
		}
		group.Wait()
		if most.Load() != places || done.Load() != callers {
			t.Errorf("%d at once, %d done", most.Load(), done.Load())
		}
	})
}

// TestOtherKeysGoFirst checks that many callers of one key delay another key by only one call.
func TestOtherKeysGoFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all := sharing.Slots(1)
		first := take(t, all, "busy")
		var order []string
		var group sync.WaitGroup
		join := func(key string) {
			group.Go(func() {
				leave := take(t, all, key)
				defer leave()
				order = append(order, key) // one slot: no other caller is here
			})
			synctest.Wait()
		}
		for range 50 {
			join("busy")
		}
		join("quiet")
		first()
		group.Wait()
		if len(order) != 51 || order[0] != "quiet" && order[1] != "quiet" {
			t.Errorf("order %q", order)
		}
	})
}

// TestLeave checks that a cancelled waiting caller frees what it held.
func TestLeave(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all := sharing.Slots(1)
		first := take(t, all, "a")
		for _, key := range []string{"a", "b"} { // one waits for its key's slot, one for any slot
			ctx, cancel := context.WithCancel(t.Context())
			got := make(chan error, 1)
			go func() {
				_, err := all.Enter(ctx, key)
				got <- err
			}()
			synctest.Wait()
			cancel()
			if err := <-got; !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", key, err)
			}
		}
		first()
		take(t, all, "b")()
		take(t, all, "a")()
	})
}

// TestPerPayer checks that payers are independent, and that waiting callers are counted and served in order.
func TestPerPayer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		each := sharing.PerPayer(2)
		first, second := take(t, each, "busy"), take(t, each, "busy")
		var order []int
		var group sync.WaitGroup
		for i := range 3 {
			group.Go(func() {
				leave := take(t, each, "busy")
				defer leave()
				order = append(order, i) // the second slot stays taken: no other caller is here
			})
			synctest.Wait()
		}
		if n := each.Waiting(); n != 3 {
			t.Errorf("%d wait, want 3", n)
		}
		take(t, each, "quiet")()
		first()
		group.Wait()
		second()
		if n := each.Waiting(); n != 0 || !slices.Equal(order, []int{0, 1, 2}) {
			t.Errorf("%d wait; order %v", n, order)
		}
	})
}

// TestCredentialHasOneShare checks that a credential gets the slots of one payer, however many workspaces it visits. What it
// waits for does not keep others from a workspace that it visits.
func TestCredentialHasOneShare(t *testing.T) {
	t.Parallel()
	for name, all := range map[string]*sharing.Pool{"some of all": sharing.Slots(10), "per payer": sharing.PerPayer(1)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				visitor := sharing.WithCredential(t.Context(), "a")
				var now, most atomic.Int64
				release := make(chan struct{})
				var group sync.WaitGroup
				for _, workspace := range []string{"a", "b", "c", "credential"} {
					group.Go(func() {
						leave, err := all.Enter(visitor, workspace)
						if err != nil {
							t.Error(err)
							return
						}
						defer leave()
						most.Store(max(most.Load(), now.Add(1)))
						<-release
						now.Add(-1)
					})
				}
				synctest.Wait()
				if n := all.Waiting(); n != 3 {
					t.Errorf("%d calls of the credential wait, want 3", n)
				}
				free := 0
				for _, workspace := range []string{"a", "b", "c", "credential", "d"} {
					for _, id := range []string{"", "other"} {
						ctx, cancel := context.WithCancel(sharing.WithCredential(t.Context(), id))
						got := make(chan func(), 1)
						go func() {
							leave, err := all.Enter(ctx, workspace)
							if err == nil {
								leave()
								free++
							}
							got <- leave
						}()
						synctest.Wait()
						cancel()
						<-got
					}
				}
				if free != 8 { // all but those of the workspace whose slot the credential has
					t.Errorf("%d calls of others had a turn, want 8", free)
				}
				close(release)
				group.Wait()
				if most.Load() != 1 {
					t.Errorf("%d calls of the credential at once", most.Load())
				}
			})
		})
	}
}
