package golden_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// record holds the sorted facts of each part, without duplicates.
type record map[string][]string

// add adds facts to a part.
func (r record) add(part string, lines []string) {
	all := slices.Concat(r[part], lines)
	slices.Sort(all)
	r[part] = slices.Compact(all)
}

// text returns a part as stored in its file.
func (r record) text(part string) string { return strings.Join(r[part], "\n") + "\n" }

// digest returns a hash of the whole record.
func (r record) digest() string {
	sum := sha256.New()
	for _, part := range slices.Sorted(maps.Keys(r)) {
		_, _ = fmt.Fprintf(sum, "%s\n%s\n", part, r.text(part))
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// differences lists the lines that a part has more (+) and less (-) than the other record.
func (r record) differences(other record) []string {
	var all []string
	parts := maps.Clone(r)
	maps.Copy(parts, other)
	for _, part := range slices.Sorted(maps.Keys(parts)) {
		for _, line := range other[part] {
			if _, both := slices.BinarySearch(r[part], line); !both {
				all = append(all, fmt.Sprintf("%s: - %s", part, line))
			}
		}
		for _, line := range r[part] {
			if _, both := slices.BinarySearch(other[part], line); !both {
				all = append(all, fmt.Sprintf("%s: + %s", part, line))
			}
		}
	}
	return all
}

// kind is the file extension of a part.
const kind = ".txt"

// load reads a record. A missing one is empty.
func load(dir string) (record, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return record{}, nil
	}
	if err != nil {
		return nil, err
	}
	r := record{}
	for _, entry := range entries {
		raw, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return nil, err
		}
		r[strings.TrimSuffix(entry.Name(), kind)] = strings.Split(strings.TrimSuffix(string(raw), "\n"), "\n")
	}
	return r, nil
}

// store replaces the record in the folder.
func (r record) store(dir string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return err
	}
	for part := range r {
		if err := os.WriteFile(filepath.Join(dir, part+kind), []byte(r.text(part)), 0o600); err != nil {
			return err
		}
	}
	return nil
}
