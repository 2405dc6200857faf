package graph

import (
	"strings"

	"plotline/graph/ranking"
)

// toldModel is the model whose cosines ranking.ToldCosine is about.
const toldModel = "builtin/bge-small-en-v1.5"

// Closest returns the results of a recall that are close enough to a prompt to be told unasked, best first. The model is that of
// the recall, "" for none.
func Closest(found []RecalledEpisode, model string) []RecalledEpisode {
	nearest := 0.0
	for i := range found {
		if isClose(found[i], model) {
			nearest = max(nearest, found[i].Evidence.Cosine)
		}
	}
	var near []RecalledEpisode
	for i := range found {
		if isClose(found[i], model) && found[i].Evidence.Cosine >= nearest-ranking.ToldBehind {
			near = append(near, found[i])
		}
	}
	return near
}

// isClose reports whether an episode is about the same as a prompt. The bounds of the cosine are those of the builtin model. With
// another one only words count, as without one.
func isClose(e RecalledEpisode, model string) bool {
	words := tellingWords(e.Evidence.Words) >= ranking.ToldWords && e.Score >= ranking.ToldScore
	if e.Evidence.Cosine == 0 || model != toldModel {
		return words
	}
	return e.Evidence.Cosine >= ranking.ToldCosine || words && e.Evidence.Cosine >= ranking.ToldCosineWithWords
}

// tellingWords counts the words that say what a task is about.
func tellingWords(words []string) int {
	n := 0
	for _, word := range words {
		if !taskWords[strings.ToLower(word)] {
			n++
		}
	}
	return n
}

// taskWords are words of prompts that say that something is to be done, and not what.
var taskWords = setOf(`
	add adds added adding allow also all anything behind bug bugs build change changed changes check checks clean cleanup code commit
	correct create created do does done error errors every everything fail failed failing fails feature file files find first fix fixed
	fixes folder function get give given go good help implement implementation improve instead issue issues it's just last let like
	line lines list look make makes making method missing more move name names need needed needs new next now number of old one
	ones only other out package please possible print problem problems put read refactor remove rename repair replace request run running
	same second see set sets several should show shows some something start stop such support take takes test tested testing tests
	text thing things time times todo try two type update updated use used uses using value values version want way well work
	working works write writes writing wrong
	aber alle ändere anders baue bitte dann datei dateien diese dieser dieses entferne ersetze fehler füge ganz gib hinzu jetzt kannst
	mach mache machen mehr neu neue neuen neuer neues noch nutze prüfe schreibe soll sollen teste tests zeige
`)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}
