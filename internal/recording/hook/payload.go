package hook

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// payload has the wanted values of what a client sent, by their path. Of a list, [] stands in the path: of its texts the
// first is kept, or all, as its entry in wanted says.
type payload map[string]string

// keep says how much of a value is kept.
type keep int

const (
	whole  keep = iota // a name or an id, and nothing if it is longer than maxName or cut off
	head               // the first maxText bytes of a text
	tail               // the last bytes of a text
	joined             // head of all texts of a list, each on lines of its own
)

// Bounds, in bytes.
const (
	maxInput = 4 << 20
	maxName  = 4 << 10
	maxText  = 64 << 10
	maxDepth = 10_000 // of lists and objects in each other
)

// wanted lists the paths that are read. Nothing else of a payload is kept in memory, such as the person's address or the
// content of files.
var wanted = map[string]keep{
	// of every client
	"hook_event_name": whole, "hookEventName": whole, "hookName": whole,
	"session_id": whole, "sessionId": whole, "sessionID": whole, "conversation_id": whole, "i.sessionID": whole,
	"cwd": whole, "directory": whole, "workspace_roots[]": whole, "timestamp": whole, "cursor_version": whole, "version": whole,
	"prompt_id": whole, "turn_id": whole, "generation_id": whole, "messageID": whole, "o.message.id": whole,
	"transcript_path": whole, "transcriptPath": whole, "model": whole, "source": whole, "reason": whole, "status": whole,
	"background_tasks[]": whole, "is_interrupt": whole,
	// prompts and last words
	"prompt": head, "o.parts[].text": joined, "last_assistant_message": head, "prompt_response": head,
	// tools
	"tool_name": whole, "toolName": whole, "tool": whole, "i.tool": whole, "tool_use_id": whole, "callID": whole, "i.callID": whole,
	"tool_input.command": head, "toolArgs.command": head, "args.command": head, "i.args.command": head, "command": head,
	"tool_input.file_path": whole, "tool_input.filePath": whole, "tool_input.path": whole, "tool_input.notebook_path": whole,
	"toolArgs.path": whole, "args.filePath": whole, "i.args.filePath": whole, "file_path": whole, "tool_input.files[]": whole,
	"toolArgs": head, "tool_input": head, "tool_input.input": head, "tool_input.patch": head, "args.patchText": head, "i.args.patchText": head,
	"tool_response": tail, "tool_response.stdout": tail, "tool_response.stderr": tail, "tool_response.llmContent": tail,
	"tool_response.interrupted": whole, "tool_response.error": head,
	"toolResult.textResultForLlm": tail, "toolResult.resultType": whole, "output": tail, "o.output": tail, "error": tail,
	"exit": whole, "metadata.exit": whole, "o.metadata.exit": whole,
}

// parents are the objects that have a wanted value.
var parents = func() map[string]bool {
	all := map[string]bool{"": true}
	for path := range wanted {
		for i := range len(path) {
			if path[i] == '.' || path[i] == '[' {
				all[path[:i]] = true
			}
			if path[i] == ']' && i+1 < len(path) {
				all[path[:i+1]] = true
			}
		}
	}
	return all
}()

// readPayload reads one JSON object, up to its end or maxInput bytes. What it read before an error counts.
func readPayload(in io.Reader) payload {
	const buffer = 32 << 10
	s := scanner{in: bufio.NewReaderSize(io.LimitReader(in, maxInput), buffer), out: payload{}}
	_ = s.value("")
	if text := s.out["toolArgs"]; strings.HasPrefix(text, "{") { // some versions send JSON in a text
		s.in.Reset(strings.NewReader(text))
		_ = s.value("toolArgs")
	}
	return s.out
}

// first returns the value of the first of several paths that the payload has.
func (p payload) first(paths ...string) string {
	for _, path := range paths {
		if value := p[path]; value != "" {
			return value
		}
	}
	return ""
}

var errSyntax = errors.New("no JSON")

// scanner reads JSON as a stream. It is lenient: what it skips need not be valid.
type scanner struct {
	in  *bufio.Reader
	out payload
}

// skipped is the path of values that are not wanted.
const skipped = "\x00"

// value reads the value at a path.
func (s *scanner) value(path string) error {
	c, err := s.next()
	if err != nil {
		return err
	}
	kind, is := wanted[path]
	switch {
	case c == '{' && parents[path]:
		return s.object(path)
	case c == '[' && parents[path]:
		return s.list(path)
	case c == '{' || c == '[':
		if is && strings.HasSuffix(path, "[]") {
			s.add(path, whole, something)
		}
		return s.skip()
	case c == '"' && is:
		text, err := s.text(kind)
		s.add(path, kind, text)
		return err
	case c == '"':
		return s.skipText()
	}
	return s.literal(path, is, c)
}

// something stands for an object in a list of which only counts whether it is empty.
const something = "{}"

// add keeps a text. Of several at one path the first is kept, or all of them joined.
func (s *scanner) add(path string, kind keep, text string) {
	earlier := s.out[path]
	switch {
	case text == "":
	case earlier == "":
		s.out[path] = text
	case kind == joined && len(earlier)+len(text) < maxText:
		s.out[path] = earlier + "\n" + text
	}
}

// next returns the next byte that is not white space.
func (s *scanner) next() (byte, error) {
	for {
		c, err := s.in.ReadByte()
		if err != nil || c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return c, err
		}
	}
}

