package check_test

import (
	"reflect"
	"strings"
	"testing"

	"plotline/internal/recording/check"
)

const (
	goFail     = "--- FAIL: TestCartConcurrent (0.01s)\n    store_test.go:42: lost update: want 2 items, got 1\nFAIL\nFAIL\tshop/cart\t0.2s\nFAIL\n"
	goOK       = "ok  \tshop/cart\t0.2s\nok  \tshop/orders\t(cached)\n"
	pytestFail = "tests/test_cart.py F..\n=== FAILURES ===\n___ test_add ___\n    assert 2 == 3\nE   assert 2 == 3\n=== short test summary info ===\nFAILED tests/test_cart.py::test_add - assert 2 == 3\n=== 1 failed, 2 passed in 0.12s ===\n"
	jestFail   = "FAIL src/cart.test.js\n  ● cart › adds\n\n    expect(received).toBe(expected)\n\n    Expected: 2\n    Received: 1\n\nTests:       1 failed, 3 passed, 4 total\n"
	cargoFail  = "test cart::lost ... FAILED\n\n---- cart::lost stdout ----\nthread 'cart::lost' panicked at src/cart.rs:10:5:\nassertion `left == right` failed\n  left: 1\n right: 2\n\ntest result: FAILED. 3 passed; 1 failed; 0 ignored\n"
)

