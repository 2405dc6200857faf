package durable

import (
	"os"
	"time"
)

// patience is how long Rename tries again on Windows.
const patience = time.Second

// Rename renames a file and replaces a file of the new name. On Windows that fails while another program has
// either file open, such as a virus scanner or an indexer. Rename then tries again for up to one second.
func Rename(from, to string) error {
	return withPatience(patience, isBusy, func() error { return os.Rename(from, to) })
}

// withPatience calls try until it succeeds, fails with an error that does not pass by itself, or the time is
// over. It returns the last error.
func withPatience(limit time.Duration, passes func(error) bool, try func() error) error {
	const longest = 50 * time.Millisecond
	end := time.Now().Add(limit)
	for pause := time.Millisecond; ; pause = min(2*pause, longest) {
		err := try()
		if err == nil || !passes(err) || !time.Now().Add(pause).Before(end) {
			return err
		}
		time.Sleep(pause)
	}
}
