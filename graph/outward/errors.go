package outward

import (
	"crypto/tls"
	"errors"

	"github.com/cenkalti/backoff/v5"
)

// What can come of a question besides an answer. None says whom it was for, or what was said.
var (
	ErrStatus    = errors.New("the service answers with another status than 200")
	ErrLater     = errors.New("the service asks for a longer wait than there is time for")
	ErrBroken    = errors.New("the service cannot be reached, or gives no answer")
	ErrCut       = errors.New("the service's answer breaks off")
	ErrSlow      = errors.New("the service did not answer in time")
	ErrMuch      = errors.New("the service's answer is too large")
	ErrUntrusted = errors.New("the service's certificate is not trusted")
	ErrQuestion  = errors.New("the question cannot be sent; check the address")
)

// final tells of an error that would come again.
func final(err error) bool {
	return errors.Is(err, ErrQuestion) || errors.Is(err, ErrUntrusted) || errors.Is(err, ErrSlow) || errors.Is(err, ErrMuch)
}

// unsent is why there is no answer at all.
func unsent(err error) error {
	if _, untrusted := errors.AsType[*tls.CertificateVerificationError](err); untrusted {
		return ErrUntrusted
	}
	return ErrBroken
}

// bare takes off what the library put around an error to end the tries; after the last it leaves it on.
func bare(err error) error {
	if ended, ok := errors.AsType[*backoff.PermanentError](err); ok {
		return ended.Err
	}
	return err
}
