package api

import (
	"context"
	"net/netip"

	"github.com/labstack/echo/v4"

	"plotline/graph/audit"
)

// identity is who a request comes from.
type identity struct {
	caller     audit.Caller
	credential string // the token's id; "" where none is needed
	payer      string // whose share it takes: the credential, or the address where none is needed
}

type identityKey struct{}

func withIdentity(ctx context.Context, who identity) context.Context {
	return context.WithValue(ctx, identityKey{}, who)
}

// CallerOf is on whose behalf a request runs, for a handler that was handed to the server. Outside of
// a request that was let in it is nobody, who may do nothing.
func CallerOf(ctx context.Context) audit.Caller {
	who, _ := ctx.Value(identityKey{}).(identity)
	return who.caller
}

// CredentialOf names the credential of a request: the token's id, "" where no token is needed.
func CredentialOf(ctx context.Context) string {
	who, _ := ctx.Value(identityKey{}).(identity)
	return who.credential
}

// payerOf names whose share of the server a request takes. Where no token is known yet it is the
// client's address.
func payerOf(c echo.Context) string {
	if who, is := c.Request().Context().Value(identityKey{}).(identity); is {
		return who.payer
	}
	return byAddress(c.RealIP())
}

// byAddress names an address as a payer. A client with IPv6 usually has a whole network of 64 bits.
func byAddress(address string) string {
	ip, err := netip.ParseAddr(address)
	if err == nil && ip.Is6() && !ip.Is4In6() {
		network, _ := ip.WithZone("").Prefix(64) // which fits
		address = network.String()
	}
	return "address " + address
}
