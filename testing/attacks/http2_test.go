package attacks_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"plotline/internal/access"
	"plotline/testing/kit/tier"
)

// TestHTTP2BuffersAreLimited opens connections of HTTP/2 and sends as much of many bodies as the server lets a client
// send. The server must hold little for each connection, whether or not the client has a token.
func TestHTTP2BuffersAreLimited(t *testing.T) {
	t.Parallel()
	for name, role := range map[string]access.Role{"no token": "", "a reader": access.Reader} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := secure.start(t, "--media-root", t.TempDir())
			secret := ""
			if role != "" {
				secret = s.token(t, "hostile", role)
			}
			conns, sent := tier.Pick(200, 1000), 0
			before := s.memory(t, "VmRSS")
			for range conns {
				n, err := s.fillHTTP2(t, secret)
				if err != nil {
					t.Fatal(err)
				}
				sent += n
			}
			grown := s.memory(t, "VmHWM") - before
			t.Logf("%d connections took %d MiB, and were sent %d MiB", conns, grown>>20, sent>>20)
			if most := int64(conns) * (256 << 10); grown > most+32<<20 {
				t.Errorf("%d connections take %d MiB, want at most %d for each", conns, grown>>20, 256<<10)
			}
			s.checkAlive(t)
		})
	}
}

// TestHTTP2FloodsDoNotBlockOthers sends frames that cost a client less than a server, from three connections that read
// nothing, with a token. Each connection sends until the server closes it, and then begins again.
func TestHTTP2FloodsDoNotBlockOthers(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	for name, flood := range map[string]func(s *server, frames *http2.Framer, token string) error{
		"streams that are reset": func(s *server, frames *http2.Framer, token string) error {
			for i := 0; ; i++ {
				headers := s.headersHTTP2(i, http.MethodGet, "/api/v1/graph", token, 0)
				if err := errors.Join(frames.WriteHeaders(headers), frames.WriteRSTStream(headers.StreamID, http2.ErrCodeCancel)); err != nil {
					return err
				}
			}
		},
		"streams that the server must reset": func(s *server, frames *http2.Framer, token string) error {
			for i := 0; ; i++ {
				headers := s.headersHTTP2(i, http.MethodGet, "/api/v1/graph", token, 0)
				if err := errors.Join(frames.WriteHeaders(headers), frames.WriteWindowUpdate(headers.StreamID, 1<<31-1)); err != nil {
					return err
				}
			}
		},
		"headers that never end": func(s *server, frames *http2.Framer, token string) error {
			headers := s.headersHTTP2(0, http.MethodGet, "/livez", token, 0)
			headers.EndHeaders = false
			err := frames.WriteHeaders(headers)
			for field := fieldHTTP2("x", strings.Repeat("x", 8<<10)); err == nil; {
				err = frames.WriteContinuation(headers.StreamID, false, field)
			}
			return err
		},
		"headers that never go on": func(s *server, frames *http2.Framer, token string) error {
			headers := s.headersHTTP2(0, http.MethodGet, "/livez", token, 0)
			headers.EndHeaders = false
			err := frames.WriteHeaders(headers)
			for err == nil {
				err = frames.WriteContinuation(headers.StreamID, false, nil)
			}
			return err
		},
		"empty parts of a body": func(s *server, frames *http2.Framer, token string) error {
			headers := s.headersHTTP2(0, http.MethodPost, "/api/v1/episodes", token, 1000)
			err := frames.WriteHeaders(headers)
			for err == nil {
				err = frames.WriteData(headers.StreamID, false, nil)
			}
			return err
		},
		"settings": func(_ *server, frames *http2.Framer, _ string) error {
			for i := uint32(0); ; i++ {
				if err := frames.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: i % 1000}); err != nil {
					return err
				}
			}
		},
		"pings": func(_ *server, frames *http2.Framer, _ string) error {
			for {
				if err := frames.WritePing(false, [8]byte{}); err != nil {
					return err
				}
			}
		},
		"priorities": func(_ *server, frames *http2.Framer, _ string) error {
			for i := uint32(0); ; i++ {
				if err := frames.WritePriority(2*(i%1e6)+1, http2.PriorityParam{Weight: 1}); err != nil {
					return err
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := secure.start(t, "--media-root", t.TempDir())
			token, victim := s.token(t, "hostile", access.Reader), s.token(t, "victim", access.Writer)
			s.checkOtherDuring(t, victim, func(ctx context.Context) error {
				all := waited(t)
				for range 3 {
					all.Go(func() {
						for ctx.Err() == nil {
							conn, frames, err := s.connectHTTP2(ctx)
							if err != nil {
								continue
							}
							stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
							_ = flood(s, frames, token)
							stop()
							_ = conn.Close()
						}
					})
				}
				all.Wait()
				return nil
			})
			s.checkPeakMemory(t, 200<<20)
		})
	}
}

