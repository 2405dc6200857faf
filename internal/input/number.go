package input

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Int parses an integer by the rules of arguments: see exactInt.
func Int(text string) (int64, bool) { return exactInt(text) }

// exactInt accepts 10, 10.0, 1e1 and 1.5e1, and rejects any number that would have to be rounded. It works on
// the digits, because float64 rounds silently.
func exactInt(text string) (int64, bool) {
	if !isNumber(text) {
		return 0, false
	}
	mantissa, power, _ := strings.Cut(strings.ToLower(text), "e")
	number, negative := strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(number, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return 0, true
	}
	kept := strings.TrimRight(digits, "0")
	exponent := 0
	if power != "" {
		var err error
		if exponent, err = strconv.Atoi(power); err != nil {
			return 0, false
		}
	}
	const most = 19 // digits of the largest int64
	zeros := exponent - len(fraction) + len(digits) - len(kept)
	if zeros < 0 || zeros+len(kept) > most || zeros > most {
		return 0, false
	}
	if negative {
		kept = "-" + kept
	}
	n, err := strconv.ParseInt(kept+strings.Repeat("0", zeros), 10, 64)
	return n, err == nil
}

// exactNumber accepts JSON numbers that float64 can represent. Minus zero becomes zero, so that equal numbers
// have equal bits.
func exactNumber(text string) (float64, bool) {
	if !isNumber(text) {
		return 0, false
	}
	x, err := strconv.ParseFloat(text, 64)
	if x == 0 {
		x = 0
	}
	return x, err == nil
}

// isNumber reports whether the whole text is a JSON number of a plausible length.
func isNumber(text string) bool {
	const most = 1000
	return text != "" && len(text) <= most && strings.Trim(text, "0123456789+-.eE") == "" && json.Valid([]byte(text))
}
