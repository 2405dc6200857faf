package media

import (
	"path"
	"runtime"
	"strings"
	"unicode/utf8"
)

// Path is an absolute path in POSIX form, clean: no doubled or trailing slash, no segment "." or "..".
// A Windows drive is its first segment, with the letter in upper case (/C:/Users/x); a share begins
// with two slashes (//server/share/x). Names are kept to the byte: their NFC and NFD forms are two
// names, and letters of both cases are two letters.
type Path string

const onWindows = runtime.GOOS == "windows"

// ParsePath reads a path in the form of POSIX or of Windows (C:\x, C:/x, \\?\C:\x, \\server\share\x).
// It is false for what no media path may be: empty, relative (C:x too), with a NUL, not UTF-8, or with
// "." or ".." as a whole segment. In a path that begins with a slash a backslash is an ordinary
// character, but on Windows, where it separates everywhere. Exactly two slashes at the start are a
// share, as POSIX allows; more are one.
func ParsePath(text string) (Path, bool) { return parsePath(text, onWindows) }

func parsePath(text string, windows bool) (Path, bool) {
	if text == "" || strings.ContainsRune(text, 0) || !utf8.ValidString(text) {
		return "", false
	}
	if windows || text[0] != '/' {
		var ok bool
		if text, ok = fromWindows(text); !ok {
			return "", false
		}
	}
	lead, segments, ok := split(text)
	if !ok {
		return "", false
	}
	return Path(lead + strings.Join(segments, "/")), true
}

// fromWindows reads the forms of an absolute path that Windows knows. It is false for a relative one.
func fromWindows(text string) (string, bool) {
	backslashed := text[0] == '\\'
	text = strings.ReplaceAll(text, `\`, "/")
	if rest, long := strings.CutPrefix(text, "//?/"); long {
		share, ok := strings.CutPrefix(rest, "UNC/")
		if !ok && !isDrive(rest) {
			return "", false
		}
		if text = rest; ok {
			text = "//" + share
		}
	}
	switch {
	case isDrive(text):
		return "/" + text, len(text) > 2 && text[2] == '/'
	case backslashed: // a share, with a name; one backslash alone is relative to some drive
		lead, _, _ := split(text)
		return text, lead == "//"
	}
	return text, text[0] == '/'
}

// split cuts a text that begins with a slash into its segments, and tells what stands before them.
func split(text string) (lead string, segments []string, ok bool) {
	for segment := range strings.SplitSeq(text, "/") {
		switch segment {
		case "":
		case ".", "..":
			return "", nil, false
		default:
			segments = append(segments, segment)
		}
	}
	share := strings.HasPrefix(text, "//") && !strings.HasPrefix(text, "///")
	if share && len(segments) >= 2 {
		return "//", segments, segments[0] != "?"
	}
	if len(segments) > 0 && isDrive(segments[0]) && len(segments[0]) == 2 {
		segments[0] = strings.ToUpper(segments[0])
	}
	return "/", segments, true
}

// isDrive tells whether a text begins with a drive: C: and whatever follows.
func isDrive(text string) bool {
	if len(text) < 2 || text[1] != ':' {
		return false
	}
	letter := text[0] | 0x20
	return letter >= 'a' && letter <= 'z'
}

// volume is how many bytes of the path are its root: "/", "/C:" or "//server/share".
func (p Path) volume() int {
	switch {
	case strings.HasPrefix(string(p), "//"):
		server := strings.IndexByte(string(p[2:]), '/') + 3
		if end := strings.IndexByte(string(p[server:]), '/'); end >= 0 {
			return server + end
		}
		return len(p)
	case p.onDrive():
		return 3
	}
	return min(1, len(p))
}

// onDrive tells whether the path begins with a drive.
func (p Path) onDrive() bool {
	return len(p) >= 3 && p[0] == '/' && isDrive(string(p[1:])) && (len(p) == 3 || p[3] == '/')
}

// Windows tells whether the path has the form of a Windows path: on a drive or on a share.
func (p Path) Windows() bool { return p.onDrive() || strings.HasPrefix(string(p), "//") }

// Native is the path as the operating system takes it: on Windows C:\x or \\server\share\x, elsewhere
// the text itself.
func (p Path) Native() string { return p.native(onWindows) }

func (p Path) native(windows bool) string {
	if !windows {
		return string(p)
	}
	text := string(p)
	if p.onDrive() {
		text = text[1:]
		if len(text) == 2 {
			text += "/"
		}
	}
	return strings.ReplaceAll(text, "/", `\`)
}

// Base is the last segment. Of a root it is the root's own text.
func (p Path) Base() string {
	if len(p) == p.volume() {
		return string(p)
	}
	return path.Base(string(p))
}

// Dir is the folder that holds the path. A root (/, /C:, //server/share) holds itself.
func (p Path) Dir() Path {
	at := strings.LastIndexByte(string(p), '/')
	return p[:max(at, p.volume(), 0)]
}

// Ext is the extension in lower case, with its dot; "" without one. A name that is nothing but a dot
// and letters has none.
func (p Path) Ext() string { return ext(p.Base()) }

func ext(name string) string {
	at := strings.LastIndexByte(name, '.')
	if at <= 0 {
		return ""
	}
	return strings.ToLower(name[at:])
}

// Join is the path inside, slash-separated. The result never leaves p: ".." stops there. On Windows a
// backslash separates too.
func (p Path) Join(slash string) Path { return p.join(slash, onWindows) }

func (p Path) join(slash string, windows bool) Path {
	if windows {
		slash = strings.ReplaceAll(slash, `\`, "/")
	}
	inside := strings.TrimPrefix(path.Clean("/"+slash), "/")
	if inside == "" {
		return p
	}
	return Path(p.prefix() + inside)
}

// prefix is what every path inside begins with.
func (p Path) prefix() string {
	if p == "/" {
		return "/"
	}
	return string(p) + "/"
}

// Contains tells whether child lies below p, segment by segment: /media/show2 is not in /media/show.
// No folder contains itself.
func (p Path) Contains(child Path) bool {
	_, ok := p.Rel(child)
	return ok
}

// Rel is the path of child inside p, slash-separated. It is false when child does not lie below p.
func (p Path) Rel(child Path) (string, bool) {
	if p == "" || (p == "/" && strings.HasPrefix(string(child), "//")) {
		return "", false
	}
	rest, ok := strings.CutPrefix(string(child), p.prefix())
	return rest, ok && rest != ""
}

// twin is the same path as SMM writes Windows drives (/C/Users/x) for one in our form (/C:/Users/x),
// and the other way round. It is false for every other path.
func (p Path) twin() (Path, bool) {
	if p.onDrive() {
		return p[:2] + p[3:], true
	}
	if len(p) >= 2 && p[0] == '/' && p[1] >= 'A' && p[1] <= 'Z' && (len(p) == 2 || p[2] == '/') {
		return p[:2] + ":" + p[2:], true
	}
	return "", false
}

// key is what two paths have in common that mean the same file: our form of a drive.
func (p Path) key() Path {
	if other, ok := p.twin(); ok && other.onDrive() {
		return other
	}
	return p
}
