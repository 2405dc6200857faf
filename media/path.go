package media

import (
	"path"
	"runtime"
	"strings"
	"unicode/utf8"
)

// Path is an absolute, clean path in POSIX form: no repeated or trailing slash, no segment "." or "..". A
// Windows drive is its first segment, with an upper-case letter (/C:/Users/x). A share begins with two
// slashes (//server/share/x). Names are compared by their bytes: NFC and NFD forms are different names,
// and so are upper and lower case.
type Path string

const onWindows = runtime.GOOS == "windows"

// ParsePath reads a POSIX or Windows path (C:\x, C:/x, \\?\C:\x, \\server\share\x). It rejects paths that
// are empty, relative (including C:x) or not UTF-8, and paths with a NUL or with a segment "." or "..".
// In a path that begins with a slash, a backslash is an ordinary character, except on Windows, where it
// always separates. Two slashes at the start mean a share, as POSIX allows; more count as one.
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

// fromWindows converts the Windows forms of an absolute path. It returns false for a relative path.
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
	case backslashed: // a share with a name; a single backslash is relative to the current drive
		lead, _, _ := split(text)
		return text, lead == "//"
	}
	return text, text[0] == '/'
}

// split cuts a text that begins with a slash into its segments, and returns the slashes before them.
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

// isDrive reports whether a text begins with a drive, such as C:.
func isDrive(text string) bool {
	if len(text) < 2 || text[1] != ':' {
		return false
	}
	letter := text[0] | 0x20
	return letter >= 'a' && letter <= 'z'
}

// volume returns the length in bytes of the path's root: "/", "/C:" or "//server/share".
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

// onDrive reports whether the path begins with a drive.
func (p Path) onDrive() bool {
	return len(p) >= 3 && p[0] == '/' && isDrive(string(p[1:])) && (len(p) == 3 || p[3] == '/')
}

// Windows reports whether the path is on a Windows drive or share.
func (p Path) Windows() bool { return p.onDrive() || strings.HasPrefix(string(p), "//") }

// Native returns the path in the operating system's form: C:\x or \\server\share\x on Windows, the text
// itself elsewhere.
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

// Base returns the last segment. For a root it returns the whole root.
func (p Path) Base() string {
	if len(p) == p.volume() {
		return string(p)
	}
	return path.Base(string(p))
}

// Dir returns the parent folder. A root (/, /C:, //server/share) is its own parent.
func (p Path) Dir() Path {
	at := strings.LastIndexByte(string(p), '/')
	return p[:max(at, p.volume(), 0)]
}

// ext returns the extension of a name in lower case, with its dot, or "". A name such as ".nfo" has none.
func ext(name string) string {
	at := strings.LastIndexByte(name, '.')
	if at <= 0 {
		return ""
	}
	return strings.ToLower(name[at:])
}

// Join returns the path of slash, a slash-separated path, inside p. The result never leaves p, even with
// "..". On Windows a backslash separates too.
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

// prefix returns the text with which every path inside p begins.
func (p Path) prefix() string {
	if p == "/" {
		return "/"
	}
	return string(p) + "/"
}

// Contains reports whether child lies below p, compared by segment: /media/show2 is not in /media/show.
// No folder contains itself.
func (p Path) Contains(child Path) bool {
	_, ok := p.Rel(child)
	return ok
}

// Rel returns the path of child relative to p, slash-separated. It returns false if child does not lie
// below p.
func (p Path) Rel(child Path) (string, bool) {
	if p == "" || (p == "/" && strings.HasPrefix(string(child), "//")) {
		return "", false
	}
	rest, ok := strings.CutPrefix(string(child), p.prefix())
	return rest, ok && rest != ""
}

// twin converts a path on a Windows drive between SMM's form (/C/Users/x) and this package's
// (/C:/Users/x). It returns false for all other paths.
func (p Path) twin() (Path, bool) {
	if p.onDrive() {
		return p[:2] + p[3:], true
	}
	if len(p) >= 2 && p[0] == '/' && p[1] >= 'A' && p[1] <= 'Z' && (len(p) == 2 || p[2] == '/') {
		return p[:2] + ":" + p[2:], true
	}
	return "", false
}

// key returns a comparable form of the path, with a drive as /C:. Two paths with the same key name the
// same file.
func (p Path) key() Path {
	if other, ok := p.twin(); ok && other.onDrive() {
		return other
	}
	return p
}
