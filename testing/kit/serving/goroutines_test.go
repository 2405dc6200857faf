package serving

import (
	"slices"
	"testing"
)

func TestWaitingAt(t *testing.T) {
	t.Parallel()
	const report = `SIGQUIT: quit
PC=0x4934e1 m=0 sigcode=0

goroutine 0 gp=0x2db58a0 m=0 mp=0x2db6480 [idle]:
runtime.futex(0x2db65c0, 0x80)
	/go/src/runtime/sys_linux_amd64.s:558 +0x21

goroutine 7 gp=0x2d77 m=nil [select, 10 minutes]:
runtime.gopark(0x1?)
	/go/src/runtime/proc.go:462 +0xce
plotline/graph/groupcommit.(*Groups[...]).Do(0x2d, {0x1, 0x2})
	/src/graph/groupcommit/groups.go:88 +0x1a5
plotline/tools.(*Service).call(0x1)
	/src/tools/call.go:12 +0x1

goroutine 8 gp=0x2d78 m=nil [select, 10 minutes]:
plotline/graph/groupcommit.(*Groups[...]).Do(0x2e, {0x1, 0x2})
	/src/graph/groupcommit/groups.go:88 +0x1a5

goroutine 9 gp=0x2d79 m=nil [IO wait]:
plotline/api.serve(...)
	/src/api/serve.go:3
`
	want := []string{"1 × [IO wait] plotline/api.serve", "2 × [select, 10 minutes] plotline/graph/groupcommit.(*Groups[...]).Do"}
	if got := waitingAt(report); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
