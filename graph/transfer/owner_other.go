//go:build !unix

package transfer

// sameOwner reports true: git itself refuses a repository of another user.
func sameOwner(string, string) bool { return true }