// TestOutcome checks how commands end, over exit codes that are hidden, missing or of another program.
func TestOutcome(t *testing.T) {
	t.Parallel()
	const none = -1
	for _, c := range []struct {
		command string
		exit    int // none if the client does not say
		output  string
		result  check.Result
		first   string
	}{
		{"go test ./...", 0, goOK, check.Passed, ""},
		{"go test ./...", 1, goFail, check.Failed, "TestCartConcurrent: lost update: want 2 items, got 1"},
		{"go test ./... | tail -5", 0, goFail, check.Failed, "TestCartConcurrent: lost update: want 2 items, got 1"},
		{"go test ./... 2>&1 | tail -5", 0, goOK, check.Passed, ""},
		{"go test ./... | tail -1", 0, "FAIL\tx", check.Failed, ""},
		{"go test ./... | grep FAIL", 1, "", check.Unknown, ""},
		{"go test ./... | tail -3", 0, "", check.Unknown, ""},
		{"set -o pipefail; go test ./... | tail -3", 0, "", check.Passed, ""},
		{"go build ./... | tail -3", 2, "", check.Failed, ""},
		{"go test ./...", none, goOK, check.Passed, ""},
		{"go build ./...", none, "", check.Unknown, ""},
		{"go build ./...", 0, "", check.Passed, ""},
		{"go build ./...", 1, "# shop/cart\ncart/store.go:10:2: undefined: lock", check.Failed, "cart/store.go:10:2: undefined: lock"},
		{"go build ./... 2>&1 | head", 0, "# shop/cart\ncart/store.go:10:2: undefined: lock", check.Failed, "cart/store.go:10:2: undefined: lock"},
		{"go build ./... && go test ./...", 1, "# shop/cart\ncart/store.go:10:2: undefined: lock", check.Unknown, ""},
		{"go vet ./... && go test ./...", 1, goFail, check.Failed, "TestCartConcurrent: lost update: want 2 items, got 1"},
		{"go test ./... && git push", 1, goOK + "remote: rejected", check.Passed, ""},
		{"go build ./... && ./deploy.sh", 1, "no space", check.Unknown, ""},
		{"npm test; echo done", 0, "done", check.Unknown, ""},
		{"npm test; echo \"exit: $?\"", 0, "exit: 1", check.Failed, "exit: 1"},
		{"npm test; echo EXIT=$?", 0, "EXIT=0", check.Passed, ""},
		{"make test | tail -3; echo ${PIPESTATUS[0]}", 0, "x\n0", check.Passed, ""},
		{"make test || true", 0, "", check.Unknown, ""},
		{"make test || true", 0, "make: *** [Makefile:3: test] Error 1", check.Failed, ""},
		{"! go test ./...", 0, "", check.Unknown, ""},
		{"if npm test; then echo yes; fi", 0, "yes", check.Unknown, ""},
		{"npm test &", 0, "", check.Unknown, ""},
		{"cd shop && npm test", 1, "", check.Failed, ""},
		{"npm ci && npm test", 1, "npm ERR! network", check.Unknown, ""},
		{"pytest -q", 1, pytestFail, check.Failed, "test_add: assert 2 == 3"},
		{"pytest", 0, "5 passed, 0 failed", check.Passed, ""},
		{"pytest | tail -3", 0, "12 passed in 0.3s", check.Passed, ""},
		{"pytest | tail -1", 0, "===== 2 failed, 10 passed in 0.3s =====", check.Failed, ""},
		{"pytest | tail -1", 0, "10 passed, 2 xfailed, 1 warning in 0.3s", check.Passed, ""},
		{"pytest", 2, "ERROR tests/test_cart.py - ImportError: cannot import name 'add'\n1 error in 0.1s", check.Failed, ""},
		{"pytest", 127, "bash: pytest: command not found", check.Unknown, ""},
		{"python -m pytest", 1, "/usr/bin/python: No module named pytest", check.Unknown, ""},
		{"npm test", 1, "npm ERR! Missing script: \"test\"", check.Unknown, ""},
		{"make check", 2, "make: *** No rule to make target 'check'.  Stop.", check.Unknown, ""},
		{"sh no_such_test.sh", 2, "sh: 0: cannot open no_such_test.sh: No such file", check.Unknown, ""},
		{"sh run_tests.sh", 1, "FAILED test_add: expected 5\n1 failed, 0 passed", check.Failed, "test_add: expected 5"},
		{"sh run_tests.sh", 0, "1 passed\n", check.Passed, ""},
		{"npx jest", 1, jestFail, check.Failed, "cart › adds: expect(received).toBe(expected)"},
		{"npx jest | tail -4", 0, "Tests:       4 passed, 4 total", check.Passed, ""},
		{"npx vitest run", 1, " FAIL  src/cart.test.ts > cart > adds\nAssertionError: expected 1 to be 2\n Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)", check.Failed, "src/cart.test.ts > cart > adds: AssertionError: expected 1 to be 2"},
		{"npx vitest run | tail", 0, " Test Files  1 passed (1)\n      Tests  3 passed (3)", check.Passed, ""},
		{"npx mocha | tail", 0, "  3 passing (10ms)\n  1 failing", check.Failed, ""},
		{"node --test | tail", 0, "# tests 3\n# pass 3\n# fail 0", check.Passed, ""},
		{"node --test | tail", 0, "# tests 3\n# pass 2\n# fail 1", check.Failed, ""},
		{"npx playwright test | tail", 0, "  1 flaky\n  4 passed (10s)", check.Passed, ""},
		{"bun test | tail", 0, " 3 pass\n 0 fail", check.Passed, ""},
		{"deno test | tail", 0, "ok | 3 passed | 0 failed (12ms)", check.Passed, ""},
		{"cargo test", 101, cargoFail, check.Failed, "cart::lost: assertion `left == right` failed"},
		{"cargo test | tail -3", 0, "test result: ok. 4 passed; 0 failed", check.Passed, ""},
		{"cargo build 2>&1 | tail", 0, "error[E0308]: mismatched types\n --> src/a.rs:3:5", check.Failed, "error[E0308]: mismatched types"},
		{"cargo build 2>&1 | tail", 0, "warning: unused\n    Finished `dev` profile [unoptimized] target(s) in 0.1s", check.Passed, ""},
		{"mvn -q test | tail", 0, "[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE", check.Failed, ""},
		{"mvn test | tail", 0, "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS", check.Passed, ""},
		{"./gradlew test | tail", 0, "CartTest > adds() FAILED\n3 tests completed, 1 failed\nBUILD FAILED in 3s", check.Failed, ""},
		{"./gradlew test | tail", 0, "BUILD SUCCESSFUL in 3s", check.Passed, ""},
		{"dotnet test | tail", 0, "Failed!  - Failed:     1, Passed:     2", check.Failed, ""},
		{"dotnet test | tail", 0, "Passed!  - Failed:     0, Passed:     3", check.Passed, ""},
		{"rspec | tail", 0, "3 examples, 1 failure", check.Failed, ""},
		{"rspec | tail", 0, "3 examples, 0 failures", check.Passed, ""},
		{"rails test | tail", 0, "4 runs, 8 assertions, 0 failures, 0 errors, 0 skips", check.Passed, ""},
		{"rails test | tail", 0, "4 runs, 8 assertions, 1 failures, 0 errors, 0 skips", check.Failed, ""},
		{"vendor/bin/phpunit | tail", 0, "OK (3 tests, 5 assertions)", check.Passed, ""},
		{"vendor/bin/phpunit | tail", 0, "FAILURES!\nTests: 3, Assertions: 5, Failures: 1.", check.Failed, ""},
		{"mix test | tail", 0, "3 tests, 0 failures", check.Passed, ""},
		{"mix test | tail", 0, "3 tests, 1 failure", check.Failed, ""},
		{"swift test | tail", 0, "Executed 3 tests, with 0 failures (0 unexpected) in 0.1 seconds", check.Passed, ""},
		{"flutter test | tail", 0, "00:01 +3: All tests passed!", check.Passed, ""},
		{"flutter test | tail", 0, "00:01 +2 -1: Some tests failed.", check.Failed, ""},
		{"ctest | tail", 0, "67% tests passed, 1 tests failed out of 3", check.Failed, ""},
		{"bazel test //... | tail", 0, "//cart:test  FAILED in 0.1s", check.Failed, "//cart:test"},
		{"prove | tail", 0, "Result: PASS", check.Passed, ""},
		{"python -m unittest | tail", 0, "Ran 3 tests in 0.1s\n\nFAILED (failures=1)", check.Failed, ""},
		{"python manage.py test | tail", 0, "Ran 3 tests in 0.1s\n\nOK", check.Passed, ""},
		{"tsc --noEmit", 2, "src/a.ts(3,5): error TS2322: Type 'string' is not assignable", check.Failed, "src/a.ts(3,5): error TS2322: Type 'string' is not assignable"},
		{"npx tsc --noEmit | head", 0, "src/a.ts(3,5): error TS2322: Type", check.Failed, ""},
		{"npx eslint . | tail", 0, "✖ 3 problems (0 errors, 3 warnings)", check.Unknown, ""},
		{"npx eslint . | tail", 0, "✖ 3 problems (2 errors, 1 warning)", check.Failed, ""},
		{"mypy . | tail", 0, "Success: no issues found in 3 files", check.Passed, ""},
		{"ruff check . | tail", 0, "Found 2 errors.", check.Failed, ""},
		{"golangci-lint run", 1, "x.go:1:1: unused", check.Failed, "x.go:1:1: unused"},
		{"golangci-lint run | tail", 0, "0 issues.", check.Passed, ""},
		{"gcc -c a.c 2>&1 | tail", 0, "a.c:3:5: warning: unused variable", check.Unknown, ""},
		{"go test -v ./...", 0, "=== RUN TestA\nretry: 3 errors\n--- PASS: TestA\nPASS\nok  \tx\t0.1s", check.Passed, ""},
		{"go test ./... && golangci-lint run", 1, goOK + "x.go:1:1: unused", check.Passed, ""},
		{"ls nowhere", 2, "ls: cannot access 'nowhere': No such file", check.Failed, "ls: cannot access 'nowhere': No such file"},
	} {
		exit := &c.exit
		if c.exit == none {
			exit = nil
		}
		result, first := check.Outcome(c.command, exit, c.output)
		if result != c.result || c.first != "" && first != c.first && !strings.HasSuffix(first, c.first) {
			t.Errorf("%q, %d, %q:\n%s %q, want %s %q", c.command, c.exit, c.output, result, first, c.result, c.first)
		}
		_, tail := check.Shape(c.command, exit, c.output)
		if again, _ := check.Outcome(c.command, exit, tail); tail != "" && again != result {
			t.Errorf("%q: the shape %q is %s, not %s", c.command, tail, again, result)
		}
	}
}

