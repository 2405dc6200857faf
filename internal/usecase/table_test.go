package usecase_test

import (
	"testing"

	"plotline/internal/usecase"
)

func TestFill(t *testing.T) {
	t.Parallel()
	useCases := []usecase.UseCase{{Op: usecase.Op{Name: "read"}}, {Op: usecase.Op{Name: "write", Writes: true}}}
	for name, c := range map[string]struct {
		wanted []string
		want   string
	}{
		"each once":  {[]string{"write", "read"}, ""},
		"one twice":  {[]string{"read", "write", "write"}, ""},
		"an unknown": {[]string{"read", "write", "erase"}, "no use case for the tool erase"},
		"one missed": {[]string{"write"}, "no tool for the use case read"},
	} {
		places := make([]*usecase.UseCase, len(c.wanted))
		for i, wanted := range c.wanted {
			place := usecase.Named(wanted)
			places[i] = &place
		}
		err := usecase.Fill("tool", useCases, places...)
		if (err == nil) != (c.want == "") || (err != nil && err.Error() != c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		for i, place := range places {
			if err == nil && (place.Name != c.wanted[i] || place.Writes != (c.wanted[i] == "write")) {
				t.Errorf("%s: place %d holds %+v", name, i, place.Op)
			}
		}
	}
}
