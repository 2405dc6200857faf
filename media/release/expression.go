package release

import (
	"regexp"
	"sync"
)

// expression is a regular expression that is compiled when it is first used. Compiling those of this package takes
// 5 ms, a third of the time that the program needs to start, and most runs parse no release name.
type expression func() *regexp.Regexp

func compiled(text string) expression {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
