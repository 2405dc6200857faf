package egress

import (
	"crypto/tls"
	"errors"

	"github.com/cenkalti/backoff/v5"
)

// Errors of a request. None contains the address or the response.
var (
	ErrStatus      = errors.New("the service answered with a status other than 200")
	ErrWaitTooLong = errors.New("the service asks to wait longer than the time limit allows")
	ErrBroken      = errors.New("the service cannot be reached, or does not answer")
	ErrTruncated   = errors.New("the service's answer breaks off")
	ErrTimeout     = errors.New("the service did not answer in time")
	ErrTooLarge    = errors.New("the service's answer is too large")
	ErrUntrusted   = errors.New("the service's certificate is not trusted")
	ErrQuestion    = errors.New("the request cannot be sent; check the address")
)

// final reports whether retrying would give the same error.
func final(err error) bool {
	return errors.Is(err, ErrQuestion) || errors.Is(err, ErrUntrusted) || errors.Is(err, ErrTimeout) || errors.Is(err, ErrTooLarge)
}

// unsent returns the reason why there was no response.
func unsent(err error) error {
	if _, untrusted := errors.AsType[*tls.CertificateVerificationError](err); untrusted {
		return ErrUntrusted
	}
	return ErrBroken
}

// unwrapPermanent unwraps the error that the library adds to end the retries. After the last try the library adds none.
func unwrapPermanent(err error) error {
	if ended, ok := errors.AsType[*backoff.PermanentError](err); ok {
		return ended.Err
	}
	return err
}
