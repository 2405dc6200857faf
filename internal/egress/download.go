package egress

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
)

const (
	downloadTries = 5
	stalledAfter  = 30 * time.Second // without a byte; the whole download may take any time
	redirectsMost = 10
)

// Errors of a download. As the others, they contain no address.
var (
	ErrRedirect = errors.New("the service redirects too often, or from https to http")
	errMoved    = errors.New("the service continues another file") // and so it is fetched from its beginning
)

// Download fetches a file from an http or https address to path. If that has bytes already, Download asks for the rest,
// which continued reports. Whether both are of the same file, only a digest can tell. A broken connection is tried
// again from there. If Download fails, what it has stays at path. It calls progress with the bytes that are there, and
// with all of the file, 0 if the service does not say. A file of more than most bytes is ErrTooLarge.
func Download(ctx context.Context, address, path string, most int64, progress func(done, total int64)) (continued bool, err error) {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" || (parsed.Scheme != "http" && parsed.Scheme != "https") {
		return false, ErrAddress
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return false, err
	}
	d := &download{
		client: http.Client{Transport: Transport(), CheckRedirect: checkRedirect}, address: address,
		file: file, most: most, progress: progress,
		waits: newPatience(ctx, Policy{First: time.Second / 2, Jitter: 0.5, Longest: stalledAfter}),
	}
	defer d.client.CloseIdleConnections()
	continued, err = backoff.Retry(ctx, func() (bool, error) { return d.try(ctx) },
		backoff.WithBackOff(d.waits), backoff.WithMaxTries(downloadTries), backoff.WithMaxElapsedTime(0))
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil && ctx.Err() != nil {
		return d.continued, ctx.Err()
	}
	return continued, unwrapPermanent(err)
}

// checkRedirect follows redirects, because a download carries no key. None leads out of TLS.
func checkRedirect(r *http.Request, via []*http.Request) error {
	if len(via) >= redirectsMost || via[0].URL.Scheme == "https" && r.URL.Scheme != "https" {
		return ErrRedirect
	}
	return nil
}

// download is one call of Download.
type download struct {
	client    http.Client
	address   string
	file      *os.File
	most      int64
	progress  func(done, total int64)
	waits     *retryDelays
	continued bool
}

// try fetches what is missing. An error that another try would give again is permanent.
func (d *download) try(ctx context.Context) (continued bool, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stalled := time.AfterFunc(stalledAfter, func() { cancel(ErrTimeout) })
	defer stalled.Stop()
	response, at, err := d.ask(ctx)
	if err != nil {
		return d.continued, err
	}
	defer func() { _ = response.Body.Close() }()
	at, total, err := d.begin(response, at)
	if err != nil || total >= 0 && at == total {
		return d.continued, err
	}
	if total > d.most {
		return d.continued, backoff.Permanent(ErrTooLarge)
	}
	into := &counted{file: d.file, at: at, report: func(done int64) {
		stalled.Reset(stalledAfter)
		d.progress(done, max(total, 0))
	}}
	_, err = io.Copy(into, io.LimitReader(response.Body, d.most-at+1))
	switch {
	case into.failed != nil:
		return d.continued, backoff.Permanent(into.failed)
	case into.at > d.most:
		return d.continued, backoff.Permanent(ErrTooLarge)
	case errors.Is(context.Cause(ctx), ErrTimeout):
		return d.continued, ErrTimeout
	case err != nil || total >= 0 && into.at < total:
		return d.continued, ErrTruncated
	}
	return d.continued, nil
}

// ask sends the request, and returns the response and the number of bytes that are there.
func (d *download) ask(ctx context.Context) (response *http.Response, at int64, err error) {
	if at, err = d.file.Seek(0, io.SeekEnd); err != nil {
		return nil, 0, backoff.Permanent(err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, d.address, http.NoBody)
	if err != nil {
		return nil, 0, backoff.Permanent(ErrQuestion)
	}
	request.Header.Set("User-Agent", "plotline")
	request.Header.Set("Accept-Encoding", "identity") // a range is one of the bytes that are sent
	if at > 0 {
		request.Header.Set("Range", fmt.Sprintf("bytes=%d-", at))
	}
	response, err = d.client.Do(request)
	switch {
	case err == nil:
		return response, at, nil
	case errors.Is(context.Cause(ctx), ErrTimeout):
		return nil, 0, ErrTimeout
	case errors.Is(err, ErrRedirect):
		return nil, 0, backoff.Permanent(ErrRedirect)
	}
	if err = unsent(err); final(err) {
		err = backoff.Permanent(err)
	}
	return nil, 0, err
}

// begin reads the head of a response, and makes the file end where its body goes on. It returns that offset, and the
// length of the whole file, −1 if the service does not say.
func (d *download) begin(response *http.Response, at int64) (begins, total int64, err error) {
	first, total := contentRange(response.Header.Get("Content-Range"))
	switch status := response.StatusCode; {
	case status == http.StatusOK:
		d.continued = false
		return 0, response.ContentLength, d.truncate()
	case status == http.StatusPartialContent && first == at:
		d.continued = true
		return at, total, nil
	case status == http.StatusRequestedRangeNotSatisfiable && total == at:
		d.continued = true
		return at, total, nil
	case at > 0 && (status == http.StatusPartialContent || status == http.StatusRequestedRangeNotSatisfiable):
		if err := d.truncate(); err != nil {
			return 0, 0, err
		}
		return 0, 0, errMoved
	case Answer{Status: status}.Stumbled():
		if d.waits.accept(RetryAfter(response.Header.Get("Retry-After"), time.Now())) {
			return 0, 0, fmt.Errorf("%w: %d", ErrStatus, status)
		}
		return 0, 0, backoff.Permanent(ErrWaitTooLong)
	default:
		return 0, 0, backoff.Permanent(fmt.Errorf("%w: %d", ErrStatus, status))
	}
}

func (d *download) truncate() error {
	_, err := d.file.Seek(0, io.SeekStart)
	if err == nil {
		err = d.file.Truncate(0)
	}
	if err != nil {
		return backoff.Permanent(err)
	}
	return nil
}

// contentRange parses a Content-Range header, "bytes 5-9/10" or "bytes */10". What it does not say is −1.
func contentRange(text string) (first, total int64) {
	text, _ = strings.CutPrefix(text, "bytes ")
	span, whole, _ := strings.Cut(text, "/")
	begin, _, _ := strings.Cut(span, "-")
	number := func(digits string) int64 {
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || n < 0 {
			return -1
		}
		return n
	}
	return number(begin), number(whole)
}

// counted writes to a file and reports its length. It keeps an error of the file apart from those of the connection.
type counted struct {
	file   *os.File
	at     int64
	report func(int64)
	failed error
}

// Write implements io.Writer.
func (c *counted) Write(p []byte) (n int, err error) {
	n, err = c.file.Write(p)
	c.at, c.failed = c.at+int64(n), err
	c.report(c.at)
	return n, err
}
