package audit

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"slices"
)

// Last returns the newest record of a log, among those of writes and of reads, that match accepts. It looks at the last
// mebibyte of each file. It returns false if there is none.
func Last(path string, match func(Record) bool) (Record, bool) {
	var last Record
	for _, file := range []string{path, ReadsPath(path)} {
		for _, line := range slices.Backward(bytes.Split(tail(file, 1<<20), []byte("\n"))) {
			var rec Record
			if json.Unmarshal(line, &rec) != nil || !match(rec) { // the first line may be cut
				continue
			}
			if rec.Time.After(last.Time) {
				last = rec
			}
			break
		}
	}
	return last, !last.Time.IsZero()
}

// tail returns the end of a file, at most most bytes.
func tail(path string, most int64) []byte {
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	text, err := io.ReadAll(io.NewSectionReader(file, max(0, info.Size()-most), most))
	if err != nil {
		return nil
	}
	return text
}
