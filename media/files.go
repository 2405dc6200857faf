package media

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// The naming of metadata files, which follows SMM (as of February 2026).
const (
	suffix      = ".json"
	maxName     = 200 // bytes; a longer name is cut, and a hash is appended
	maxFileName = 255 // bytes of a file name, the limit of all common systems
)

var unsafe = strings.NewReplacer("/", "_", `\`, "_", ":", "_", "?", "_", "*", "_", "|", "_", "<", "_", ">", "_", `"`, "_")

// plainName returns the usual name of a folder's metadata file.
func plainName(folder Path) string { return unsafe.Replace(string(folder)) + suffix }

// hashedName returns the file name for a folder whose plain name is too long or used by another folder.
func hashedName(folder Path) string {
	sum := sha256.Sum256([]byte(folder))
	hash := "-" + hex.EncodeToString(sum[:8])
	name := strings.TrimSuffix(plainName(folder), suffix)
	if most := maxName - len(hash); len(name) > most {
		for !utf8.RuneStart(name[most]) {
			most--
		}
		name = name[:most]
	}
	return name + hash + suffix
}

// plotlineNames returns the names under which Plotline writes a folder's metadata, best first.
func plotlineNames(folder Path) []string {
	plain := plainName(folder)
	if len(plain)-len(suffix) > maxName {
		return []string{hashedName(folder)}
	}
	return []string{plain, hashedName(folder)}
}

// namesOf returns the names under which a folder's metadata may be found. These are Plotline's and SMM's,
// in both forms of a Windows drive. SMM does not cut names.
func namesOf(folder Path) []string {
	names := plotlineNames(folder)
	add := func(p Path) {
		if plain := plainName(p); len(plain) <= maxFileName && plain != names[0] {
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
