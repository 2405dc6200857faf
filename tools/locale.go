package tools

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"plotline/internal/fault"
)

// The English texts are in the code. locales/active.<language>.json has the others, in the format of go-i18n:
//
//	<tool>.title, <tool>.description
//	<tool>.in.<path>, <tool>.out.<path>   a field of that tool, as in create_episodes.in.episodes.query
//	field.<name>                          a field that reads the same in several places
//	prompt.<name>.…, resource.<name>.…, instructions.<name>
//
// Each has the hash of the English text that it translates. A translation of an outdated text is not shown, and a
// test reports it.
//
//go:embed locales/*.json
var localeFiles embed.FS

// texts returns texts in one language. The zero value is English.
type texts struct {
	localizer *i18n.Localizer
	hashes    map[string]string                    // of the English source, by message id
	asked     func(english string, keys ...string) // set by a test, which records every text that is looked up
}

// languages are English and the languages that have a file.
func languages() []language.Tag {
	return []language.Tag{language.English, language.German, language.SimplifiedChinese}
}

// ParseLocale parses a language tag such as "de-AT" or "zh-CN". It fails if no language with texts matches.
func ParseLocale(text string) (language.Tag, error) {
	tag, err := language.Parse(text)
	if err == nil {
		if _, _, sure := language.NewMatcher(languages()).Match(tag); sure != language.No {
			return tag, nil
		}
	}
	names := make([]string, 0, len(languages()))
	for _, known := range languages() {
		names = append(names, known.String())
	}
	return language.Und, fault.Invalid("Plotline has no texts in the language '%.50s'; valid: %s", text, strings.Join(names, ", "))
}

// textsFor returns the texts of the closest language, else English, which needs no file.
func textsFor(locale language.Tag) texts {
	all := languages()
	_, i, sure := language.NewMatcher(all).Match(locale)
	if i == 0 || sure == language.No {
		return texts{}
	}
	bundle := i18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("json", json.Unmarshal)
	file, err := bundle.LoadMessageFileFS(localeFiles, localeFile(all[i]))
	if err != nil {
		panic("tools: " + err.Error()) // impossible: the file is embedded
	}
	t := texts{localizer: i18n.NewLocalizer(bundle, all[i].String()), hashes: map[string]string{}}
	for _, message := range file.Messages {
		t.hashes[message.ID] = message.Hash
	}
	return t
}

func localeFile(tag language.Tag) string { return "locales/active." + tag.String() + ".json" }

// get returns the text of the first key that has one, else the English text.
func (t texts) get(english string, keys ...string) string {
	if t.asked != nil {
		t.asked(english, keys...)
	}
	for _, key := range keys {
		if text, ok := t.find(key, english); ok {
			return text
		}
	}
	return english
}

// fields returns the texts of a tool's fields: the field's own text, else the shared one.
func (t texts) fields(prefix string) describe {
	return func(path, english string) string { return t.get(english, prefix+path, sharedKey(path)) }
}

func sharedKey(path string) string { return "field." + path[strings.LastIndexByte(path, '.')+1:] }

// find returns the translation of exactly this English text. It ignores an error that go-i18n returns beside a text.
func (t texts) find(key, english string) (string, bool) {
	if t.localizer == nil || t.hashes[key] != hashOf(english) {
		return "", false
	}
	text, _ := t.localizer.Localize(&i18n.LocalizeConfig{MessageID: key})
	return text, text != ""
}

// hashOf identifies an English text in the locale files.
func hashOf(english string) string {
	sum := sha256.Sum256([]byte(english))
	return hex.EncodeToString(sum[:4])
}
