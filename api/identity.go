package api

import (
	"context"
	"net/netip"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/clip"
	"plotline/internal/fault"
	"plotline/internal/sharing"
)

// identity describes the client of a request.
type identity struct {
	caller     audit.Caller
	credential string // the token's id; "" if no token is needed
	payer      string // the client that the limits apply to: the credential, or the address if there is none
	// visits reports that a page of a server without tokens chose another workspace than the server's own. Media folders,
	// plans and what a person confirms stay with the server's own, so nobody may decide here.
	visits bool
}

// maxQuoted bounds the name of a workspace in an error, in bytes. Longer names are not valid.
const maxQuoted = 80

// enter returns the client in the workspace that its page chose. Only here can a request leave the own workspace of
// its token: the token must list the other one, and only a page of this server may choose. Without tokens, the store must
// have the other one. Without a choice the client stays where it is.
func (who identity) enter(workspace string, ownPage bool) (identity, error) {
	switch {
	case workspace == "":
		return who, nil
	case !ownPage:
		return identity{}, fault.New(fault.PermissionDenied, "only the pages of this server may choose a workspace; other clients use the token's own")
	case !slices.Contains(who.caller.Workspaces, workspace):
		what := "choose one of these, or ask the operator to add it to your token with: plotline token add-workspace"
		if who.credential == "" {
			what = "to use another one, start the server with --workspace"
		}
		return identity{}, fault.Newf(fault.PermissionDenied, "you have no access to the workspace %q, only to: %s; %s",
			clip.Bytes(workspace, maxQuoted), strings.Join(who.caller.Workspaces, ", "), what).With("workspaces", who.caller.Workspaces)
	}
	if who.credential == "" && workspace != who.caller.Workspace {
		who.visits = true
		if who.caller.Role.May(access.Decide) {
			who.caller.Role = access.Writer
		}
	}
	who.caller.Workspace = workspace
	return who, nil
}

type identityKey struct{}

func withIdentity(ctx context.Context, who identity) context.Context {
	return context.WithValue(sharing.WithCredential(ctx, who.credential), identityKey{}, who)
}

// CallerOf returns the caller of a request, for handlers that Config passes in. Without an admitted request
// it returns the zero Caller, which has no rights.
func CallerOf(ctx context.Context) audit.Caller {
	who, _ := ctx.Value(identityKey{}).(identity)
	return who.caller
}

// payerOf returns the payer whose limits apply to a request. Before a token is known it is the client's
// address.
func payerOf(c echo.Context) string {
	if who, is := c.Request().Context().Value(identityKey{}).(identity); is {
		return who.payer
	}
	return byAddress(c.RealIP())
}

// byAddress returns an address as a payer. It masks IPv6 to 64 bits, because a client usually has a whole /64
// network.
func byAddress(address string) string {
	ip, err := netip.ParseAddr(address)
	if err == nil && ip.Is6() && !ip.Is4In6() {
		network, _ := ip.WithZone("").Prefix(64) // 64 bits are always valid
		address = network.String()
	}
	return "address " + address
}
