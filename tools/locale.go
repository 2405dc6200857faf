package tools

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"plotline/graph/fault"
)

// The English text stands beside the code. locales/active.<language>.json hold the others, by go-i18n:
//
//	<tool>.title, <tool>.description
//	<tool>.in.<path>, <tool>.out.<path>   a field of that tool, as in create_episodes.in.episodes.query
//	field.<name>                          a field that reads the same in several places
//	prompt.<name>.…, resource.<name>.…, instructions.<name>
//
// Each has the hash of the English text that it translates. One whose English has changed is not
// shown, and a test names it.
//
//go:embed locales/*.json
var localeFiles embed.FS

// texts gives texts in one language. The zero value is English.
type texts struct {
	localizer *i18n.Localizer
	hashes    map[string]string                    // of the English source, by message id
	asked     func(english string, keys ...string) // a test's: told of every text that is asked for
}

// languages are those that there are files for, behind English.
func languages() []language.Tag {
	return []language.Tag{language.English, language.German, language.SimplifiedChinese}
}

// ParseLocale reads a language tag for which there are texts, as a flag gives it: also "de-AT" or
// "zh-CN".
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
	return language.Und, fault.Invalid("there are no texts in '%.50s'; valid: %s", text, strings.Join(names, ", "))
}

// textsFor takes the closest language that there is, else English, for which nothing is loaded.
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
		panic("tools: " + err.Error()) // the file is part of the program
	}
	t := texts{localizer: i18n.NewLocalizer(bundle, all[i].String()), hashes: map[string]string{}}
	for _, message := range file.Messages {
		t.hashes[message.ID] = message.Hash
	}
	return t
}

func localeFile(tag language.Tag) string { return "locales/active." + tag.String() + ".json" }

// get gives the text of the first key that there is one for, or the English text.
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

// fields gives the texts of a tool's fields: the field's own, else the shared one.
func (t texts) fields(prefix string) describe {
	return func(path, english string) string { return t.get(english, prefix+path, sharedKey(path)) }
}

func sharedKey(path string) string { return "field." + path[strings.LastIndexByte(path, '.')+1:] }

// find gives the translation of this very English text. That go-i18n reports an error beside a text
// is no reason to leave the text.
func (t texts) find(key, english string) (string, bool) {
	if t.localizer == nil || t.hashes[key] != hashOf(english) {
		return "", false
	}
	text, _ := t.localizer.Localize(&i18n.LocalizeConfig{MessageID: key})
	return text, text != ""
}

// hashOf tells one English text from another, in the locale files.
func hashOf(english string) string {
	sum := sha256.Sum256([]byte(english))
	return hex.EncodeToString(sum[:4])
}