// object reads an object after its brace.
func (s *scanner) object(path string) error {
	for {
		c, err := s.next()
		switch {
		case err != nil:
			return err
		case c == '}':
			return nil
		case c == ',':
			continue
		case c != '"':
			return errSyntax
		}
		key, err := s.text(whole)
		if err != nil {
			return err
		}
		if c, err := s.next(); err != nil || c != ':' {
			return errors.Join(errSyntax, err)
		}
		at := key
		if path != "" {
			at = path + "." + key
		}
		if _, is := wanted[at]; !is && !parents[at] {
			at = skipped
		}
		if err := s.value(at); err != nil {
			return err
		}
	}
}

// list reads a list after its bracket.
func (s *scanner) list(path string) error {
	for {
		c, err := s.next()
		switch {
		case err != nil:
			return err
		case c == ']':
			return nil
		case c == ',':
			continue
		}
		if err := s.in.UnreadByte(); err != nil {
			return err
		}
		if err := s.value(path + "[]"); err != nil {
			return err
		}
	}
}

// skip reads an object or a list to its end.
func (s *scanner) skip() error {
	for depth := 1; depth > 0; {
		c, err := s.in.ReadByte()
		if err != nil {
			return err
		}
		switch c {
		case '"':
			if err := s.skipText(); err != nil {
				return err
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if depth > maxDepth {
			return errSyntax
		}
	}
	return nil
}

// skipText reads a text to its end.
func (s *scanner) skipText() error {
	for {
		run, ended, err := s.run()
		if err == nil && len(run) == 0 && !ended {
			_, err = s.in.ReadByte()
		}
		if err != nil || ended {
			return err
		}
	}
}

// text reads a text after its quote. One that is cut off counts as far as it was read, but a name does not.
func (s *scanner) text(kind keep) (string, error) {
	var text []byte
	for {
		run, ended, err := s.run()
		text = append(text, run...)
		switch {
		case err == nil && ended:
			return cut(text, kind), nil
		case err == nil && len(run) == 0:
			text, err = s.escape(text)
		}
		if err != nil && kind == whole {
			return "", err
		}
		if err != nil {
			return cut(text, kind), err
		}
		switch {
		case kind == tail && len(text) > 2*maxText:
			text = append(text[:0], text[len(text)-maxText:]...)
		case kind != tail && len(text) > maxText: // what follows is not kept
			text = text[:maxText]
		}
	}
}

// run reads what stands before the next escape or the end of a text, as far as it is in the buffer. If it is empty, the text
// ended or the backslash of an escape was read.
func (s *scanner) run() (run []byte, ended bool, err error) {
	if _, err := s.in.Peek(1); err != nil {
		return nil, false, err
	}
	ahead, err := s.in.Peek(s.in.Buffered())
	if err != nil {
		return nil, false, err
	}
	n := bytes.IndexAny(ahead, `"\`)
	switch {
	case n < 0:
		n = len(ahead)
	case n == 0:
		_, err = s.in.Discard(1)
		return nil, ahead[0] == '"', err
	}
	_, err = s.in.Discard(n)
	return ahead[:n], false, err
}

// cut shortens a text to what is kept of it.
func cut(text []byte, kind keep) string {
	switch {
	case kind == whole && len(text) > maxName:
		return ""
	case kind == tail:
		return string(text[max(0, len(text)-maxText):])
	}
	return string(text[:min(len(text), maxText)])
}

// escape reads an escape after its backslash, and adds what it stands for.
func (s *scanner) escape(text []byte) ([]byte, error) {
	c, err := s.in.ReadByte()
	if err != nil {
		return text, err
	}
	switch c {
	case 'n':
		c = '\n'
	case 't':
		c = '\t'
	case 'r':
		c = '\r'
	case 'b', 'f':
		c = ' '
	case 'u':
		first, err := s.unit()
		if err != nil || !utf16.IsSurrogate(first) {
			return utf8.AppendRune(text, first), err
		}
		if ahead, _ := s.in.Peek(2); string(ahead) != `\u` {
			return utf8.AppendRune(text, utf8.RuneError), nil
		}
		_, _ = s.in.Discard(2)
		second, err := s.unit()
		return utf8.AppendRune(text, utf16.DecodeRune(first, second)), err
	}
	return append(text, c), nil
}

// unit reads four hexadecimal digits.
func (s *scanner) unit() (rune, error) {
	n := rune(0)
	for range 4 {
		c, err := s.in.ReadByte()
		if err != nil {
			return 0, err
		}
		d := strings.IndexByte("0123456789abcdef", c|0x20)
		if d < 0 {
			return utf8.RuneError, errSyntax
		}
		n = n<<4 | rune(d) //nolint:gosec // d is less than 16
	}
	return n, nil
}

// literal reads a number, true, false or null, of which the first byte is read.
func (s *scanner) literal(path string, is bool, first byte) error {
	text := []byte{first}
	for {
		c, err := s.in.ReadByte()
		if err == nil && strings.IndexByte(",]} \n\r\t", c) < 0 && len(text) < maxName {
			text = append(text, c)
			continue
		}
		if literal := string(text); is && err == nil && literal != "null" {
			s.add(path, whole, literal)
		}
		if err != nil {
			return err
		}
		return s.in.UnreadByte()
	}
}
