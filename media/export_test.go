package media

// ParsePathOn is ParsePath for Windows or for other systems.
func ParsePathOn(text string, windows bool) (Path, bool) { return parsePath(text, windows) }

// NativeOn is Native for Windows or for other systems.
func (p Path) NativeOn(windows bool) string { return p.native(windows) }

// JoinOn is Join for Windows or for other systems.
func (p Path) JoinOn(slash string, windows bool) Path { return p.join(slash, windows) }

// Functions that tests call directly.
var (
	PlainName  = plainName
	HashedName = hashedName
	CleanTitle = cleanTitle
	TMDBID     = tmdbID
)
