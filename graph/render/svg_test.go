package render

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSVGShowsLabels has all labels drawn and reads the picture as a strict XML reader would: the
// text of each node is its label, and nothing in it can act.
func TestSVGShowsLabels(t *testing.T) {
	t.Parallel()
	needTool(t, "dot", "install graphviz")
	labels := allLabels()
	picture, err := SVG(t.Context(), Graph{
		Nodes: nodesOf(labels),
		Edges: []Edge{{From: 0, To: 1, Type: "<script>alert(1)</script>", Strength: 1}},
	})
	if err != nil {
		t.Fatal(err)
	}
	texts := readSVG(t, picture)
	for i, label := range labels {
		got := texts[fmt.Sprintf("node%d", i+1)]
		if want := shownLines(label); !slices.Equal(got, want) {
			t.Errorf("label %q is shown as %q, want %q", label, got, want)
		}
	}
	if got := texts["node1->node2"]; !slices.Equal(got, []string{"<script>alert(1)</script> (1.0)"}) {
		t.Errorf("edge label %q", got)
	}
}

// shownLines are the lines with something in them; dot writes spaces in runs as no-break spaces.
func shownLines(label string) []string {
	lines := strings.Split(strings.ReplaceAll(clean(label), "\u00a0", " "), "\n")
	return slices.DeleteFunc(lines, func(s string) bool { return s == "" })
}

// readSVG gives the lines of text of every node and edge by its title, and fails on elements and
// attributes that a drawing of ours never has.
func readSVG(t *testing.T, picture []byte) map[string][]string {
	t.Helper()
	texts := map[string][]string{}
	var inside, title string
	for decoder := xml.NewDecoder(bytes.NewReader(picture)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return texts
		}
		if err != nil {
			t.Fatalf("not XML: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			inside = token.Name.Local
			checkElement(t, token)
		case xml.EndElement:
			inside = ""
		case xml.CharData:
			switch inside {
			case "title":
				title = string(token)
			case "text":
				texts[title] = append(texts[title], strings.ReplaceAll(string(token), "\u00a0", " "))
			}
		}
	}
}

func checkElement(t *testing.T, element xml.StartElement) {
	t.Helper()
	if !slices.Contains([]string{"svg", "g", "title", "text", "polygon", "ellipse", "path"}, element.Name.Local) {
		t.Errorf("element <%s>", element.Name.Local)
	}
	for _, attr := range element.Attr {
		if attr.Name.Local == "href" || strings.HasPrefix(attr.Name.Local, "on") {
			t.Errorf("attribute %s of <%s>", attr.Name.Local, element.Name.Local)
		}
	}
}

func TestSVGEmpty(t *testing.T) {
	t.Parallel()
	needTool(t, "dot", "install graphviz")
	picture, err := SVG(t.Context(), Graph{})
	if err != nil || !bytes.Contains(picture, []byte("</svg>")) {
		t.Errorf("SVG of nothing = %q, %v", picture, err)
	}
}

func TestSVGCancelledBefore(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := SVG(ctx, Graph{}); !errors.Is(err, context.Canceled) {
		t.Errorf("SVG = %v, want context.Canceled", err)
	}
}

func TestSVGWithoutDot(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := SVG(t.Context(), Graph{}); !errors.Is(err, ErrNoDot) {
		t.Errorf("SVG = %v, want ErrNoDot", err)
	}
}

// fakeDot puts a shell script in the place of dot; it knows no other programs but by their paths.
func fakeDot(t *testing.T, script string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for dot is a shell script")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "dot")
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+script), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o700); err != nil { //nolint:gosec // it has to be run
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
}

func TestSVGTimeLimit(t *testing.T) {
	fakeDot(t, "while :; do :; done\n")
	_, err := svg(t.Context(), "digraph {}", 50*time.Millisecond, svgMaxBytes)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("svg = %v, want context.DeadlineExceeded", err)
	}
}

// TestSVGCancelled stops a drawing that is under way, and looks that the process is gone.
func TestSVGCancelled(t *testing.T) {
	pidFile := filepath.Join(t.TempDir(), "pid")
	fakeDot(t, "echo $$ >'"+pidFile+".new'\n/bin/mv '"+pidFile+".new' '"+pidFile+"'\nwhile :; do :; done\n")
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := SVG(ctx, Graph{})
		done <- err
	}()
	pid := waitForPid(t, pidFile)
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("SVG = %v, want context.Canceled", err)
	}
	process, err := os.FindProcess(pid)
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Signal(syscall.Signal(0)); !errors.Is(err, os.ErrProcessDone) {
		t.Errorf("process %d is still there: %v", pid, err)
	}
}

func waitForPid(t *testing.T, file string) int {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		text, err := os.ReadFile(file)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		return pid
	}
	t.Fatal("the stand-in for dot did not start")
	return 0
}

func TestSVGTooLarge(t *testing.T) {
	fakeDot(t, "while :; do echo 0123456789; done\n")
	_, err := svg(t.Context(), "digraph {}", 10*time.Second, 1000)
	if !errors.Is(err, ErrTooLarge) {
		t.Errorf("svg = %v, want ErrTooLarge", err)
	}
}

// TestSVGFailure has dot complain at length: the first of it is in the error, for the log.
func TestSVGFailure(t *testing.T) {
	fakeDot(t, "echo first >&2\ni=0\nwhile [ $i -lt 2000 ]; do echo complaint >&2; i=$((i+1)); done\nexit 3\n")
	_, err := SVG(t.Context(), Graph{})
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 3 {
		t.Fatalf("SVG = %v, want exit status 3", err)
	}
	if text := err.Error(); !strings.Contains(text, "first") || len(text) > dotMaxComplaint+100 {
		t.Errorf("%d bytes of error: %.100s", len(text), text)
	}
}
