package release

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// class is what a word says about the number beside it.
type class uint8

const (
	plainWord   class = iota
	seasonWord        // Season, évad, 季
	episodeWord       // Episode, rész, 集
	eitherWord        // "seria" is an episode in Russian and a season in Polish
	specialWord       // SP, OVA, 特別篇
	volumeWord        // a season as the name of a folder, a part of the title in that of a file
	partWord          // Disc, CD, Part
	crossWord         // the x of 1x02
	versionWord       // the v of 05v2
	ofWord            // the "of" of "3 of 6"
	andWord           // two episodes
	toWord            // a range of episodes
	allWord           // a whole season
	endWord           // the last episode of a season
	nthWord           // 第, before a number
)

// order is on which side of a word its number stands.
type order uint8

const (
	wordFirst   order = iota // the number stands behind; before the word only as "2nd"
	dotOrdinal               // also before, as "2."
	numberFirst              // also before, as a plain number
)

// meaning is a class with the order of its language.
type meaning struct {
	class class
	order order
	// short words are letters that stand directly before their number.
	short bool
}

// languages are the words for season and episode. The forms are those that stand beside a number.
var languages = []struct {
	name     string
	order    order
	seasons  string
	episodes string
}{
	{"English", wordFirst, "season seasons series", "episode episodes epi eps chapter"},
	{"German", dotOrdinal, "staffel staffeln", "folge folgen episode kapitel teil"},
	{"French", dotOrdinal, "saison saisons", "épisode épisodes chapitre"},
	{"Spanish", numberFirst, "temporada temporadas temp tempo", "episodio episodios capítulo capítulos cap"},
	{"Catalan, Galician, Basque", numberFirst, "temporada tempada denboraldia", "episodi capítol atala"},
	{"Portuguese", numberFirst, "temporada", "episódio episódios capítulo"},
	{"Italian", dotOrdinal, "stagione stagioni", "episodio episodi puntata puntate"},
	{"Dutch", dotOrdinal, "seizoen reeks jaargang", "aflevering afleveringen afl"},
	{"Swedish", dotOrdinal, "säsong säsongen", "avsnitt avsnittet del"},
	{"Norwegian", dotOrdinal, "sesong sesongen", "episode avsnitt del"},
	{"Danish", dotOrdinal, "sæson saeson sæsonen", "afsnit episode del"},
	{"Finnish", numberFirst, "kausi kauden tuotantokausi", "jakso jaksot osa"},
	{"Icelandic", dotOrdinal, "þáttaröð þáttaraðir syrpa", "þáttur þættir"},
	{"Estonian", numberFirst, "hooaeg", "osa episood jagu"},
	{"Latvian", numberFirst, "sezona", "epizode"},
	{"Lithuanian", numberFirst, "sezonas", "epizodas"},
	{"Polish", numberFirst, "sezon sezony", "odcinek odcinki odc część"},
	{"Czech", numberFirst, "sezóna sezona série řada", "díl díly epizoda část"},
	{"Slovak", numberFirst, "sezóna séria rada", "diel epizóda časť"},
	{"Hungarian", numberFirst, "évad", "rész epizód"},
	{"Romanian", dotOrdinal, "sezonul sezon", "episodul episoadele epizodul"},
	{"Bulgarian", numberFirst, "сезон", "епизод епизоди еп"},
	{"Serbian, Croatian, Slovenian", numberFirst, "sezona сезона", "epizoda епизода nastavak"},
	{"Russian", numberFirst, "сезон сезоны сез sez sezon", "серия серии сер эпизод эпизоды выпуск часть seriya seriia ser"},
	{"Ukrainian, Belarusian", numberFirst, "сезон", "серія серії епізод випуск серыя частина"},
	{"Greek", numberFirst, "σεζόν κύκλος σαιζόν", "επεισόδιο επεισόδια επ"},
	{"Turkish", numberFirst, "sezon", "bölüm bölümler"},
	{"Hebrew", wordFirst, "עונה", "פרק פרקים"},
	{"Arabic", wordFirst, "الموسم موسم الجزء", "الحلقة حلقة الحلقه حلقه"},
	{"Persian", wordFirst, "فصل", "قسمت"},
	{"Hindi", numberFirst, "सीज़न सीजन", "एपिसोड एपिसोड्स भाग कड़ी"},
	{"Thai", wordFirst, "ซีซั่น ซีซัน ซีซั่นที่ ซีซันที่ ปีที่ ภาค", "ตอนที่ ตอน อีพี"},
	{"Vietnamese", wordFirst, "mùa phần", "tập"},
	{"Indonesian, Malay", wordFirst, "musim", "episod episode bagian"},
	{"Filipino", wordFirst, "", "kabanata yugto"},
	{"Japanese", numberFirst, "シーズン 期 シリーズ", "話 回 夜 エピソード"},
	{"Korean", numberFirst, "시즌 기", "화 회 편 부 에피소드"},
	{"Chinese", numberFirst, "季 部", "集 话 話 回 期"},
}

