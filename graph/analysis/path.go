package analysis

import (
	"slices"
	"strings"
	"unicode"
)

const (
	// mostPaths bounds the cost of a query: each path is one more look-up.
	mostPaths = 4
	// longestPath is the most bytes of a path.
	longestPath = 400
)

// pathsIn returns the paths of files in a text, such as graph/recall.go: a path has a slash, and its last name has an
// extension. If the text is nothing else, one of both is enough. A line number behind it is left out.
func pathsIn(text string) []string {
	pieces := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("\"'`,;|", r) })
	var paths []string
	for _, piece := range pieces {
		path := strings.TrimRight(strings.TrimLeft(piece, "([{<"), ")]}>.:!?")
		path, _, _ = strings.Cut(path, ":") // this rejects URLs too
		path = strings.TrimPrefix(path, "./")
		folder := strings.LastIndexByte(path, '/')
		both := folder >= 0 && hasExtension(path[folder+1:])
		either := len(pieces) == 1 && (folder > 0 || hasExtension(path))
		if (both || either) && len(path) <= longestPath {
			paths = append(paths, path)
		}
	}
	return paths
}

// IsExact reports whether a text is nothing but hashes of commits and paths of files, which have no meaning of their own.
func IsExact(text string) bool {
	pieces := strings.Fields(text)
	return len(pieces) > 0 && !slices.ContainsFunc(pieces, func(piece string) bool { return KeyOf(piece) == "" && len(pathsIn(piece)) == 0 })
}

// hasExtension reports whether the name of a file has an extension, or is hidden, like .gitignore. A number is none: v1.2 is a
// version.
func hasExtension(name string) bool {
	const longest = 10
	extension := name[strings.LastIndexByte(name, '.')+1:]
	letters := 0
	for _, r := range extension {
		if r >= unicode.MaxASCII || classify(unicode.ToLower(r)) != joins {
			return false
		}
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return len(extension) < len(name) && len(extension) <= longest && letters > 0
}
