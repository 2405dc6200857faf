package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"plotline/testing/kit/markdown"
)

// brokenLinks lists the links to missing files or headings. It does not check links to other sites.
func brokenLinks(files []string) ([]string, error) {
	pages := map[string]markdown.Page{}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		pages[file] = markdown.Parse(source)
	}
	var broken []string
	for _, file := range files {
		for _, link := range pages[file].Links {
			if why := leadsNowhere(pages, file, link.Target); why != "" {
				broken = append(broken, fmt.Sprintf("%s:%d: %s: %s", file, link.Line, link.Target, why))
			}
		}
	}
	return broken, nil
}

// leadsNowhere returns the reason why a link is broken, or "".
func leadsNowhere(pages map[string]markdown.Page, from, target string) string {
	if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
		return ""
	}
	name, anchor, _ := strings.Cut(target, "#")
	file := from
	if name != "" {
		file = filepath.Join(filepath.Dir(from), filepath.FromSlash(name))
	}
	if _, err := os.Stat(file); err != nil {
		return "there is no such file"
	}
	if page, known := pages[file]; anchor != "" && (!known || !page.Anchors[anchor]) {
		return "there is no such heading"
	}
	return ""
}

// written lists the pages whose links are checked: those at the top, in docs/ and in the folders of docs/.
func written() ([]string, error) {
	var files []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, nil
}
