package tsx_test

import (
	"strings"
	"testing"

	"plotline/scenes/tsx"
)

func TestFrames(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]int{
		"":                                               0,
		"const durationInFrames = 90":                    0, // not exported
		"export const durationInFrames = 150":            150,
		"export const durationInFrames = 1e2":            100,
		"export const durationInFrames = 0x1e":           30,
		"export const durationInFrames = 5 * 30.0":       150,
		"export const durationInFrames = 149.6":          150,
		"export const durationInFrames = 150 as const":   150,
		"export let durationInFrames: number = 90":       90,
		"const d = 75; export { d as durationInFrames }": 75,
		"const fps = 30, seconds = 2.5; export const durationInFrames = Math.round(fps * seconds)":                   75,
		"const fps = 30; const seconds = 6; export const durationInFrames = (fps * (seconds - 1) + 30) / 2":          90,
		"export const durationInFrames = Math.ceil(7 / 2) + Math.floor(3.9) % 2 - -1":                                6,
		"export const durationInFrames = 108000":                                                                     108000,
		"export const durationInFrames = 108001":                                                                     0,
		"export const durationInFrames = 0.4":                                                                        0,
		"export const durationInFrames = -30":                                                                        0,
		"export const durationInFrames = 1 / 0":                                                                      0,
		"export const durationInFrames = '150'":                                                                      0,
		"export const durationInFrames = 2 ** 3 ** 2":                                                                0,
		"export const durationInFrames = Math.max(1, 2)":                                                             0,
		"export const durationInFrames = window.seconds * 30":                                                        0,
		"export const durationInFrames = ((((5":                                                                      0,
		"let d = 60; d += 1; export const durationInFrames = d":                                                      0,
		"let d = 60; d++; export const durationInFrames = d":                                                         0,
		"const fps = 30; export const f = () => { const fps = 60; return fps }; export const durationInFrames = fps": 30, // the inner fps is another variable
		"import {fps} from 'remotion'; export const durationInFrames = fps":                                          0,
		"let d = 60; ++d; export const durationInFrames = d":                                                         0,
		"let d = 60; for (d of [1, 2]); export const durationInFrames = d":                                           0,
		"let d = 60; const o = {d: 1}; o.d = 5; o.d++; export const durationInFrames = d":                            60,
		"let d = 60; export const text = 'd = 70'; export const durationInFrames = d":                                60,
		"let d = 60; export const text = `a ${`b ${d} '`} \" d = 70`; export const durationInFrames = d":             60,
		"let d = 60; export const e = /d = 70['\"]/; export const durationInFrames = d":                              60,
		"export const f = a => { if (a) /[`'\"]/.test(a); return a++ / 2 / 1 }; export const durationInFrames = 9":   9,
		"export const f = a => { while (a --> 0) a /= 2; return a.split(/ '/) }; export const durationInFrames = 9":  9,
		"class A { #d = 2; f() { return this.#d / 2 } } export const a = A; export const durationInFrames = 9":       9,
		"const a = 5n as any; export const durationInFrames = a":                                                     0,
		"const a = b + b, b = a + a; export const durationInFrames = a":                                              0,
		doubling(): 0,
		"export const durationInFrames = " + strings.Repeat("(", 60) + "9" + strings.Repeat(")", 60): 9,
	} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			got, err := tsx.Compile(scene(code))
			if err != nil && !strings.Contains(code, "((((5") {
				t.Fatal(err)
			}
			if got.Frames != want {
				t.Errorf("%d frames, want %d", got.Frames, want)
			}
			if bad := err == nil && want == 0 && strings.Contains(code, "export const durationInFrames"); got.BadFrames != bad {
				t.Errorf("a bad duration: %t, want %t", got.BadFrames, bad)
			}
		})
	}
}

// doubling is a constant whose evaluation would take 2^30 steps.
func doubling() string {
	var b strings.Builder
	b.WriteString("const a0 = 1;")
	names := "0123456789abcdefghijklmnopqrstu"
	for i := 1; i < len(names); i++ {
		b.WriteString(strings.NewReplacer("X", "a"+names[i:i+1], "Y", "a"+names[i-1:i]).Replace("const X = Y + Y;"))
	}
	return b.String() + "export const durationInFrames = au / 100000000"
}
