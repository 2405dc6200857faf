// Command sbom checks that the bills of materials are complete. They must list every Go module in the
// program and every npm package in the pages, with versions, and the licence of each module.
// testing/sbom/sbom.sh writes the bills and runs this command; `make sbom` and `make check` run that
// script.
package main

import (
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
)

func main() {
	binary := flag.String("binary", "bin/plotline", "the program")
	modules := flag.String("modules", "out/sbom.json", "its bill of materials")
	lock := flag.String("lock", "web/package-lock.json", "the lock file of the pages")
	pages := flag.String("pages", "out/sbom-pages.json", "their bill of materials")
	flag.Parse()
	if err := errors.Join(checkModules(*binary, *modules), checkPackages(*lock, *pages)); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// checkModules compares a program with its bill of materials.
func checkModules(binary, bill string) error {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return err
	}
	var want []string
	for _, module := range info.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		want = append(want, module.Path+"@"+module.Version)
	}
	return compare(bill, want, true)
}

// checkPackages compares the non-development packages of a lock file with their bill.
func checkPackages(lock, bill string) error {
	var locked struct {
		Packages map[string]struct {
			Version string `json:"version"`
			Dev     bool   `json:"dev"`
		} `json:"packages"`
	}
	if err := read(lock, &locked); err != nil {
		return err
	}
	var want []string
	for path, p := range locked.Packages {
		const folder = "node_modules/" // the innermost package, if they are nested
		if at := strings.LastIndex(path, folder); at >= 0 && !p.Dev {
			want = append(want, path[at+len(folder):]+"@"+p.Version)
		}
	}
	return compare(bill, want, false)
}

// compare reports missing entries of a bill. Not every npm package states its licence.
func compare(bill string, want []string, licences bool) error {
	var listed struct {
		Components []struct {
			Group    string `json:"group"`
			Name     string `json:"name"`
			Version  string `json:"version"`
			Licenses []any  `json:"licenses"`
		} `json:"components"`
	}
	if err := read(bill, &listed); err != nil {
		return err
	}
	if len(want) == 0 {
		return fmt.Errorf("%s: there is nothing to compare it with", bill)
	}
	licensed := map[string]bool{}
	for _, c := range listed.Components {
		name := c.Name
		if c.Group != "" {
			name = c.Group + "/" + c.Name
		}
		licensed[name+"@"+c.Version] = len(c.Licenses) > 0
	}
	var problems []error
	slices.Sort(want)
	for _, name := range want {
		if has, is := licensed[name]; !is {
			problems = append(problems, fmt.Errorf("%s lacks %s", bill, name))
		} else if licences && !has {
			problems = append(problems, fmt.Errorf("%s names no licence for %s", bill, name))
		}
	}
	return errors.Join(problems...)
}

func read(file string, into any) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}
