package analysis

import "strings"

// functionWords are English words that connect other words and say nothing about a subject: articles,
// pronouns, prepositions, conjunctions, auxiliary verbs and question words. Only queries use them, so a change needs
// no migration.
var functionWords = wordSet(`
	a an the this that these those some any each every no none both either neither such
	i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
	who whom whose which what when where why how
	am is are was were be been being do does did doing done have has had having
	can could may might must shall should will would
	and or but nor so yet if then than because while as though although unless until whether
	of in on at by for with about against between into through during before after above below to from up down out off over under
	again further once here there now just only own same too very also even still
	not all more most other few s t don doesn didn isn aren wasn weren won wouldn shouldn couldn m ve re ll d
`)

// IsFunctionWord reports whether a token is a function word.
func IsFunctionWord(token string) bool { return functionWords[token] }

func wordSet(text string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(text) {
		set[word] = true
	}
	return set
}
