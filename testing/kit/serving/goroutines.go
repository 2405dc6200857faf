package serving

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// Explain ends the server with a list of its goroutines, and logs what the server said. The places where it waits
// follow in short, because the whole is too long to be found in the output of all tests.
func (s *Server) Explain(t *testing.T) {
	t.Helper()
	_ = s.Signal(syscall.SIGQUIT)
	<-s.Ended()
	t.Logf("the server says\n%s", s.Log)
	for _, place := range waitingAt(s.Log.String()) {
		t.Log(place)
	}
}

var (
	goroutine = regexp.MustCompile(`^goroutine \d+ .*\[(.+)\]:`)
	ourFrame  = regexp.MustCompile(`(?m)^plotline/(?:.+)\(`)
)

// waitingAt counts the goroutines of a crash report that wait in the same state, for as long, at the same function of
// ours.
func waitingAt(report string) (places []string) {
	counts := map[string]int{}
	for block := range strings.SplitSeq(report, "\n\n") {
		state := goroutine.FindStringSubmatch(block)
		frame := ourFrame.FindString(block)
		if state != nil && frame != "" {
			counts[fmt.Sprintf("[%s] %s", state[1], strings.TrimSuffix(frame, "("))]++
		}
	}
	for _, place := range slices.Sorted(maps.Keys(counts)) {
		places = append(places, fmt.Sprintf("%d × %s", counts[place], place))
	}
	return places
}
