package access_test

import (
	"testing"

	"plotline/internal/access"
)

func TestMay(t *testing.T) {
	t.Parallel()
	allowed := map[access.Role][]access.Action{
		access.Reader:   {access.Read},
		access.Writer:   {access.Read, access.Write},
		access.Reviewer: {access.Read, access.Decide},
		access.Admin:    {access.Read, access.Write, access.Decide, access.Personal},
		"":              nil,
		"root":          nil,
	}
	for _, role := range access.Roles() {
		if _, known := allowed[role]; !known {
			t.Errorf("the table lacks %s", role)
		}
	}
	for role, actions := range allowed {
		want := map[access.Action]bool{}
		for _, action := range actions {
			want[action] = true
		}
		for _, action := range []access.Action{access.Read, access.Write, access.Decide, access.Personal} {
			if got := role.May(action); got != want[action] {
				t.Errorf("%q may %d: %t", role, action, got)
			}
		}
	}
}

func TestParseRole(t *testing.T) {
	t.Parallel()
	for _, role := range access.Roles() {
		if got, err := access.ParseRole(string(role)); err != nil || got != role {
			t.Errorf("%s: %s, %v", role, got, err)
		}
	}
	for _, name := range []string{"", "Admin", "root", "reader "} {
		if role, err := access.ParseRole(name); err == nil || role != "" {
			t.Errorf("%q is %q", name, role)
		}
	}
}
