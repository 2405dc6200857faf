package aiserver

import (
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// scriptLanguage describes the input of Parse for people.
const scriptLanguage = `steps, separated by commas, the last one repeats:
  scene, broken       a good scene; one that does not compile
  analysis            a good answer about an image
  text=WORDS          these words; a comma in them is written %2C
  file=PATH           the text of a file
  slow=DURATION       a good scene after that long, such as slow=2s
  hang                no answer ever
  status=CODE         a status, such as status=500
  busy=SECONDS        429 with Retry-After; busy alone is without
  truncated, json, prose, nothing, nochoices, refusal, hangup, drip
                      a good scene that breaks off; broken JSON; a scene with words around; an empty
                      text; no answer in the answer; a no; a closed connection; a byte every 10 ms`

// ScriptLanguage describes the input of Parse.
func ScriptLanguage() string { return scriptLanguage }

var plainSteps = map[string]func() Step{
	"scene":     func() Step { return Text(GoodScene) },
	"broken":    func() Step { return Text(BrokenScene) },
	"analysis":  func() Step { return Text(Analysis()) },
	"hang":      func() Step { step, _ := Hang(); return step },
	"truncated": func() Step { return Truncated(GoodScene) },
	"json":      BrokenJSON,
	"prose":     func() Step { return Prose(GoodScene) },
	"nothing":   Nothing,
	"nochoices": NoChoices,
	"refusal":   func() Step { return Refusal("I cannot help with that.") },
	"hangup":    HangUp,
	"drip":      func() Step { return Drip(10*time.Millisecond, GoodScene) },
	"busy":      func() Step { return Busy("") },
}

// Parse parses a script from a command line. ScriptLanguage describes its syntax.
func Parse(script string) ([]Step, error) {
	words := strings.Split(script, ",")
	steps := make([]Step, 0, len(words))
	for _, word := range words {
		step, err := parseStep(strings.TrimSpace(word))
		if err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	return steps, nil
}

func parseStep(word string) (Step, error) {
	name, value, has := strings.Cut(word, "=")
	if plain, ok := plainSteps[name]; ok && !has {
		return plain(), nil
	}
	switch name {
	case "text":
		return Text(strings.ReplaceAll(value, "%2C", ",")), nil
	case "busy":
		return Busy(value), nil
	case "file":
		text, err := os.ReadFile(value)
		return Text(string(text)), err
	case "slow":
		wait, err := time.ParseDuration(value)
		return Slow(wait, Text(GoodScene)), err
	case "status":
		code, err := strconv.Atoi(value)
		if err == nil && (code < 200 || code > 599) {
			err = fmt.Errorf("%d is no status from 200 to 599", code)
		}
		return Fault(code, http.StatusText(code)), err
	}
	return nil, fmt.Errorf("%q is no step; there are %s", word, scriptLanguage)
}
