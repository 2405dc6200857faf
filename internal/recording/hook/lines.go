package hook

import (
	"path/filepath"
	"strings"

	"plotline/internal/clip"
	"plotline/internal/project"
	"plotline/internal/recording/check"
	"plotline/internal/recording/spool"
)

// mostFiles bounds the lines that one patch makes.
const mostFiles = 20

// sessionLine describes a session in a project.
func (h *hook) sessionLine(at project.Checkout) spool.Line {
	line := spool.Line{
		Kind: spool.Session, Source: h.payload["source"], Project: h.root, Branch: at.Branch, Head: at.Head, Client: h.payload["cursor_version"],
		Model: h.payload["model"], Transcript: h.payload.first("transcript_path", "transcriptPath"),
	}
	if line.Source == "new" {
		line.Source = "startup"
	}
	if h.what.kind != spool.Session {
		line.Source = ""
	}
	if at.Folder != h.root {
		line.Folder = at.Folder
	}
	if parent := h.env("CLAUDE_CODE_SESSION_ID"); parent != "" && h.env("CLAUDECODE") != "" && parent != h.session {
		line.Parent = spool.Name(parent)
	}
	return line
}

// endLine describes how a task ended.
func (h *hook) endLine() spool.Line {
	line := spool.Line{Kind: spool.End, How: h.what.how, Words: spool.Clean(h.payload.first("last_assistant_message", "prompt_response"), spool.MostWords)}
	line.Head = project.CheckoutOf(h.folder).Head
	switch {
	case h.what.how == spool.Stopped && h.payload["background_tasks[]"] != "":
		line.How = spool.Paused
	case h.client == Cursor && h.payload["status"] == "aborted", h.client == OpenCode && h.payload["status"] == "MessageAbortedError":
		line.How = spool.Interrupted
	case h.client == Cursor && h.payload["status"] == "error":
		line.How = spool.Failed
	}
	if h.rules.Names(line.Words) {
		line.Words = ""
	}
	return line
}

// toolLines describes the use of a tool: none of Plotline's own and of what is excluded, and one for each file of a patch.
func (h *hook) toolLines() []spool.Line {
	p := h.payload
	name := p.first("tool_name", "toolName", "tool", "i.tool")
	command := p.first("tool_input.command", "toolArgs.command", "args.command", "i.args.command", "command")
	class := spool.Other
	switch {
	case h.event == "afterShellExecution", shells[name]:
		class = spool.Shell
	case h.event == "afterFileEdit", editors[name]:
		class = spool.Edit
	case strings.Contains(strings.ToLower(name), "plotline"), name == "":
		return nil
	}
	if patch, is := patchIn(command, p); is && class != spool.Other {
		return h.editLines(patch)
	}
	switch class {
	case spool.Shell:
		return h.shellLine(command)
	case spool.Other:
		return []spool.Line{{Kind: spool.Tool, Class: class, Name: spool.Clean(name, spool.MostFirst)}}
	default:
		files := p.first("tool_input.file_path", "tool_input.filePath", "tool_input.path", "tool_input.notebook_path", "toolArgs.path", "args.filePath",
			"i.args.filePath", "file_path", "tool_input.files[]")
		return h.editLines([]string{files})
	}
}

// shellLine describes a command. Of its output is kept what check.Shape keeps.
func (h *hook) shellLine(command string) []spool.Line {
	if program, _, _ := strings.Cut(strings.TrimSpace(command), " "); program == "plotline" || program == "plotline-hook" {
		return nil
	}
	line := spool.Line{Kind: spool.Tool, Class: spool.Shell, Command: spool.Clean(command, spool.MostCommand)}
	if line.Command == "" || h.rules.Names(line.Command) {
		return nil
	}
	var output string
	output, line.Exit = outputOf(h.payload, h.client, h.event)
	line.First, line.Tail = check.Shape(line.Command, line.Exit, spool.Output(output))
	line.First, line.Tail = clip.Runes(line.First, spool.MostFirst), clip.Runes(line.Tail, spool.MostTail)
	if h.rules.Names(line.First + "\n" + line.Tail) {
		line.First, line.Tail = "", ""
	}
	return []spool.Line{line}
}

// editLines describes edits of files. Files outside of the project are not named.
func (h *hook) editLines(files []string) []spool.Line {
	ok := okOf(h.payload, h.client, h.event)
	var lines []spool.Line
	for _, file := range files[:min(len(files), mostFiles)] {
		relative := h.relative(file)
		if relative != "" && h.rules.Excludes(relative) {
			continue
		}
		lines = append(lines, spool.Line{Kind: spool.Tool, Class: spool.Edit, Path: relative, OK: ok})
	}
	return lines
}

// relative returns the path of a file in the project, with slashes, or "" outside of it.
func (h *hook) relative(file string) string {
	if file == "" {
		return ""
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(h.payload.first("cwd", "directory"), file)
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(file)); err == nil {
		file = filepath.Join(dir, filepath.Base(file))
	}
	for _, root := range []string{h.folder, h.root} {
		if relative, err := filepath.Rel(root, file); root != "" && err == nil && filepath.IsLocal(relative) {
			return spool.Clean(filepath.ToSlash(relative), spool.MostCommand)
		}
	}
	return ""
}

var patched = lazy(`(?m)^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+?)\s*$`)

// patchIn returns the files of a patch that a tool or a command applies.
func patchIn(command string, p payload) (files []string, is bool) {
	text := p.first("tool_input.input", "tool_input.patch", "args.patchText", "i.args.patchText")
	switch {
	case strings.Contains(command, "apply_patch") || strings.HasPrefix(command, "*** Begin Patch"):
		text = command
	case text == "" && strings.HasPrefix(p["tool_input"], "*** Begin Patch"):
		text = p["tool_input"]
	}
	for _, m := range patched().FindAllStringSubmatch(text, -1) {
		files = append(files, m[1])
	}
	return files, len(files) > 0
}
