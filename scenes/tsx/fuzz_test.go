package tsx_test

import (
	"errors"
	"strings"
	"testing"

	"plotline/scenes/tsx"
	"plotline/scenes/tsx/brokenscenes"
)

// FuzzCompile: whatever the code is, there is an answer, the same again, and a script or a short
// problem; and a safe scene can be made of it.
func FuzzCompile(f *testing.F) {
	for _, b := range brokenscenes.All() {
		f.Add(b.Code)
		f.Add(tsx.Safe(b.Name, b.Code, 90))
	}
	for _, s := range shapes {
		f.Add(scene(s[0] + strings.Repeat(s[1], 20) + s[2] + strings.Repeat(s[3], 20)))
	}
	f.Fuzz(func(t *testing.T, code string) {
		got, err := tsx.Compile(code)
		again, errAgain := tsx.Compile(code)
		if got != again || (err == nil) != (errAgain == nil) {
			t.Errorf("two answers: %v and %v", err, errAgain)
		}
		if err == nil {
			if strings.Contains(strings.ToLower(got.Script), "</script") || got.Frames < 0 || got.Frames > tsx.MaxFrames {
				t.Errorf("%d frames\n%s", got.Frames, got.Script)
			}
		} else {
			var problem *tsx.Problem
			if !errors.As(err, &problem) || len(problem.Messages) == 0 || len(problem.Messages) > 10 || err.Error() != errAgain.Error() {
				t.Errorf("%v, then %v", err, errAgain)
			}
		}
		checkSafe(t, code, code, 90)
	})
}
