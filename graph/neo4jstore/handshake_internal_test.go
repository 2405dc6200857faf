package neo4jstore

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"log/slog"
	"net"
	"os"
	"strings"
	"testing"
)

// TestHandshakes checks what is said of each failure of a TLS handshake. testing/shared makes those that it can happen.
func TestHandshakes(t *testing.T) {
	t.Parallel()
	certificate := func(err error) error { return &tls.CertificateVerificationError{Err: err} }
	for _, c := range []struct {
		err  error
		says string
	}{
		{certificate(x509.UnknownAuthorityError{}), "of an authority that this machine does not trust; add the authority to those it trusts, or write neo4j+ssc://"},
		{certificate(x509.HostnameError{Certificate: &x509.Certificate{}}), "for another name; write the name of the certificate"},
		{certificate(x509.CertificateInvalidError{Reason: x509.Expired}), "has expired or is not valid yet; renew it"},
		{certificate(x509.CertificateInvalidError{Reason: x509.NotAuthorizedToSign}), "that this machine does not accept; replace it"},
		{&net.OpError{Op: "remote error", Err: errors.New(secret)}, "broke the TLS handshake off"},
		{&net.OpError{Op: "read", Err: os.ErrDeadlineExceeded}, "did not answer the TLS handshake in time"},
		{&net.OpError{Op: "read", Err: errors.New(secret)}, "does not speak TLS; write neo4j://"},
		{tls.RecordHeaderError{}, "does not speak TLS; write neo4j://"},
		{errors.New(secret), "does not speak TLS; write neo4j://"},
	} {
		s, err := New(Config{URI: "neo4j+s://db.invalid"}, slog.New(slog.DiscardHandler))
		ok(t, err)
		if got := s.atHandshake(c.err); !strings.Contains(got, c.says) {
			t.Errorf("%v: %q, want %q", c.err, got, c.says)
		}
		ok(t, s.Close())
	}
}
