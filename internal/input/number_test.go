package input_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

type numbers struct {
	Whole int64   `json:"whole,omitempty"`
	Real  float64 `json:"real,omitempty"`
}

// checkNumbers checks the values that a field takes, also as strings, and those that it refuses.
func checkNumbers[N comparable](
	t *testing.T, field string, of func(n numbers) N, taken map[string]N, details string, rejected []string,
) {
	t.Helper()
	for text, want := range taken {
		for _, raw := range []string{text, `"` + text + `"`} {
			got, err := read[numbers](`{"` + field + `": ` + raw + `}`)
			if err != nil || of(got) != want {
				t.Errorf("%s: %v, %v; want %v", raw, of(got), err, want)
			}
		}
	}
	for _, raw := range rejected {
		_, err := read[numbers](`{"` + field + `": ` + raw + `}`)
		if got := refused(t, err).Details; got != details {
			t.Errorf("%.50s: %q", raw, got)
		}
	}
}

func TestWholeNumbers(t *testing.T) {
	t.Parallel()
	huge, zeros := strings.Repeat("9", 400), strings.Repeat("0", 1<<20)
	taken := map[string]int64{
		"0": 0, "-0": 0, "10": 10, "-7": -7, "10.0": 10, "10.000": 10, "-0.0": 0, "1e1": 10, "1E1": 10, "1e+1": 10,
		"1.5e1": 15, "1.50e1": 15, "120e-1": 12, "100e-2": 1, "0e99999999999999999999": 0, "0.0e-5": 0,
		"9007199254740993": 9007199254740993, "9007199254740993e0": 9007199254740993,
		"9223372036854775807": math.MaxInt64, "-9223372036854775808": math.MinInt64,
		"9223372036854775807.0": math.MaxInt64, "1e18": 1e18, "0.000000000000000001e18": 1,
	}
	whole := func(n numbers) int64 { return n.Whole }
	checkNumbers(t, "whole", whole, taken, "whole must be an integer", []string{
		"1.5", "0.1", "1e-1", "15e-2", "1e-400", "1e400", "1e19", "-1e19", "9223372036854775808", "9223372036854775807.5",
		"1e9999999999999999999999", "1e9223372036854775807", "1.5e-9223372036854775808", "1e-9999999999999999999999", huge, "1e" + huge, "1." + zeros, `"1` + zeros + `"`, "9007199254740993e-1",
		`"NaN"`, `"Inf"`, `"-Infinity"`, `"0x10"`, `"1_000"`, `"1,000"`, `"1 000"`, `" 1"`, `"1 "`, `"1\n"`, `"+1"`, `"007"`, `"1."`,
		`".5"`, `".0"`, `"-"`, `"-.0"`, `"e"`, `"1e"`, `"null"`, `"true"`, `"[1]"`, `"١"`, `"一"`, "true", "false", "[1]", "{}",
	})
}

func TestRealNumbers(t *testing.T) {
	t.Parallel()
	taken := map[string]float64{
		"0": 0, "0.5": 0.5, "-0.25": -0.25, "1e-3": 0.001, "1E2": 100, "0.1": 0.1, "1.7976931348623157e308": math.MaxFloat64,
		"5e-324": math.SmallestNonzeroFloat64, "3.0000": 3,
	}
	fraction := func(n numbers) float64 { return n.Real }
	checkNumbers(t, "real", fraction, taken, "real must be a number", []string{
		"1e309", "-1e309", "1e99999999999999999999", `"NaN"`, `"nan"`, `"Inf"`, `"+Inf"`, `"infinity"`, `"0x10"`, `"0x1p4"`,
		`"1_000"`, `"0.5 "`, `"\t0.5"`, `"+0.5"`, `".5"`, `"5."`, `"00.5"`, `"½"`, `"0,5"`, `"true"`, "true", "[]", "{}",
	})
}

// TestMinusZeroIsZero checks that minus zero becomes zero, because stores would treat it differently.
func TestMinusZeroIsZero(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{"-0", "-0.0", "-0e5", `"-0"`, "-1e-400"} {
		got, err := read[numbers](`{"real": ` + raw + `}`)
		if err != nil || got.Real != 0 || math.Signbit(got.Real) {
			t.Errorf("%s: %v, %v", raw, got.Real, err)
		}
	}
}

func TestEveryIntegerInEveryForm(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.Int64().Filter(func(n int64) bool { return n != 0 }).Draw(t, "n") // 00e-1 is not valid JSON
		zeros := rapid.IntRange(0, 30).Draw(t, "zeros")
		forms := []string{
			strconv.FormatInt(want, 10),
			fmt.Sprintf("%d.0%s", want, strings.Repeat("0", zeros)),
			fmt.Sprintf("%d%se-%d", want, strings.Repeat("0", zeros), zeros),
			fmt.Sprintf("%dE+00", want),
		}
		for _, form := range forms {
			got, err := read[numbers](`{"whole": "` + form + `"}`)
			if err != nil || got.Whole != want {
				t.Fatalf("%s: %d, %v", form, got.Whole, err)
			}
		}
	})
}
