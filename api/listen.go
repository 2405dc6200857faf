package api

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// stopping bounds how long running requests may continue after the server is told to stop.
const stopping = 20 * time.Second

// Listen opens an address, HOST:PORT. Without tokens it must be a loopback address: Listen rejects any other
// before it opens the socket.
func Listen(ctx context.Context, address string, withTokens bool) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("--listen must be HOST:PORT, such as 127.0.0.1:7333: %q", address)
	}
	if !withTokens && !isLoopback(host) {
		return nil, fmt.Errorf("--listen=%s is reachable from the network, so it needs --tokens; "+
			"create a token with: plotline token create NAME --role writer --workspace NAME --tokens FILE", address)
	}
	network := "tcp"
	if ip, err := netip.ParseAddr(host); err == nil && ip.Is4() {
		network = "tcp4" // otherwise 0.0.0.0 would include IPv6
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, network, address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("--listen=%s is in use, perhaps by a plotline serve that runs already; stop that, or choose another port", address)
	case err != nil:
		return nil, fmt.Errorf("--listen=%s: %w", address, err)
	}
	if got, ok := listener.Addr().(*net.TCPAddr); !withTokens && (!ok || !got.IP.IsLoopback()) {
		_ = listener.Close() // the name resolved to an address that is not loopback
		return nil, fmt.Errorf("--listen=%s is the address %s, which is reachable from the network, so it needs --tokens", address, listener.Addr())
	}
	return listener, nil
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || (err == nil && ip.IsLoopback())
}

// Certificate reads the files of --tls-cert and --tls-key. It returns nil, no TLS, if both are empty.
func Certificate(certFile, keyFile string) (*tls.Config, error) {
	switch {
	case certFile == "" && keyFile == "":
		return nil, nil //nolint:nilnil // no TLS is what was asked for
	case certFile == "":
		return nil, errors.New("--tls-key requires --tls-cert")
	case keyFile == "":
		return nil, errors.New("--tls-cert requires --tls-key")
	}
	if err := ownKey(keyFile); err != nil {
		return nil, err
	}
	pair, err := tls.LoadX509KeyPair(certFile, keyFile)
	if err != nil {
		return nil, fmt.Errorf("--tls-cert, --tls-key: %w", err)
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, nil
}

// ownKey rejects a private key that every user of the machine may access. A group may, because certificates
// are often shared with programs through one.
func ownKey(path string) error {
	const others = 0o007
	info, err := os.Stat(path)
	if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&others != 0 {
		return fmt.Errorf("--tls-key: other users of this machine can read %s (mode %04o); run: chmod 600 %s", path, info.Mode().Perm(), path)
	}
	return nil // the caller reports an unreadable file
}

// http2Limits bounds what one connection of HTTP/2 may make the server hold. No budget of admission counts these buffers,
// because they fill before a request is admitted. By default a connection may fill 1 MiB.
func http2Limits() *http.HTTP2Config {
	return &http.HTTP2Config{
		MaxConcurrentStreams:          100,       // the least that RFC 9113 recommends
		MaxReceiveBufferPerConnection: 128 << 10, // two streams: waitUnread relies on it
		MaxReceiveBufferPerStream:     64 << 10,
		MaxReadFrameSize:              16 << 10,
		MaxDecoderHeaderTableSize:     4 << 10,
		MaxEncoderHeaderTableSize:     4 << 10,
		SendPingTimeout:               time.Minute, // a dead client ends, an idle stream stays
	}
}

// Serve answers requests until ctx ends. Running requests may then finish within a time limit. streams ends
// the streams, which would otherwise never end.
func (s *Server) Serve(ctx context.Context, listener net.Listener, secure *tls.Config, streams func()) error {
	server := &http.Server{
		Handler:           s.echo,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    128 << 10, // enough for a query with maxListed ids
		BaseContext:       func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
		ErrorLog:          slog.NewLogLogger(s.logger.Handler(), slog.LevelDebug),
		TLSConfig:         secure,
		HTTP2:             http2Limits(),
		ConnContext:       s.admission.connections.opened,
		ConnState:         s.admission.connections.changed,
	}
	watching, stopWatching := context.WithCancel(ctx)
	defer stopWatching()
	go s.watch.run(watching)
	ended := make(chan error, 1)
	go func() {
		if secure != nil {
			ended <- server.ServeTLS(listener, "", "")
			return
		}
		ended <- server.Serve(listener)
	}()
	select {
	case err := <-ended:
		return fmt.Errorf("serving: %w", err)
	case <-ctx.Done():
	}
	streams()
	if s.cfg.Live != nil {
		s.cfg.Live.Close()
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.patience)
	defer cancel()
	if err := server.Shutdown(last); err != nil {
		_ = server.Close()
		return fmt.Errorf("requests still running after %s were cut off: %s", s.patience, s.unfinished)
	}
	return nil
}
