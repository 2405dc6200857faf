package media

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// How SMM names a folder's metadata file (as of February 2026), and we after it.
const (
	suffix   = ".json"
	nameMost = 200 // bytes; a longer name is cut, and a hash appended
	fileMost = 255 // bytes of a file name, on every system in use
)

var unsafe = strings.NewReplacer("/", "_", `\`, "_", ":", "_", "?", "_", "*", "_", "|", "_", "<", "_", ">", "_", `"`, "_")

// plainName is the file name of a folder's metadata, unless it is taken or too long.
func plainName(folder Path) string { return unsafe.Replace(string(folder)) + suffix }

// hashedName is the file name where the plain one is another folder's, or too long.
func hashedName(folder Path) string {
	sum := sha256.Sum256([]byte(folder))
	hash := "-" + hex.EncodeToString(sum[:8])
	name := strings.TrimSuffix(plainName(folder), suffix)
	if most := nameMost - len(hash); len(name) > most {
		for !utf8.RuneStart(name[most]) {
			most--
		}
		name = name[:most]
	}
	return name + hash + suffix
}

// ownNames are the names under which we would write a folder's metadata, best first.
func ownNames(folder Path) []string {
	plain := plainName(folder)
	if len(plain)-len(suffix) > nameMost {
		return []string{hashedName(folder)}
	}
	return []string{plain, hashedName(folder)}
}

// namesOf are the names under which a folder's metadata may be found: ours, and SMM's, which does not
// cut, in both forms of a Windows drive.
func namesOf(folder Path) []string {
	names := ownNames(folder)
	add := func(p Path) {
		if plain := plainName(p); len(plain) <= fileMost && plain != names[0] {
			names = append(names, plain)
		}
	}
	add(folder)
	if twin, ok := folder.twin(); ok {
		add(twin)
		names = append(names, hashedName(twin))
	}
	return names
}