// others are the words that the languages share, or that are about something else.
var others = []struct {
	meaning
	words string
}{
	{meaning{class: seasonWord, short: true}, "s t so sn se sa"},
	{meaning{class: episodeWord, short: true}, "e ep xe е"},
	{meaning{class: eitherWord, order: numberFirst}, "serija sērija seria séria série серија"},
	{meaning{class: specialWord}, "sp sps ova ovas oad oads special specials spécial especial speciale spezial 特別篇 特别篇 特別編 特别编 番外 番外篇 番外編 スペシャル"},
	{meaning{class: volumeWord, order: dotOrdinal}, "book books volume vol arc saga livre buch band libro livro tome tom"},
	{meaning{class: partWord, order: dotOrdinal}, "disc discs disk disque dvd cd part parts pt bluray bd"},
	{meaning{class: crossWord, short: true}, "x х"},
	{meaning{class: versionWord, short: true}, "v"},
	{meaning{class: ofWord}, "of von de из iz з di z sur"},
	{meaning{class: andWord}, "and und et y e en och og ja i и та и та و と 및"},
	{meaning{class: toWord}, "to thru through bis à a al til till do до по 至 到"},
	{meaning{class: allWord}, "全 共 전 complete"},
	{meaning{class: endWord}, "end final fin 完 终 終"},
	{meaning{class: nthWord}, "第 제"},
}

// suffixes make a number before a word an ordinal: 2nd, 2e, 2-й, 2ος. NFKC has written ª and º as letters.
const suffixes = "st nd rd th er re e eme ème ère a o os ος η η й я ой ая ий ья де та ste de te ja"

// counts are the number words that seasons have, from one on, each in several languages.
var counts = []string{
	"i one first erste ersten première premier primera primeira prima eerste första første ensimmäinen pierwszy první prvá prva első primul първи први первый перший πρώτος πρώτη birinci ראשונה الأول الاول اول 첫",
	"ii two second zweite zweiten deuxième seconde segunda seconda tweede andra anden andre toinen drugi druhá druhý druga második al doilea doua втори други второй другий δεύτερος δεύτερη ikinci שנייה שניה الثاني دوم",
	"iii three third dritte dritten troisième tercera terceira terza derde tredje kolmas trzeci třetí tretia treća harmadik trei трети трећи третий третій τρίτος τρίτη üçüncü שלישית الثالث سوم",
	"iv four fourth vierte vierten quatrième cuarta quarta vierde fjärde fjerde neljäs czwarty čtvrtá štvrtá četvrta negyedik patru четвърти четврти четвертый четвертий τέταρτος dördüncü רביעית الرابع چهارم",
	"v five fifth fünfte fünften cinquième quinta vijfde femte viides piąty pátá piata peta ötödik cinci пети пятый п'ятий πέμπτος beşinci חמישית الخامس پنجم",
	"vi six sixth sechste sechsten sixième sexta sesta zesde sjätte sjette kuudes szósty šestá šiesta šesta hatodik шести шестой шостий έκτος altıncı שישית السادس ششم",
	"vii seven seventh siebte siebten septième séptima sétima settima zevende sjunde syvende seitsemäs siódmy sedmá siedma sedma hetedik седми седьмой сьомий έβδομος yedinci שביעית السابع هفتم",
	"viii eight eighth achte achten huitième octava oitava ottava achtste åttonde ottende kahdeksas ósmy osmá ôsma osma nyolcadik осми восьмой восьмий όγδοος sekizinci שמינית الثامن هشتم",
	"ix nine ninth neunte neunten neuvième novena nona negende nionde niende yhdeksäs dziewiąty devátá deviata deveta kilencedik девети девятый дев'ятий ένατος dokuzuncu תשיעית التاسع نهم",
	"x ten tenth zehnte zehnten dixième décima decima tiende tionde kymmenes dziesiąty desátá desiata deseta tizedik десети десятый десятий δέκατος onuncu עשירית العاشر دهم",
	"xi eleven eleventh", "xii twelve twelfth", "xiii thirteen thirteenth", "xiv fourteen fourteenth", "xv fifteen fifteenth",
}

// vocabulary has the words of the tables by their key.
type vocabulary struct {
	words    map[string]meaning
	counts   map[string]int
	suffixes map[string]bool
	// unspaced has the words of scripts without spaces by their first rune, the longest first.
	unspaced map[rune][]string
}

// known returns the vocabulary. It is built when the first name is read.
var known = sync.OnceValue(func() *vocabulary {
	v := &vocabulary{map[string]meaning{}, map[string]int{}, map[string]bool{}, map[rune][]string{}}
	for _, o := range others {
		v.add(o.words, o.meaning)
	}
	for _, l := range languages {
		v.add(l.seasons, meaning{class: seasonWord, order: l.order})
		v.add(l.episodes, meaning{class: episodeWord, order: l.order})
	}
	for i, words := range counts {
		for text := range strings.FieldsSeq(words) {
			v.counts[key(text)] = i + 1
		}
	}
	for text := range strings.FieldsSeq(suffixes) {
		v.suffixes[key(text)] = true
	}
	return v
})

// add adds words. A word that has a meaning keeps it, and gets the freer order of the two languages.
func (v *vocabulary) add(words string, m meaning) {
	for text := range strings.FieldsSeq(words) {
		k := key(text)
		if old, found := v.words[k]; found {
			old.order = max(old.order, m.order)
			v.words[k] = old
			continue
		}
		v.words[k] = m
		first := []rune(k)[0]
		if !unspaced(first) {
			continue
		}
		list := v.unspaced[first]
		at := 0
		for at < len(list) && len(list[at]) >= len(k) {
			at++
		}
		v.unspaced[first] = append(list[:at:at], append([]string{k}, list[at:]...)...)
	}
}

// key returns the form in which words are compared: letters in lower case, without accents.
func key(text string) string {
	ascii := true
	for i := range len(text) {
		ascii = ascii && text[i] < 0x80
	}
	if ascii {
		return strings.ToLower(text)
	}
	return norm.NFC.String(strings.ReplaceAll(fold(text), "ς", "σ"))
}

// unspaced reports whether a rune belongs to a script that puts no spaces between words.
func unspaced(r rune) bool {
	return r >= 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
}