// TestMissingBodyWithoutTokenEndsStream checks that the server answers and ends a stream without a token whose body does not
// arrive. Otherwise a connection could not begin more of them than it may have at once.
func TestMissingBodyWithoutTokenEndsStream(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	s := secure.start(t, "--media-root", t.TempDir())
	for _, path := range []string{"/api/v1/episodes", "/mcp", "/nowhere", "/livez", handshake} {
		all := waited(t)
		for range streamsHTTP2 {
			all.Go(func() {
				request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+path, unfinished(t.Context(), ""))
				if err != nil {
					t.Error(err)
					return
				}
				request.ContentLength = 1000
				response, err := s.clients.of("").Do(request)
				if err != nil {
					t.Errorf("%s: no answer: %v", path, err)
					return
				}
				_, err = io.Copy(io.Discard, response.Body)
				_ = response.Body.Close()
				if response.StatusCode < 400 || err != nil {
					t.Errorf("%s: %d, %v", path, response.StatusCode, err)
				}
			})
		}
		all.Wait()
	}
	s.checkAlive(t)
}

// checkHTTP2 checks that clients speak HTTP/2, which they would not do if the server did not offer it.
func (s *server) checkHTTP2(t *testing.T) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/livez", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := s.clients.of("").Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK || response.ProtoMajor != 2 {
		t.Fatalf("%s %s", response.Proto, response.Status)
	}
}

// streamsHTTP2 is how many streams a connection may have at once.
const streamsHTTP2 = 100

// connectHTTP2 opens a connection that speaks HTTP/2.
func (s *server) connectHTTP2(ctx context.Context, settings ...http2.Setting) (net.Conn, *http2.Framer, error) {
	config := s.clients.trust.Clone()
	config.NextProtos = []string{http2.NextProtoTLS}
	conn, err := (&tls.Dialer{Config: config}).DialContext(ctx, "tcp", s.Host())
	if err != nil {
		return nil, nil, err
	}
	_ = conn.SetDeadline(time.Now().Add(patience))
	frames := http2.NewFramer(conn, conn)
	if _, err = io.WriteString(conn, http2.ClientPreface); err == nil {
		err = frames.WriteSettings(settings...)
	}
	return conn, frames, err
}

// dialHTTP2 is connectHTTP2 for a connection that the test closes.
func (s *server) dialHTTP2(t *testing.T, settings ...http2.Setting) (net.Conn, *http2.Framer) {
	t.Helper()
	conn, frames, err := s.connectHTTP2(t.Context(), settings...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn, frames
}

// headersHTTP2 begins a request with a body of this length, in the stream with this number, from 0. The token may be empty.
func (s *server) headersHTTP2(stream int, method, path, token string, length int) http2.HeadersFrameParam {
	fields := []string{":method", method, ":scheme", "https", ":authority", s.Host(), ":path", path, "content-type", "application/json"}
	if length > 0 {
		fields = append(fields, "content-length", strconv.Itoa(length))
	}
	if token != "" {
		fields = append(fields, "authorization", "Bearer "+token)
	}
	return http2.HeadersFrameParam{
		StreamID: uint32(2*stream + 1), BlockFragment: fieldHTTP2(fields...), EndHeaders: true, EndStream: length == 0, //nolint:gosec // below 2³¹
	}
}

// fieldHTTP2 encodes header fields, given as names and values.
func fieldHTTP2(pairs ...string) []byte {
	var block bytes.Buffer
	encoder := hpack.NewEncoder(&block)
	encoder.SetMaxDynamicTableSize(0) // so that it is the same in any connection
	for i := 0; i+1 < len(pairs); i += 2 {
		_ = encoder.WriteField(hpack.HeaderField{Name: pairs[i], Value: pairs[i+1]})
	}
	return block.Bytes()
}

// fillHTTP2 begins as many requests as a connection may have and sends the beginning of their bodies, until the server
// takes no more. It returns the number of bytes that it sent as bodies.
func (s *server) fillHTTP2(t *testing.T, token string) (sent int, err error) {
	t.Helper()
	_, frames := s.dialHTTP2(t)
	stream, whole := 65535, 65535 // the windows of RFC 9113 until the server names others
	streams := streamsHTTP2
	for settled := false; !settled; {
		frame, err := frames.ReadFrame()
		if err != nil {
			return 0, err
		}
		switch frame := frame.(type) {
		case *http2.SettingsFrame:
			if frame.IsAck() {
				settled = true
				continue
			}
			if window, named := frame.Value(http2.SettingInitialWindowSize); named {
				stream = int(window)
			}
			if most, named := frame.Value(http2.SettingMaxConcurrentStreams); named {
				streams = int(most)
			}
			if err := frames.WriteSettingsAck(); err != nil {
				return 0, err
			}
		case *http2.WindowUpdateFrame:
			whole += int(frame.Increment)
		}
	}
	block := make([]byte, 16<<10)
	for i := range streams {
		if whole == 0 {
			break
		}
		headers := s.headersHTTP2(i, http.MethodPost, "/api/v1/episodes", token, 8<<20)
		if err := frames.WriteHeaders(headers); err != nil {
			return sent, err
		}
		for left := min(stream, 8<<20); left > 0 && whole > 0; {
			n := min(len(block), left, whole)
			if err := frames.WriteData(headers.StreamID, false, block[:n]); err != nil {
				return sent, err
			}
			left, whole, sent = left-n, whole-n, sent+n
		}
	}
	return sent, nil
}
