package tsx

import (
	"errors"
	"io"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"
)

// script has the variables of a compiled scene by name. esbuild gives no two variables in nested scopes one name.
type script map[string]*variable

type variable struct {
	value    string // what its declaration outside of functions assigns, or the function that it is; "" if there is none
	assigned int    // how often the name is assigned, the declaration included
}

// constant returns the value of a variable that only its declaration assigns; else "".
func (s script) constant(name string) string {
	if v := s[name]; v != nil && v.assigned == 1 {
		return v.value
	}
	return ""
}

// readScript reads the variables from esbuild's output. It returns nil for a script that the lexer cannot read.
func readScript(output string) script {
	_, module, _ := strings.Cut(output, "\n  // "+sceneSpace+":"+sceneFile+"\n") // after esbuild's own functions
	s := script{}
	r := reader{code: module, lexer: js.NewLexer(parse.NewInputString(module))}
	var open *variable // its value is being read
	var functions declarations
	for from := 0; r.next(); {
		if name, text := functions.next(&r); name != "" {
			if s[name] == nil {
				s[name] = &variable{}
			}
			s[name].value = text
			s[name].assigned++
		}
		if open != nil && r.kind == js.SemicolonToken && r.depth == 0 {
			open.value, open = strings.TrimSpace(module[from:r.start]), nil
		}
		name := r.assigned()
		if name == "" {
			continue
		}
		if s[name] == nil {
			s[name] = &variable{}
		}
		s[name].assigned++
		if r.kind == js.EqToken && r.before[1] == js.VarToken && r.depth == 0 {
			open, from = s[name], r.end
		}
	}
	if !errors.Is(r.lexer.Err(), io.EOF) {
		return nil
	}
	return s
}

// declarations finds the functions that a script declares outside of others.
type declarations struct {
	from, async int    // where the function and the word async before it start
	name        string // of the open function
	open        bool
}

// next returns the name and the text of a function that ends with the reader's token.
func (d *declarations) next(r *reader) (name, text string) {
	switch {
	case d.open && d.name == "" && js.IsIdentifier(r.kind):
		d.name = string(r.text)
	case d.open && r.kind == js.CloseBraceToken && r.depth == 0:
		d.open = false
		return d.name, r.code[d.from:r.end]
	case d.open || r.depth != 0:
	case r.kind == js.AsyncToken && begins(r.before[0]):
		d.async = r.start
	case r.kind == js.FunctionToken && begins(r.before[0]):
		*d = declarations{from: r.start, open: true}
	case r.kind == js.FunctionToken && r.before[0] == js.AsyncToken && begins(r.before[1]):
		*d = declarations{from: d.async, open: true}
	}
	return "", ""
}

// begins reports whether a statement begins after a token. esbuild ends each with a semicolon or a brace.
func begins(before js.TokenType) bool {
	return before == js.ErrorToken || before == js.SemicolonToken || before == js.CloseBraceToken
}

// reader reads the tokens of a script one by one, without spaces and comments.
type reader struct {
	code       string
	lexer      *js.Lexer
	kind       js.TokenType
	text       []byte
	start, end int             // of the token in the script
	depth      int             // open brackets, after the token
	before     [2]js.TokenType // the two tokens before it, the nearer one first
	former     []byte          // the text of the nearer one
}

// next moves to the next token. It returns false at the end, and where the lexer cannot go on.
func (r *reader) next() bool {
	r.before, r.former = [2]js.TokenType{r.kind, r.before[0]}, r.text
	for {
		r.kind, r.text = r.lexer.Next()
		if (r.kind == js.DivToken || r.kind == js.DivEqToken) && !r.divides() {
			r.kind, r.text = r.lexer.RegExp()
		}
		r.start, r.end = r.end, r.end+len(r.text)
		switch r.kind {
		case js.WhitespaceToken, js.LineTerminatorToken, js.CommentToken, js.CommentLineTerminatorToken:
			continue
		case js.OpenParenToken, js.OpenBracketToken, js.OpenBraceToken, js.TemplateStartToken:
			r.depth++
		case js.CloseParenToken, js.CloseBracketToken, js.CloseBraceToken, js.TemplateEndToken:
			r.depth--
		default:
		}
		return r.kind != js.ErrorToken
	}
}

// divides reports whether a "/" divides, rather than starting a regular expression. esbuild prints a space after a
// division, but not after the "/" in `if (a) /b/.test(c)`.
func (r *reader) divides() bool {
	if !strings.HasPrefix(r.code[r.end+len(r.text):], " ") {
		return false
	}
	switch before := r.before[0]; before {
	case js.StringToken, js.TemplateToken, js.TemplateEndToken, js.RegExpToken, js.PrivateIdentifierToken,
		js.CloseParenToken, js.CloseBracketToken, js.CloseBraceToken, js.IncrToken, js.DecrToken,
		js.ThisToken, js.SuperToken, js.TrueToken, js.FalseToken, js.NullToken:
		return true
	default:
		return js.IsIdentifier(before) || js.IsNumeric(before)
	}
}

// assigned returns the name that this token assigns, or that a ++ or -- before it does; else "". It does not know the
// names that an assignment to a pattern changes, as in [a, b] = [b, a].
func (r *reader) assigned() string {
	switch r.kind {
	case js.EqToken, js.AddEqToken, js.SubEqToken, js.MulEqToken, js.DivEqToken, js.ModEqToken, js.ExpEqToken,
		js.LtLtEqToken, js.GtGtEqToken, js.GtGtGtEqToken, js.BitAndEqToken, js.BitOrEqToken, js.BitXorEqToken,
		js.AndEqToken, js.OrEqToken, js.NullishEqToken, js.IncrToken, js.DecrToken, js.OfToken, js.InToken:
		if js.IsIdentifier(r.before[0]) && r.before[1] != js.DotToken {
			return string(r.former)
		}
	default:
		if js.IsIdentifier(r.kind) && (r.before[0] == js.IncrToken || r.before[0] == js.DecrToken) {
			return string(r.text)
		}
	}
	return ""
}

// expression parses an expression. It returns nil if the text is none, or nests too deep for the parser.
func expression(text string) js.IExpr {
	tree, err := js.Parse(parse.NewInputString("x = "+text), js.Options{})
	if err != nil || len(tree.List) != 1 {
		return nil
	}
	if statement, ok := tree.List[0].(*js.ExprStmt); ok {
		if assignment, ok := statement.Value.(*js.BinaryExpr); ok {
			return assignment.Y
		}
	}
	return nil
}
