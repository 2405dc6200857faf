package tsx

import (
	"regexp"
	"strings"
	"unicode"
)

var (
	// technical matches a text for a style or a program: a colour, an address, a length, a function, a list of fonts,
	// a directive, the rest of a function after a ${}.
	technical = regexp.MustCompile(`(?i)^#[0-9a-f]{3,8}$|://|^data:|^[./~]|^\W*(?:px|deg|em|rem|vh|vw|ms|s)?\)|\b(?:rgba?|hsla?|url|var|calc|translate[xyz]?|scale|rotate|blur|cubic-bezier|(?:linear|radial|conic)-gradient|repeat|minmax)\(|\b(?:sans-serif|monospace|system-ui)\b|^use (?:client|strict)$|\b\d+(?:px|rem|vh|vw|fr)\b`)
	// measure matches a number with or without a unit.
	measure = regexp.MustCompile(`^[-+]?[\d.]+(?:px|%|em|rem|vh|vw|ms|s|deg|fr)?,?$`)
	// identifier matches one word in lower case, or with capitals inside, hyphens or underscores.
	identifier = regexp.MustCompile(`^(?:[a-z][\w-]*|[A-Z_]+_[A-Z_]+|\w+\.\w+)$`)

	styleWords = words("absolute auto bold both bottom center clamp column contain cover dashed ease ease-in ease-in-out ease-out flex flex-end flex-start grid hidden inherit inline-block infinite italic left linear none normal nowrap relative reverse right row serif solid space-around space-between top transparent uppercase wrap all opacity transform")
	fonts      = words("Arial Georgia Helvetica Impact Inter Lato Montserrat Poppins Roboto Verdana")
)

// forViewers reports whether a quoted text looks like text to read rather than something technical.
func forViewers(text string) bool {
	if strings.IndexFunc(text, unicode.IsLetter) < 0 || technical.MatchString(text) || identifier.MatchString(text) || fonts[text] {
		return false
	}
	for field := range strings.FieldsSeq(text) {
		if !measure.MatchString(field) && !styleWords[strings.TrimSuffix(field, ",")] {
			return true
		}
	}
	return false
}
