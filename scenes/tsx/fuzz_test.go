package tsx_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"plotline/scenes/tsx"
	"plotline/testing/kit/bounds"
	"plotline/testing/kit/brokenscenes"
)

// FuzzCompile checks that any code gives a script or a short problem, the same each time, and a safe scene.
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
			if len(got.Script) > 64<<10+64*len(code) {
				t.Errorf("%d bytes of script for %d of code", len(got.Script), len(code))
			}
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

// FuzzCheck checks that the memory of Check, Texts and Safe is linear in the length of the code, however long, deep
// or wide. FuzzCompile generates no such code, because only package compiler limits esbuild.
func FuzzCheck(f *testing.F) {
	for _, s := range shapes {
		f.Add(scene(s[0]+"¦"+s[1]+"¦"+s[2]+"¦"+s[3]+"¦"), uint64(7), uint64(5_000_000_000_000), uint16(20))
		f.Add(s[0]+"¦"+s[1]+"¦"+s[2], uint64(7), uint64(math.MaxUint64), uint16(30_000))
	}
	for _, code := range []string{"¦%.%e%+¦", "¦<p>text %</p>¦", "¦'a%'¦", "¦`${¦1¦}`¦", "¦/*¦", "¦\\u{%}¦", "export const durationInFrames = ¦%*¦%;"} {
		f.Add(code, uint64(7), uint64(math.MaxUint64), uint16(30_000))
	}
	f.Fuzz(func(t *testing.T, text string, first, last uint64, times uint16) {
		code := bounds.Grow(text, first, last, times)
		bounds.Bytes(t, 1<<20+256*len(code), func() {
			if problem := tsx.Check(code); problem != nil && len(problem.Error()) > 16<<10 {
				t.Errorf("a problem of %d bytes", len(problem.Error()))
			}
			if safe := tsx.Safe(code, code, 90); len(safe) > 64<<10+8*len(code) {
				t.Errorf("a safe scene of %d bytes for %d", len(safe), len(code))
			}
			_ = tsx.Texts(code)
		})
	})
}
