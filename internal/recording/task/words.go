package task

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// The words of prompts, in English, German, Spanish, French, Portuguese, Chinese and Japanese.

// praising are words that say that the work is good.
var praising = set(`thanks thank thx ty perfect great excellent lgtm works working worked nice awesome brilliant wonderful amazing cool love fantastic lovely bravo neat
	danke dank perfekt super prima klasse toll passt top läuft funktioniert geht spitze wunderbar
	gracias perfecto genial excelente estupendo funciona merci parfait génial impeccable marche nickel obrigado obrigada perfeito ótimo otimo legal show valeu`)

// polite are words that say nothing by themselves.
var polite = set(`yes yeah yep yup y ok okay k kk sure fine good right correct exactly absolutely definitely agreed agree approved approve confirmed confirm accept
	accepted alright please pls you very much so well job looks look good to me sounds it is it's its that that's thats this the a an and now then i i'm all of them both as
	indeed true really too again for your work
	ja jo jawohl klar gut genau richtig einverstanden ordnung in bitte gern gerne vielen sehr schön das es so jetzt und mir sieht aus alles ist gemacht arbeit
	sí si vale claro bien muy de acuerdo correcto listo por favor y el la lo eso todo ahora está esto mucho muchas
	oui ouais d'accord accord bien bon très c'est ça ca est s'il te vous plaît plait beaucoup et le les tout maintenant
	sim claro bom boa certo tudo bem muito isso e agora está o os as por favor`)

// acting are words of prompts that only let the work go on.
var acting = set(`go ahead do proceed continue carry on keep going next resume start begin retry try run commit push merge ship apply land pr let's lets let us option first second third
	one two three step test tests with everything changes change just finish up rest remaining n no-op make save suggested recommended proposed same way
	weiter mach machen mache los dann commite committen einchecken pushe pushen fortfahren fahre fort nächste nächster nächsten schritt erste zweite dritte variante
	beide ausführen führe alle tests
	adelante continúa continua sigue hazlo haz siguiente opción opcion primera segunda sube confirma ejecuta las pruebas
	vas-y vas allez continuer fais fais-le suivant suivante première deuxième lance pousse commit
	continue prossiga segue siga faz faça faca próximo proximo opção opcao primeira segunda execute os testes`)

// refusing are words that say no and nothing else.
var refusing = set(`no nope nah wrong stop wait hmm hm oops sorry ugh nein falsch halt stopp moment mal non faux arrête stop attends mal não nao errado para espera actually but`)

// vague are words of greetings and of sentences that name no thing.
var vague = set(`fix help look check see hi hello hey morning there question quick small me can could would we need want another following problem issue have has had one
	something let know here what's next hallo guten tag morgen hilf kannst könntest du mal ein problem hola buenas puedes ayuda bonjour salut peux-tu peux tu olá oi pode você`)

// asian are phrases without content in Chinese and Japanese, the longest first.
var asian = strings.Fields(`ありがとうございます よろしくお願いします お願いします 続けてください 進めてください コミットして ありがとう お願い 続けて 続行して 進めて どうぞ いいですね いいです いいよ いいね 大丈夫 です
	了解 はい うん 次へ 次 ください して ね よ
	没问题 下一步 继续吧 继续 好的 是的 可以了 可以 谢谢 提交 推送 开始 同意 做吧 好吧 对的 行 好 是 对 嗯 请 吧 了 啊`)

var asianPraise = lazy(`ありがとうございます|完璧です|完美|很好|太好了|太棒|不错|谢谢|好极了|ありがとう|完璧|素晴らしい|いいね|最高|うまくいった|動いた|動きました`)

// lazy compiles an expression when it is first used, because most programs that have it never meet a prompt.
func lazy(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// set makes a set of the words of a text.
func set(words string) map[string]bool {
	all := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		all[word] = true
	}
	return all
}

// wordsOf splits a text into words, in lower case, with the apostrophes and hyphens in them.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(text, "’", "'")), func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '\'' && c != '-' && !unicode.Is(unicode.Mn, c)
	})
}

// all reports whether a text has words, and each is in one of the sets.
func all(words []string, sets ...map[string]bool) bool {
	for _, word := range words {
		known := false
		for _, s := range sets {
			known = known || s[strings.Trim(word, "'-")] || s[word]
		}
		if !known && strings.Trim(word, "0123456789") != "" {
			return false
		}
	}
	return len(words) > 0
}

// isAsian reports whether a character is of Chinese or Japanese, which are written without spaces.
func isAsian(c rune) bool { return unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana) }

