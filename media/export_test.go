package media

// ParsePathOn is ParsePath as it is on Windows, or elsewhere.
func ParsePathOn(text string, windows bool) (Path, bool) { return parsePath(text, windows) }

// NativeOn is Native as it is on Windows, or elsewhere.
func (p Path) NativeOn(windows bool) string { return p.native(windows) }

// JoinOn is Join as it is on Windows, or elsewhere.
func (p Path) JoinOn(slash string, windows bool) Path { return p.join(slash, windows) }

// What tests judge by themselves.
var (
	PlainName  = plainName
	HashedName = hashedName
	CleanTitle = cleanTitle
	TMDBID     = tmdbID
)
