package api

import (
	"context"

	"plotline/graph/audit"
)

// identity is who a request comes from.
type identity struct {
	caller     audit.Caller
	credential string // the token's id; "" where none is needed
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
