package check_test

import (
	"reflect"
	"testing"

	"plotline/internal/recording/check"
)

func TestReverts(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]check.Revert{
		"git revert 1a2b3c4":                         {Commits: []string{"1a2b3c4"}},
		"git -C shop revert --no-edit HEAD":          {Commits: []string{"HEAD"}},
		"git revert --abort":                         {},
		"git reset --hard":                           {All: true},
		"git reset --hard HEAD":                      {All: true},
		"git reset --hard HEAD~2":                    {All: true, Back: "HEAD~2"},
		"git reset HEAD~1":                           {},
		"git reset --soft HEAD~1":                    {},
		"git checkout -- cart/store.go":              {Files: []string{"cart/store.go"}},
		"git checkout cart/store.go":                 {Files: []string{"cart/store.go"}},
		"git checkout HEAD -- a.go b.go":             {Files: []string{"a.go", "b.go"}},
		"git checkout 1a2b3c4 -- a.go":               {Files: []string{"a.go"}, From: "1a2b3c4"},
		"git checkout .":                             {All: true},
		"git checkout -- .":                          {All: true},
		"git checkout main":                          {},
		"git checkout release-1.2":                   {},
		"git checkout -b fix.x":                      {},
		"git restore cart/store.go":                  {Files: []string{"cart/store.go"}},
		"git restore --staged a.go":                  {},
		"git restore --source=HEAD~1 a.go":           {Files: []string{"a.go"}, From: "HEAD~1"},
		"git restore -s HEAD~1 a.go":                 {Files: []string{"a.go"}, From: "HEAD~1"},
		"git restore .":                              {All: true},
		"git status && git restore a.go && go vet x": {Files: []string{"a.go"}},
		"echo git revert 1a2b3c4":                    {},
		"git stash":                                  {},
		"git log":                                    {},
	} {
		got, is := check.Reverts(command)
		if !reflect.DeepEqual(got, want) || is == reflect.DeepEqual(want, check.Revert{}) {
			t.Errorf("%s: %+v, %t, want %+v", command, got, is, want)
		}
	}
}

func TestCommitted(t *testing.T) {
	t.Parallel()
	one, zero := 1, 0
	for _, c := range []struct {
		command string
		exit    *int
		output  string
		hash    string
		made    bool
	}{
		{"git commit -m x", &zero, "[main 1a2b3c4]", "1a2b3c4", true},
		{"git commit -m x", &zero, "", "", true},
		{"git add -A && git commit -qm x", &zero, "", "", true},
		{"git commit -m x", &one, "nothing to commit", "", false},
		{"git commit -m x || true", &zero, "nothing to commit", "", false},
		{"git commit -m x && git push", &one, "[main 1a2b3c4]", "1a2b3c4", true},
		{"git commit -m x", nil, "", "", false},
		{"git commit --dry-run", &zero, "", "", false},
		{"git revert 1a2b3c4", &zero, "[main 9f8e7d6]", "", false},
		{"echo git commit", &zero, "", "", false},
		{"git log --grep commit", &zero, "", "", false},
	} {
		if hash, made := check.Committed(c.command, c.exit, c.output); hash != c.hash || made != c.made {
			t.Errorf("%s, %q: %q, %t", c.command, c.output, hash, made)
		}
	}
}

func TestReads(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]bool{
		"ls -la": true, "cd shop && grep -rn lock . | head": true, "git status": true, "git log --oneline | head -3": true, "sed -n 1,20p a.go": true,
		"find . -name '*.go' | xargs wc -l": true, "cat a.go 2>/dev/null": true, "go doc fmt": true, "gh pr view 3": true, "rg x | sort > /dev/null": true,
		"curl -s https://example.com": true, "git branch": true, "git stash list": true,
		"sed -i s/a/b/ a.go": false, "echo x > a.go": false, "rm a.go": false, "go test ./...": false, "find . -delete": false, "git add .": false,
		"gh pr create": false, "curl -X POST https://example.com": false, "npm install": false, "./deploy.sh": false, "": false, "git branch -D x": false,
		"ls | xargs rm": false, "git stash": false,
	} {
		if got := check.Reads(command); got != want {
			t.Errorf("%s reads: %t", command, got)
		}
	}
}

func TestWrites(t *testing.T) {
	t.Parallel()
	for command, want := range map[string][]string{
		"sed -i 's/a/b/' cart.py":               {"cart.py"},
		"cd shop && sed -i 's/a/b/' cart.py":    {"shop/cart.py"},
		"cd /elsewhere && sed -i 's/a/b/' a.py": nil,
		"cat > a/b.py <<'EOF'\nx > y\nEOF":      {"a/b.py"},
		"printf x >> a.md":                      {"a.md"},
		"echo x | tee a.md":                     {"a.md"},
		"go test ./... > out.txt":               nil,
		"echo x > /tmp/x":                       nil,
		"echo x > ../x":                         nil,
		"echo x > $FILE":                        nil,
		"mv a.go b.go":                          {"b.go"},
		"perl -i -pe s/a/b/ x.go":               {"x.go"},
		"ls":                                    nil,
	} {
		if got := check.Writes(command); !reflect.DeepEqual(got, want) {
			t.Errorf("%s writes %v, want %v", command, got, want)
		}
	}
}
