package neo4jstore

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"reflect"
	"strings"
)

// handshakeOf returns the error of a failed TLS handshake, or nil. The driver's type of it is internal and has no Unwrap.
func handshakeOf(err error) error {
	for err != nil {
		inner := inside(err)
		if reflect.TypeOf(err).String() == "*errorutil.TlsError" {
			return inner
		}
		err = inner
	}
	return nil
}

// inside returns the error that another one holds, or nil. Errors of the driver have it in an exported field.
func inside(err error) error {
	if inner := errors.Unwrap(err); inner != nil {
		return inner
	}
	value := reflect.Indirect(reflect.ValueOf(err))
	if value.Kind() != reflect.Struct {
		return nil
	}
	for _, name := range []string{"Inner", "Err"} {
		if field := value.FieldByName(name); field.IsValid() && field.CanInterface() {
			inner, _ := reflect.TypeAssert[error](field)
			return inner
		}
	}
	return nil
}

// atHandshake says what was wrong with a handshake, and what to do.
func (s *Store) atHandshake(err error) string {
	scheme, _, _ := strings.Cut(s.config.URI, "+")
	var (
		certificate *tls.CertificateVerificationError
		authority   x509.UnknownAuthorityError
		name        x509.HostnameError
		invalid     x509.CertificateInvalidError
		operation   *net.OpError
	)
	switch {
	case errors.As(err, &authority):
		return "has a certificate of an authority that this machine does not trust; add the authority to those it trusts, or write " +
			scheme + "+ssc:// in neo4j-uri, which checks no certificate"
	case errors.As(err, &name):
		return "has a certificate for another name; write the name of the certificate in neo4j-uri"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "has a certificate that has expired or is not valid yet; renew it, and check the clock of this machine"
	case errors.As(err, &certificate):
		return "has a certificate that this machine does not accept; replace it"
	case errors.As(err, &operation) && operation.Op == "remote error":
		return "broke the TLS handshake off; check which versions of TLS it accepts, and whether it asks for a certificate"
	case errors.As(err, &operation) && operation.Timeout():
		return "did not answer the TLS handshake in time; check that it speaks TLS, else write " + scheme + ":// in neo4j-uri"
	}
	return "does not speak TLS; write " + scheme + ":// in neo4j-uri"
}
