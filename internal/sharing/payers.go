package sharing

import "context"

type credentialKey struct{}

// WithCredential returns a context whose calls pay from the share of a credential too. An empty id changes nothing.
func WithCredential(ctx context.Context, id string) context.Context {
	if id == "" {
		return ctx
	}
	return context.WithValue(ctx, credentialKey{}, id)
}

// CredentialOf returns the credential of a request: the token's id, or "" if no token is needed.
func CredentialOf(ctx context.Context) string {
	id, _ := ctx.Value(credentialKey{}).(string)
	return id
}

// PayersOf returns those whose shares a call on a workspace takes from: the credential of its request, if it has one, and
// the workspace. So a credential has one share, however many workspaces it may choose.
func PayersOf(ctx context.Context, workspace string) []string {
	if id := CredentialOf(ctx); id != "" {
		return []string{"credential " + id, workspace} // the name of a workspace has no space
	}
	return []string{workspace}
}