// TestRuns checks that each check of a command has its own result.
func TestRuns(t *testing.T) {
	t.Parallel()
	one, zero := 1, 0
	for _, c := range []struct {
		command, output string
		exit            *int
		want            []check.Result
	}{
		{"golangci-lint run && go test ./...", goOK, &zero, []check.Result{check.Passed, check.Passed}},
		{"golangci-lint run && go test ./...", goFail, &one, []check.Result{check.Passed, check.Failed}},
		{"golangci-lint run && go test ./...", "x.go:1:1: unused\n1 issues:", &one, []check.Result{check.Failed, check.Unknown}},
		{"go test ./... && golangci-lint run", goOK + "x.go:1:1: unused\n1 issues:", &one, []check.Result{check.Passed, check.Failed}},
		{"go vet ./...; go test ./...", goOK, &zero, []check.Result{check.Unknown, check.Passed}},
	} {
		runs := check.Runs(c.command, c.exit, c.output, nil)
		got := make([]check.Result, len(runs))
		for i, run := range runs {
			got[i] = run.Result
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q, %q: %v, want %v", c.command, c.output, got, c.want)
		}
	}
}

// TestSummary checks that the same failures have one summary, whatever the durations.
func TestSummary(t *testing.T) {
	t.Parallel()
	one := 1
	summary := func(output string) string { return check.Runs("go test ./...", &one, output, nil)[0].Summary }
	if a, b := summary(goFail), summary(strings.ReplaceAll(goFail, "0.01s", "0.92s")); a != b || a == "" {
		t.Errorf("%q and %q", a, b)
	}
	if a, b := summary(goFail), summary(goFail+"--- FAIL: TestOther (0.0s)"); a == b {
		t.Errorf("both are %q", a)
	}
}

