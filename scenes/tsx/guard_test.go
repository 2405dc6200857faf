package tsx_test

import (
	"strings"
	"testing"

	"plotline/scenes/tsx"
)

// shapes are the kinds of nesting: the start, what opens, what is inside, what closes.
var shapes = map[string][4]string{
	"parentheses": {"x=", "(", "1", ")"}, "lists": {"x=", "[", "1", "]"}, "objects": {"x=", "{a:", "1", "}"}, "elements": {"x=", "<a>", "", "</a>"},
	"expressions": {"x=", "<a>{", "1", "}</a>"}, "attributes": {"x=", "<a b={", "1", "}/>"}, "templates": {"x=", "`${", "1", "}`"}, "not": {"x=", "!", "1", ""},
	"minus": {"x=", "- ", "1", ""}, "conditions": {"x=", "a?b:", "1", ""}, "inner conditions": {"x=", "a?", "1", ":b"}, "arrows": {"x=", "a=>", "1", ""},
	"new": {"x=", "new ", "a", ""}, "assignments": {"x=", "a=", "1", ""}, "powers": {"x=", "a**", "1", ""}, "typeof": {"x=", "typeof ", "1", ""},
	"members": {"x=", "", "a", ".b"}, "optional": {"x=", "", "a", "?.b"}, "type arguments": {"x=", "f<", "1", ""}, "void": {"x=", "void ", "1", ""},
	"functions": {"x=", "function(){return ", "1", "}"}, "classes": {"x=", "class extends ", "a", "{}"}, "spread": {"x=", "[...", "a", "]"},
	"default values": {"x=", "(a=", "1", ")=>1"}, "return types": {"x=", "a?(b):(c)=>", "1", ""}, "arrow in a condition": {"x=", "a?(b=>", "1", "):1"},
	"behind comments": {"x=", "(/*)*/", "1", ")"}, "behind strings": {"x=", "(')',", "1", ")"}, "behind templates": {"x=", "(`)`,", "1", ")"}, "behind expressions": {"x=", "(/[)]/,", "1", ")"},
	"ifs": {"", "if(1)", ";", ""}, "else ifs": {"", "if(1){}else ", ";", ""}, "blocks": {"", "{", ";", "}"}, "loops": {"", "for(;;)", ";", ""}, "while": {"", "while(1)", ";", ""},
	"labels": {"", "a:", ";", ""}, "do": {"", "do ", ";", "while(1)"}, "namespaces": {"", "namespace a{", "let b", "}"}, "tries": {"", "try{", ";", "}finally{}"}, "inner functions": {"", "function a(){", ";", "}"},
	"types": {"type X=", "(", "a", ")"}, "keyof": {"type X=", "keyof ", "a", ""}, "infer": {"type X=a extends ", "infer b extends ", "a", ""}, "function types": {"type X=", "()=>", "a", ""},
	"generic types": {"type X=", "a<", "b", ">"}, "conditional types": {"type X=", "a extends b?c:", "d", ""}, "object types": {"type X=", "{a:", "b", "}"}, "typed": {"let x:", "[", "a", "]"},
}

// TestNesting checks that deep code is rejected before esbuild could overflow the stack, and that other code is not.
func TestNesting(t *testing.T) {
	t.Parallel()
	for name, s := range shapes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			nested := func(n int) string { return s[0] + strings.Repeat(s[1], n) + s[2] + strings.Repeat(s[3], n) }
			if _, err := tsx.Compile(scene(nested(40))); err != nil && strings.Contains(err.Error(), "deep") {
				t.Errorf("40 levels: %v", err)
			}
			for _, n := range []int{1100, (tsx.MaxBytes - 200) / len(s[1]+s[3])} {
				whole := nested(n)
				for _, code := range []string{whole, whole[:len(s[0])+n*len(s[1])]} {
					if _, err := tsx.Compile(scene(code)); err == nil || (!strings.Contains(err.Error(), "deep") && s[1] != "") {
						t.Errorf("%d levels: %.200v", n, err)
					}
					if s[1] == "" {
						break // nothing was opened
					}
				}
			}
		})
	}
}

func TestDeepCodeIsLocated(t *testing.T) {
	t.Parallel()
	_, err := tsx.Compile("const a = 1;\nconst ä = " + strings.Repeat("[", 50_000))
	want := "2:510: the code nests more than 500 levels deep here: make it flatter"
	if err == nil || !strings.HasPrefix(err.Error(), want) || len(err.Error()) > 1000 {
		t.Errorf("%.300v, want %s", err, want)
	}
}

// TestLongScenesCompile checks that long but flat code is accepted.
func TestLongScenesCompile(t *testing.T) {
	t.Parallel()
	for name, part := range map[string]string{
		"statements":       "  const point# = Math.round(interpolate(frame, [0, 30], [0, 1]) * 100) / 100;\n",
		"no semicolons":    "  const point# = frame > 10 ? Math.sin(frame.valueOf()) : -1\n",
		"if after if":      "  if (frame === # && !done) { done = true; }\n",
		"elements in text": "  list.push(<p key={#} style={{ color: \"#fff\" }}>It's (number) #: isn't it?</p>);\n",
		"long list":        "  list.push({ x: #, y: -1, label: 'a', up: frame > 1 ? true : false });\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			b.WriteString("export default function Scene({ frame, list, done, interpolate }: any) {\n")
			for i := range 1500 {
				b.WriteString(strings.ReplaceAll(part, "#", string("abcdefghij"[i/1000])+string("abcdefghij"[i/100%10])+string("abcdefghij"[i/10%10])+string("abcdefghij"[i%10])))
			}
			b.WriteString("  return <b/>;\n}\n")
			if _, err := tsx.Compile(b.String()); err != nil {
				t.Error(err)
			}
		})
	}
}
