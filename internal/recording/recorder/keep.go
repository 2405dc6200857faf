package recorder

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// expiryInterval is how often the recorder looks for what is older than the person wants to keep.
const expiryInterval = 24 * time.Hour

// expire forgets the sessions whose last event is older than the person's settings say.
func (r *Recorder) expire(ctx context.Context) error {
	settings, err := r.Settings()
	if err != nil || settings.Keep == "" || r.Now().Before(r.expired.Add(expiryInterval)) {
		return err
	}
	age, err := keepTime(settings.Keep)
	if err != nil {
		return err
	}
	r.expired = r.Now()
	return r.locked(ctx, func() error {
		all, err := r.home.sessions()
		if err != nil {
			return err
		}
		hidden, err := r.home.readForgotten()
		if err != nil {
			return err
		}
		p := r.newPass()
		for _, s := range all {
			if r.Now().Sub(time.UnixMilli(s.Last)) < age || s.Forgotten {
				continue
			}
			s.Closed = true // nothing of it can be running
			if _, err := r.forget(ctx, s, Selection{}, &hidden); err != nil {
				return err
			}
			p.changed[s.Workspace] = true
		}
		return p.end()
	})
}

// keepTime parses how long episodes are kept: a number of days, such as 365d.
func keepTime(text string) (time.Duration, error) {
	number, is := strings.CutSuffix(text, "d")
	days, err := strconv.Atoi(number)
	const most = 36500 // a hundred years
	if !is || err != nil || days < 1 || days > most {
		return 0, fmt.Errorf(`"keep" in record.json must be a number of days, such as 365d: %q`, text)
	}
	return time.Duration(days) * 24 * time.Hour, nil
}
