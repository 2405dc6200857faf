package analysis_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plotline/graph/analysis"
)

func TestTokens(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 250)
	tests := []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"nothing but signs", " \t\n!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ —“”…€→🙂", ""},
		{"words", "The quick_brown-fox's 2nd try", "the quick brown fox s 2nd try"},
		{"signs of Lucene and FTS5", `+a -b && "c d" NEAR/2 e* f:g ^h (i OR j)~2 [k TO l] \m`, "a b c d near 2 e f g h i or j 2 k to l m"},
		{"upper case", "ÄÖÜ ΣΑΣ ДОМ İ", "äöü σασ дом i"},
		{"compatibility forms", "ﬁve ① ² Ⅷ ＡＢ１ ｶﾞ ㎏ ℌ", "five 1 2 viii ab1 ガ kg h"},
		{"a fraction is two numbers", "½", "1 2"},
		{"composed and decomposed are the same", "caf\u00e9 cafe\u0301", "café café"},
		{"marks stay on their letters", "हिन्दी עִבְרִית", "हिन्दी עִבְרִית"},
		{"marks alone are none", "\u0301 a\u200b \u0301b", "a b"},
		{"format characters are nothing", "soft\u00adware data\u200bbase a\u200d\u0301b \ufeffx", "software database áb x"},
		{"Thai by letters with their marks", "กินข้าว ไทย2", "กิ น ข้ า ว ไ ท ย 2"},
		{"Lao, Khmer and Burmese", "ລາວ ភាសា မြန်မာ", "ລ າ ວ ភា សា မြ န် မာ"},
		{"Chinese by characters", "你好world世界2", "你 好 world 世 界 2"},
		{"Japanese by characters", "データベース カタカナ ひらがな 々", "デ ー タ ベ ー ス カ タ カ ナ ひ ら が な 々"},
		{"a long vowel before a digit", "サーバー2 ｻｰﾊﾞｰ2号", "サ ー バ ー 2 サ ー バ ー 2 号"},
		{"Korean by characters, composed", "한국어 \u1112\u1161\u11ab", "한 국 어 한"},
		{"Bopomofo by characters", "ㄅㄆ", "ㄅ ㄆ"},
		{"a run too long is cut", long, long[:100] + " " + long[:100] + " " + long[:50]},
		{"a run as long as can be", long[:100], long[:100]},
		{"letters outside of the first plane", "𝒜𐐀 𠀀", "a𐐨 𠀀"},
		{"not UTF-8", "a\xffb", "a b"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, strings.Join(analysis.Tokens(test.text), " ")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// anyText mixes difficult characters: marks, scripts without spaces, signs, compatibility forms, bad UTF-8.
func anyText() *rapid.Generator[string] {
	hard := rapid.SampledFrom([]string{
		"a", "Z", "9", " ", "\n", "\"", "*", "'", "\u0301", "\u0338", "\u200d", "\u00ad", "İ", "ß", "ẞ", "Σ", "ς", "ﬁ", "Å", "½", "…",
		"漢", "々", "ー", "ｶ", "ﾞ", "が", "\u3099", "한", "\u1112", "\u1161", "\u11ab", "ㄅ", "𠀀", "हि", "्", "ไ", "\u034f", "\ufffd", "\xff",
		strings.Repeat("x", 99), strings.Repeat("\u0301", 40), strings.Repeat("y", 101),
	})
	return rapid.Custom(func(t *rapid.T) string {
		parts := rapid.SliceOf(rapid.OneOf(hard, rapid.String())).Draw(t, "parts")
		return strings.Join(parts, "")
	})
}

// checkTokens checks that tokens contain nothing with a meaning for a store. Stores split the indexed text at
// single spaces.
func checkTokens(t interface{ Fatalf(string, ...any) }, text string) {
	tokens := analysis.Tokens(text)
	for _, token := range tokens {
		if n := utf8.RuneCountInString(token); n == 0 || n > 100 {
			t.Fatalf("%q has a token of %d runes", text, n)
		}
		for _, r := range token {
			if unicode.IsSpace(r) || (r < 0x80 && !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789", r)) {
				t.Fatalf("%q has the token %q with %q", text, token, r)
			}
		}
	}
	indexed := strings.Join(tokens, " ")
	if again := strings.Join(analysis.Tokens(indexed), " "); again != indexed {
		t.Fatalf("%q is indexed as %+q, and that as %+q", text, indexed, again)
	}
}

func TestTokensOfAnyText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) { checkTokens(t, anyText().Draw(t, "text")) })
}

func TestTokensOfEveryRune(t *testing.T) {
	t.Parallel()
	for r := range rune(0x20000) { // ideographs follow
		if r%97 != 0 && unicode.In(r, unicode.Han, unicode.Hangul) {
			continue // a hundred thousand similar ones
		}
		if unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.S) {
			checkTokens(t, "x"+string(r)+"y "+string(r))
		}
	}
}

func FuzzTokens(f *testing.F) {
	f.Add("データ2 ½ cafe\u0301 \"NEAR\" 한국어")
	f.Fuzz(func(t *testing.T, text string) { checkTokens(t, text) })
}
