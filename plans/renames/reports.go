package renames

import (
	"io/fs"
	"slices"
	"sync"
)

// reports remembers the last logged failure of each journal, so that a lasting one is logged once. The
// zero value is ready to use.
type reports struct {
	mu   sync.Mutex
	last map[string]string // the failure, by file name
}

// changed records a failure. It reports whether the failure differs from the last one of this file.
func (r *reports) changed(file, failure string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if last, known := r.last[file]; known && last == failure {
		return false
	}
	if r.last == nil {
		r.last = map[string]string{}
	}
	r.last[file] = failure
	return true
}

// retain forgets all files but these, because the other journals are settled.
func (r *reports) retain(files []fs.DirEntry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for name := range r.last {
		if !slices.ContainsFunc(files, func(f fs.DirEntry) bool { return f.Name() == name }) {
			delete(r.last, name)
		}
	}
}
