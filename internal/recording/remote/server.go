package remote

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"plotline/internal/durable"
	"plotline/internal/egress"
	"plotline/internal/fault"
)

const (
	// callTime is how long one request may take. Prompts have less.
	callTime = 10 * time.Second
	// mostReply bounds a reply, in bytes.
	mostReply = 8 << 20
	// restAfter is how long a server is not asked again after it could not be reached, so that many sessions do not wait for it
	// one after the other.
	restAfter = 5 * time.Second
	// mostRest bounds how long a server may ask to wait.
	mostRest = 10 * time.Minute
	// mostToken bounds the file of a token, in bytes.
	mostToken = 4 << 10
	// idleTime keeps a connection open between prompts, so that they need not wait for a handshake.
	idleTime = 10 * time.Minute
)

// restPath is the path of the REST API below the address of a server.
const restPath = "api/v1"

// server calls a Plotline server. Its errors are *fault.Error, with a sentence that a person understands, and never the token.
type server struct {
	address   string
	tokenFile string
	client    http.Client
	limit     time.Duration // of one request

	mu    sync.Mutex
	rests time.Time    // until then it is not asked
	why   *fault.Error // what it said last
}

func newServer(address, tokenFile string) *server {
	transport := egress.Transport()
	transport.IdleConnTimeout = idleTime
	return &server{address: address, tokenFile: tokenFile, limit: callTime, client: http.Client{
		Transport: transport,
		// Another host would receive the token.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// host names the server in sentences, without a password.
func (s *server) host() string {
	if parsed, err := url.Parse(s.address); err == nil && parsed.Host != "" {
		return parsed.Host
	}
	return "the server"
}

// ReadToken reads the file of a token, whose only content it is. Other users of the machine must not be able to read the file.
func ReadToken(file string) (string, error) {
	raw, err := durable.Read(file, mostToken)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(raw))
	if token == "" || strings.ContainsFunc(token, func(c rune) bool { return c <= ' ' || c > '~' }) {
		return "", fmt.Errorf("%s holds no token: one line with nothing else is expected", file)
	}
	return token, nil
}

// call sends a request with a JSON body, nil for none, and decodes the reply, if into is not nil.
func (s *server) call(ctx context.Context, method, path string, body, into any) error {
	_, err := s.ask(ctx, method, path, body, into)
	return err
}

// role returns what the token may do: reader, writer, reviewer or admin.
func (s *server) role(ctx context.Context) (string, error) {
	header, err := s.ask(ctx, http.MethodGet, "about", nil, nil)
	return header.Get("Plotline-Role"), err
}

func (s *server) ask(ctx context.Context, method, path string, body, into any) (http.Header, error) {
	if err := s.resting(); err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	request, err := s.request(limited, method, restPath+"/"+path, body)
	if err != nil {
		return nil, err
	}
	response, err := s.client.Do(request)
	if err != nil {
		return nil, s.unreached(ctx, err)
	}
	defer func() { _ = response.Body.Close() }()
	reply, err := io.ReadAll(io.LimitReader(response.Body, mostReply))
	if err != nil {
		return nil, s.unreached(ctx, err)
	}
	if response.StatusCode/100 != 2 {
		return nil, s.refused(response, reply)
	}
	if into != nil {
		err = json.Unmarshal(reply, into)
	}
	if err == nil && response.Header.Get("Plotline-Role") == "" {
		err = errors.New("the reply is not one of Plotline")
	}
	if err != nil {
		return nil, fault.Newf(fault.Unavailable, "%s answers, but not as a Plotline server does. Check the address.", s.host()).Because(err)
	}
	return response.Header, nil
}

// request makes a request with the token of the file, as it is now. The body is JSON already, or becomes JSON; nil means none.
func (s *server) request(ctx context.Context, method, path string, body any) (*http.Request, error) {
	token := ""
	if s.tokenFile != "" {
		var err error
		if token, err = ReadToken(s.tokenFile); err != nil {
			return nil, fault.Newf(fault.Unauthenticated, "The token of %s cannot be read from %s.", s.host(), s.tokenFile).Because(err)
		}
	}
	address, err := egress.NewAddress(s.address, token)
	if err != nil {
		return nil, fault.New(fault.Unavailable, "The address of the server in record.json is not an http or https address.").Because(err)
	}
	raw, is := body.([]byte)
	if body != nil && !is {
		if raw, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	request, err := address.JSON(ctx, method, path, raw)
	if err != nil {
		return nil, fault.New(fault.Unavailable, "The address of the server in record.json cannot be asked.").Because(err)
	}
	return request, nil
}

// resting returns the last error while the server is not to be asked.
func (s *server) resting() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Now().Before(s.rests) {
		return s.why
	}
	return nil
}

// rest keeps the server from being asked for a while.
func (s *server) rest(d time.Duration, why *fault.Error) *fault.Error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rests, s.why = time.Now().Add(min(d, mostRest)), why
	return why
}

// unreached says why there was no reply. The end of the caller's own time says nothing about the server.
func (s *server) unreached(ctx context.Context, err error) error {
	host := s.host()
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	switch {
	case ctx.Err() != nil:
		return fault.From(ctx.Err()).Because(err)
	case untrusted:
		return s.rest(restAfter, fault.Newf(fault.Unavailable,
			"The certificate of %s is not trusted on this machine, so nothing is sent to it.", host).Because(err))
	case errors.Is(err, context.DeadlineExceeded):
		return s.rest(restAfter, fault.Newf(fault.Timeout, "%s does not answer within %s.", host, s.limit).Because(err))
	}
	return s.rest(restAfter, fault.Newf(fault.Unavailable, "%s cannot be reached.", host).Because(err))
}

// refused converts the reply of a request that failed. Only a reply of Plotline itself has a code: a proxy's "not found" must not
// look as if an episode was deleted.
func (s *server) refused(response *http.Response, body []byte) error {
	var problem map[string]any
	media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	code, detail := fault.Code(""), ""
	if media == "application/problem+json" && dec.Decode(&problem) == nil {
		code, detail = fault.Code(text(problem["code"])), text(problem["detail"])
	}
	status, host := response.StatusCode, s.host()
	after := min(egress.RetryAfter(response.Header.Get("Retry-After"), time.Now()), mostRest).Round(time.Second)
	switch {
	case status == http.StatusUnauthorized:
		return s.rest(restAfter, fault.Newf(fault.Unauthenticated,
			"%s does not know the token, or it has expired. Put a new one into the file that setup named.", host))
	case status == http.StatusForbidden:
		return fault.Newf(fault.PermissionDenied, "%s does not allow it: %s", host, cmp.Or(detail, "the token lacks the role writer."))
	case status == http.StatusTooManyRequests:
		after = max(after, time.Second)
		return s.rest(after, fault.Newf(fault.RateLimited, "%s has too many requests and asks to wait for %s.", host, after))
	case status >= http.StatusInternalServerError:
		return s.rest(max(after, restAfter), fault.Newf(fault.Unavailable, "%s has a fault (status %d).", host, status))
	case code == "":
		return fault.Newf(fault.Unavailable, "%s answers with status %d, but not as a Plotline server does. Check the address.", host, status)
	}
	err := fault.New(code, detail)
	for name, value := range problem {
		err = err.With(name, value)
	}
	return err
}

func text(value any) string { s, _ := value.(string); return s }