// withoutPhrases returns what remains of a text in Chinese or Japanese without phrases that say nothing.
func withoutPhrases(text string) string {
	for _, phrase := range asian {
		text = strings.ReplaceAll(text, phrase, "")
	}
	return strings.TrimFunc(text, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

// Bounds of a prompt without content of its own.
const (
	fewWords      = 3
	fewCharacters = 5 // of Chinese or Japanese, without phrases
)

// says reports whether a prompt has content of its own. An approval, a number, or at most three words without the name of a
// thing have none.
func says(text string) bool {
	if hasThing(text) {
		return true
	}
	if strings.IndexFunc(text, isAsian) >= 0 {
		return utf8.RuneCountInString(withoutPhrases(text)) > fewCharacters
	}
	words := wordsOf(text)
	return len(words) > fewWords && !all(words, praising, polite, acting, refusing)
}

// saysNothing reports whether a sentence or clause only approves, refuses or thanks.
func saysNothing(text string) bool {
	if hasThing(text) {
		return false
	}
	if strings.IndexFunc(text, isAsian) >= 0 {
		rest := withoutPhrases(text)
		return rest == "" || corrects(text) && utf8.RuneCountInString(rest) <= fewCharacters
	}
	words := wordsOf(text)
	return len(words) == 0 || all(words, praising, polite, acting, refusing, vague)
}

// thing matches the name of a thing: a file, an identifier, a quoted text, an abbreviation.
var thing = lazy("`[^`]+`|\"[^\"]{2,}\"|\\b\\w+_\\w+|\\w[./]\\w|\\w::\\w|\\w#\\w|\\w\\(\\)|\\b[a-z]+[A-Z]\\w*|\\b[A-Z][a-z]+[A-Z]\\w*|\\b[A-Z]{2,}[A-Z0-9]*\\b|\\b[A-Za-z]+\\d\\w*|\\b[0-9a-f]{7,40}\\b|[#@]\\w|(?:^|\\s)--?\\w{2,}")

// hasThing reports whether a text names a thing.
func hasThing(text string) bool {
	for _, found := range thing().FindAllString(text, -1) {
		if !all(wordsOf(found), polite, acting, praising, refusing) || strings.ContainsAny(found[:1], "`#@") {
			return true
		}
	}
	return false
}

// praises reports whether a prompt is praise and nothing else: at most six words, none of which says but or still.
func praises(text string) bool {
	if strings.IndexFunc(text, isAsian) >= 0 {
		rest := asianPraise().ReplaceAllString(text, "")
		return rest != text && withoutPhrases(rest) == ""
	}
	words := wordsOf(text)
	const most = 6
	if len(words) > most || !all(words, praising, polite) {
		return false
	}
	for _, word := range words {
		if praising[word] {
			return true
		}
	}
	joined := strings.Join(words, " ")
	return strings.Contains(joined, "looks good") || strings.Contains(joined, "good job") || strings.Contains(joined, "well done") ||
		strings.Contains(joined, "sehr gut") || strings.Contains(joined, "muy bien") || strings.Contains(joined, "très bien") || strings.Contains(joined, "muito bem")
}

// back matches what asks to take something back by hand.
const back = `(?:put|hand|switch|change|bring|set|turn)\b.{1,40}\bback|the way (?:it|they) (?:was|were)|(?:wieder|zurück) auf|wie (?:es )?vorher|como antes|como estaba|comme avant|como estava`

// trouble matches a word with which people speak of something that is wrong. It is wide: it only keeps words.
var trouble = lazy(`(?i)(?:^|[^\pL\d])(?:wrong|broken|broke|breaks|fail(?:s|ed|ing|ure)?|still|again|bug(?:gy|s)?|error|crash\w*|does ?n'?t|do ?n'?t|did ?n'?t|is ?n'?t|was ?n'?t|` +
	`should ?n'?t|must ?n'?t|ca ?n'?t|not|no|never|instead|rather|revert|undo|roll back|forgot|missing|missed|regress\w*|incorrect\w*|worse|hangs?|killed|dies|died|freezes|deadlocks?|times? out|timed out|out of memory|twice|duplicate[sd]?|loses?|lost|leaks?|without|actually|` +
	`supposed|stop|remove that|avoid|` + back + `|` +
	`nein|nicht|falsch\w*|kaputt\w*|fehler\w*|fehlt|immer noch|schon wieder|statt|rückgängig|kein|keine|keinen|stürzt|hängt|doppelt|vergessen|niemals|nie|sondern|verliert|` +
	`mal|falla\w*|todavía|aún|roto|rota|rompe\w*|rompió|equivocad\w*|incorrecto|en vez|en lugar|nunca|deshaz|revierte|falta|otra vez|sin|tampoco|` +
	`non|pas|faux|fausse|erreur\w*|échoue\w*|encore|toujours|cassé\w*|casse|mauvais\w*|au lieu|jamais|annule|manque|plutôt|perd|` +
	`não|nao|errad[oa]|erro|falh\w*|ainda|quebr\w*|de novo|em vez|desfaz|desfaça|reverte|sem)(?:[^\pL]|$)|改回|恢复|[不错别没]|失败|还是|仍然|坏了|撤销|回滚|丢失|應該|应该|违|違|ちが|ない|ません|間違|失敗|まだ|エラー|壊|戻して|やめ|バグ|だめ|ダメ`)

// opening matches the beginning of a prompt that corrects what was just done. It is narrow: it lowers rewards.
var opening = lazy(`(?i)^[^\pL\d]*(?:(?:hmm+|hm|oh|ah|well|sorry|wait|ok|okay|but|aber|pero|mais|mas)[^\pL\d]+)*(?:` +
	`no\b|nope\b|nah\b|wrong\b|stop\b|undo\b|revert\b|roll (?:it |that |this )?back|that(?:'s| is| was|s) (?:not|wrong|broken|incorrect|worse|the wrong)|not (?:what|like|that|quite|right|correct|working|good)|` +
	`you (?:\w+ )?(?:broke|forgot|missed|did ?n[o']t|did not|removed|deleted|misunderstood|should|were supposed|ignored|changed the wrong|introduced)|` +
	`(?:it|this|that|which|they) (?:still |now |again |just |also )*(?:does ?n[o']?t|does not|do ?n'?t|do not|did ?n'?t|did not|is ?n'?t|is not|is wrong|is broken|fails?|failed|broke|breaks|crash\w*|hangs?|loses?|was wrong|was not|was ?n'?t)|` +
	`still (?:fail\w*|broken|not|wrong|the same|does|is|crash\w*|getting|get|see|seeing|hang\w*|error\w*|red|no)|same (?:error|problem|failure|issue)|why did you|i (?:said|asked|told you|meant|did ?n'?t (?:ask|want|mean)|wanted|explicitly)|` +
	`(?:does ?n'?t|does not|did ?n'?t|did not|not|is ?n'?t) work|please do ?n'?t|do ?n'?t \pL|never \pL|instead\b|actually no|actually,? that|the (?:same )?(?:tests?|build|error|bug|page|app|\w+) (?:is |are |was )?still |` +
	`nein\b|falsch\b|stopp\b|halt\b|das (?:ist|war|stimmt|geht|funktioniert|klappt) (?:\w+ )?(?:falsch|nicht|anders|kaputt|immer noch|noch)|so nicht|nicht so\b|du hast .{0,40}(?:vergessen|kaputt|gelöscht|entfernt|übersehen)|` +
	`(?:es |das )?(?:geht|funktioniert|klappt|läuft) (?:immer noch |noch |noch immer )?nicht|immer noch|noch immer|schon wieder|warum hast du|ich (?:wollte|meinte|habe gesagt|hatte gesagt|sagte|hatte .{0,20}gebeten)|(?:mach )?(?:das |es )?rückgängig|bitte nicht|doch nicht|leider\b|` +
	`no,|no\.|eso no|así no|asi no|está mal|esta mal|incorrecto|todavía|aún|sigue (?:fallando|sin|roto|igual|dando)|no (?:es|era|funciona|está|quería|así)|te (?:olvidaste|equivocaste|has)|has (?:roto|olvidado|borrado)|por qué (?:has|hiciste)|(?:yo )?(?:quería|dije|te dije|pedí)|deshaz|revierte|` +
	`non\b|c'est (?:faux|pas|toujours|encore)|ce n'est pas|(?:ça|ca|cela) ne (?:marche|fonctionne|va)|ne (?:marche|fonctionne) (?:toujours )?pas|toujours (?:pas|la|le|en)|encore (?:une |la |le )?(?:même )?erreur|tu as (?:oublié|cassé|supprimé)|pourquoi as-tu|je voulais|j'ai dit|je t'ai dit|annule|pas comme (?:ça|ca)|arrête|faux\b|` +
	`não,|não\.|não (?:é|era|funciona|está|foi|queria)|isso não|está errado|errado\b|ainda (?:não|falha|dá|está|com)|você (?:esqueceu|quebrou|apagou|removeu)|por que você|eu (?:queria|disse|pedi)|desfa[zç]|reverte|` +
	`不对|不是|不行|不要|不应该|错了|错误|还是|仍然|没有用|没用|没有(?:生效|效果|变化)|你(?:忘|漏|删|弄坏)|别|为什么你|我(?:要|想要|说|指)的是|撤销|回滚|这不|` +
	`いや|いえ|いいえ|違|ちが|まだ|間違|だめ|ダメ|それは違|そうじゃ|そうでは|動かない|動きません|動いていません|直ってい|なぜ|元に戻|戻して|やめて|同じエラー)`)

// friendly matches beginnings that only look like a correction.
var friendly = lazy(`(?i)^[^\pL\d]*(?:no (?:problem|worries|need|rush|hurry|idea|thanks|comment|more questions|issues?\b|doubt|objections?|changes? needed|prob)|no (?:\pL+ ){1,3}(?:exists?|yet)\b|` +
	`(?:actually|no)[, ]+(?:that|this|it)(?:'s| is| was| looks| works)? (?:(?:really|very|quite|just|pretty|all|so|perfectly) )*(?:great|good|fine|perfect|nice|right|correct|excellent|well|ok|okay|what i (?:wanted|meant|asked))\b|` +
	`stop the (?:server|container|watch)|nein,? (?:danke|kein problem)|kein problem|` +
	`no (?:hay problema|pasa nada|te preocupes)|non,? merci|pas de (?:problème|souci)|não (?:tem problema|se preocupe)|sem problema|没问题|不客气|不用谢|不错|不过|別に問題|いえいえ|revert(?:ing)? (?:to|the (?:docs|readme))|undo(?:/redo| (?:stack|history|button))|` +
	`wrong (?:password|input|url|number|type)s? should|still (?:to do|open|todo)|do ?n'?t (?:forget|worry|hesitate|be))`)

// corrects reports whether a prompt that follows a task at once says that it was wrong.
func corrects(text string) bool {
	return (opening().MatchString(text) || reminding().MatchString(text)) && !friendly().MatchString(text)
}

// reminding matches words anywhere in a prompt by which a person says that the agent knew better.
var reminding = lazy(`(?i)\b(?:as|like) i(?:'ve| have)? (?:already )?(?:said|told you)\b|\bi(?:'ve| have)? already (?:said|told you)\b|\bwie ich (?:schon |bereits )?(?:sagte|gesagt habe|gesagt hatte)\b`)

// hasTrouble reports whether a prompt has a word of trouble.
func hasTrouble(text string) bool {
	return (trouble().MatchString(text) || opening().MatchString(text)) && !friendly().MatchString(text)
}

// strong matches words that say that something is wrong with what there is, and not what a new thing should do.
var strong = lazy(`(?i)(?:^|[^\pL\d])(?:wrong|broken|broke|breaks|still|again|does ?n'?t work|does not|did ?n'?t|did not|is ?n'?t|regress\w*|incorrect\w*|worse|you (?:forgot|missed|removed)|loses?|lost|crash(?:es|ed)|` + back + `|hangs?|killed|dies|died|leaks?|freezes|deadlocks?|times? out|timed out|out of memory|fails? (?:now|again|when|with|on|if|since)|` +
	`instead of|revert|undo|not what|should not have|should ?n'?t|falsch|kaputt|immer noch|wieder|stimmt nicht|geht nicht|funktioniert nicht|vergessen|verliert|hängt|stürzt|statt|todavía|sigue|roto|mal|equivocad\w+|no funciona|en vez de|` +
	`toujours|encore|cassé|faux|ne marche pas|ne fonctionne|au lieu|ainda|quebrou|quebrado|errado|não funciona|em vez de)(?:[^\pL]|$)|不对|错了|还是|仍然|坏了|不要|丢失|改回|恢复|違|まだ|間違|壊|動かない|ではなく`)

// rule matches words of a prompt that say how things are to be done in a project, beyond one task.
var rule = lazy(`(?i)(?:^|[^\pL\d])(?:use|do ?n'?t|do not|never|always|instead|must|should|avoid|no|not|only|prefer|without|keep|leave|` +
	`nimm|benutze|verwende|nie|niemals|immer|nicht|kein|keine|keinen|statt|nur|usa|utiliza|nunca|siempre|no|sin|solo|utilise|jamais|toujours|pas|sans|seulement|use|nunca|sempre|não|sem|apenas)(?:[^\pL]|$)|[不别]|使用|总是|必须|使って|使わない|必ず|ではなく|しないで`)

// standing matches a rule that a person gives for all further work. It is narrow: “it is always empty” is none.
var standing = lazy(`(?i)(?:^|[,.;:!—–]\s*|\b(?:and|but|please|we|und|aber|wir|y|pero|et|mais|e|mas) )(?:always|never|immer|niemals|nie|siempre|nunca|toujours|jamais|sempre) \pL|` +
	`(?:^|[^\pL])(?:always|never)[,.!]|\b(?:use|nimm|usa|utilise) \S+ (?:always|immer|siempre|toujours|sempre)\b|` +
	`\bfrom now on\b|\bremember (?:that|to)\b|\bas a rule\b|\bby convention\b|\bin (?:this|our) (?:repo|repository|project|codebase)\b,? we\b|` +
	`\bab (?:jetzt|sofort)\b|\bkünftig\b|\bin zukunft\b|\bgrundsätzlich\b|\bmerk dir\b|\ba partir de ahora\b|\bde ahora en adelante\b|\bdésormais\b|\bdorénavant\b|\ba partir de agora\b|` +
	`从现在(?:开始|起)|以后(?:都|请|要|不要)|记住|永远不要|一律|今後は|必ず|絶対に|覚えておいて`)

// Prompts that judge the task before begin with these words.
const (
	GoodPrompt = "#good"
	BadPrompt  = "#bad"
)

// verdictOf returns the verdict that a prompt gives, with its reason, or 0.
func verdictOf(text string) (verdict int, reason string) {
	for prefix, value := range map[string]int{GoodPrompt: +1, BadPrompt: -1} {
		if n := len(prefix); len(text) >= n && strings.EqualFold(text[:n], prefix) && (len(text) == n || !isWordByte(text[n])) {
			return value, strings.TrimSpace(text[n:])
		}
	}
	return 0, ""
}

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c >= utf8.RuneSelf
}

// asksRed matches a prompt that asks for a test that fails, thenGreen one that asks for it to pass in the end.
var (
	asksRed = lazy(`(?i)(?:write|add|create|make|commit|give me|start with)\b.{0,40}\b(?:failing|red)\b.{0,30}\btests?\b|\b(?:tests?|spec)\b.{0,25}\b(?:that|which|to|should) (?:fails?|reproduces?|shows?|demonstrates?|proves?|is red|must fail)|` +
		`\b(?:reproduce|reproducing)\b.{0,40}\btest\b|(?:schreib|füg|erstell|mach|leg)\w*\b.{0,50}(?:fehlschlag|scheitern|rote[nrs]?\b)\w*.{0,30}test|test.{0,20}\b(?:der|die|das) .{0,20}(?:fehlschlägt|scheitert|rot ist)|` +
		`(?:escribe|añade|crea|agrega|haz)\b.{0,40}(?:prueba|test)s?\b.{0,25}(?:fall|roj)|(?:écris|ajoute|crée|fais)\b.{0,40}tests?\b.{0,25}(?:échou|rouge)|(?:escrev|adicion|cri)\w*\b.{0,40}testes?\b.{0,25}falh|` +
		`(?:写|添加|加|编写).{0,12}失败的?.{0,6}测试|失敗する(?:ユニット)?テスト.{0,8}(?:書|追加|作)`)
	thenGreen = lazy(`(?i)(?:\bthen\b|\band\b|\bafterwards\b|\bdann\b|\bdanach\b|\bund\b|\bluego\b|\by\b|\bpuis\b|\bensuite\b|\bet\b|\bdepois\b|然后|再|その後|それから).{0,40}(?:\bfix|\bpass|\bgreen|\bimplement|\bgrün|\bbeheb|\brepar|\barregl|\bcorrig|\bimplément|\bcorrij|\bconsert|修复|通过|実装|直して|修正)`)
)

// folded returns what equal prompts have in common: spaces and numbers are the same.
func folded(text string) string {
	return strings.Join(strings.Fields(number().ReplaceAllString(strings.ToLower(text), "0")), " ")
}

var number = lazy(`\d+`)

// sentences splits a text into sentences.
func sentences(text string) []string {
	var all []string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimLeft(strings.TrimSpace(line), "#*->• \t")
		for line != "" {
			at := sentenceEnd().FindStringIndex(line)
			if at == nil {
				all = append(all, line)
				break
			}
			if one := strings.TrimSpace(line[:at[1]]); one != "" {
				all = append(all, one)
			}
			line = strings.TrimSpace(line[at[1]:])
		}
	}
	return all
}

var sentenceEnd = lazy(`[.!?]+["')\]]*\s|[。！？]`)

// Says reports whether a prompt has content of its own, so that something may be told at it.
func Says(prompt string) bool {
	verdict, _ := verdictOf(strings.TrimSpace(prompt))
	return verdict == 0 && says(prompt)
}