// TestShape checks what is kept of outputs: nothing of what files contain.
func TestShape(t *testing.T) {
	t.Parallel()
	one, zero := 1, 0
	for _, c := range []struct {
		command     string
		exit        *int
		output      string
		first, tail string
	}{
		{"ls", &zero, "a\nb", "", ""},
		{"cat .env", &one, "KEY=1\ncat: x: No such file", "", ""},
		{"git diff --exit-code", &one, "+secret", "", ""},
		{"go test ./...; cat cart.go", &one, "package cart\n" + goFail, "TestCartConcurrent", "--- FAIL: TestCartConcurrent (0.01s)\nFAIL\nFAIL\tshop/cart\t0.2s\nFAIL"},
		{"go test ./... | cat", &zero, goOK, "", strings.TrimSpace(goOK)},
		{"./deploy.sh", &one, "no space left", "no space left", "no space left"},
		{"./deploy.sh", &zero, "deployed", "", ""},
		{"./deploy.sh", nil, "deployed", "", ""},
		{"git commit -m x", &zero, "[main 1a2b3c4] x\n 1 file changed", "", "[main 1a2b3c4]"},
		{"git commit -q -m x && git log --oneline | head -1", &zero, "ff03bb1 Add mul", "", "[ff03bb1]"},
		{"git commit -m x || true", &zero, "nothing to commit, working tree clean", "", "nothing to commit"},
		{"git log --oneline", &zero, "ff03bb1 Add mul", "", ""},
		{"go test ./... && git commit -m x", &zero, goOK + "[main (root-commit) 1a2b3c4] x", "", goOK + "[main (root-commit) 1a2b3c4] x"},
	} {
		first, tail := check.Shape(c.command, c.exit, c.output)
		if first != c.first || tail != c.tail {
			t.Errorf("%q: %q, %q, want %q, %q", c.command, first, tail, c.first, c.tail)
		}
	}
}
