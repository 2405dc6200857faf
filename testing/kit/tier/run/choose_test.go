package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"

	"plotline/testing/kit/testfiles"
)

func parsed(t *testing.T, path, text string) testfiles.Package {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "x_test.go", "package x\n"+text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return testfiles.Package{ImportPath: path, Files: []*ast.File{file}}
}

func TestTiers(t *testing.T) {
	t.Parallel()
	packages := []testfiles.Package{
		parsed(t, "m/plain", "func TestPlain(t *testing.T) { t.Run(`a`, sub) }\nfunc sub(t *testing.T) {}"),
		parsed(t, "m/long", "func TestLong(t *testing.T) { t.Parallel(); tier.Full(t) }\nfunc TestMain(m *testing.M) {}"),
		parsed(t, "m/whole", "func TestMain(m *testing.M) { tier.FullMain(); os.Exit(m.Run()) }\nfunc TestWhole(t *testing.T) {}"),
		parsed(t, "m/both", `
func TestLonger(t *testing.T) { w := world{}; w.play(t) }
func TestShort(t *testing.T) { if tier.IsFull() { _ = 1 } }
func TestOther(t *testing.T) { count() }
func (world) play(t *testing.T) { rounds(t, 5) }
func rounds(t *testing.T, n int) { rounds(t, tier.Pick(n, 10)) }
func count() {}`),
		parsed(t, "m/stores", "func TestEach(t *testing.T) { for range neo4jtest.VersionsOfTier() { } }"),
		parsed(t, "m/graph/neo4jstore", "func TestEachOfGraph(t *testing.T) { for range neo4jtest.VersionsOfTier() { } }"),
		parsed(t, "m/none", "func BenchmarkX(b *testing.B) {}"),
	}
	if got, want := first(packages), []string{"m/plain", "m/both", "m/stores", "m/graph/neo4jstore"}; !slices.Equal(got, want) {
		t.Errorf("the first tier is %v, want %v", got, want)
	}
	paths, names := second(packages)
	if want := []string{"m/both", "m/long", "m/stores", "m/whole"}; !slices.Equal(paths, want) {
		t.Errorf("the packages of the second tier are %v, want %v", paths, want)
	}
	if want := []string{"TestEach", "TestLong", "TestLonger", "TestShort", "TestWhole"}; !slices.Equal(names, want) {
		t.Errorf("the tests of the second tier are %v, want %v", names, want)
	}
}

// TestEveryPackageHasTier checks that every package with tests is in a tier.
func TestEveryPackageHasTier(t *testing.T) {
	t.Parallel()
	packages, err := testfiles.Packages(t.Context(), "../../../..")
	if err != nil {
		t.Fatal(err)
	}
	paths, _ := second(packages)
	known := append(first(packages), paths...)
	for _, p := range packages {
		if slices.ContainsFunc(p.Functions(), runs) && !slices.Contains(known, p.ImportPath) {
			t.Errorf("%s is in no tier", p.ImportPath)
		}
	}
}
