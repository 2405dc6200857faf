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
	fillWord          // stands between a word and its number: the "n." of "Puntata n. 3"
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
	// paired letters count only beside another one with a number: K1 J4.
	paired bool
}

// languages are the words for season and episode. The forms are those that stand beside a number.
var languages = []struct {
	name     string
	order    order
	seasons  string
	episodes string
}{
	{"English", wordFirst, "season seasons series", "episode episodes epi eps chapter"},
	{"German", dotOrdinal, "staffel staffeln stfl", "folge folgen flg teil teile episode episoden kapitel"},
	{"French", dotOrdinal, "saison saisons sais", "épisode épisodes episode episodes ép chapitre"},
	{"Spanish", numberFirst, "temporada temporadas temp", "capítulo capítulos cap caps episodio episodios"},
	{"Catalan", numberFirst, "temporada temporades temp tempada denboraldia", "capítol capítols capitol capitols cap episodi episodis atala"},
	{"Portuguese", numberFirst, "temporada temporadas temp", "episódio episódios episodio episodios capítulo capítulos cap"},
	{"Italian", dotOrdinal, "stagione stagioni stag", "episodio episodi epis puntata puntate punt"},
	{"Dutch", dotOrdinal, "seizoen seizoenen seiz reeks jaargang", "aflevering afleveringen afl deel delen episode"},
	{"Swedish", dotOrdinal, "säsong säsongen säsonger säs sasong", "avsnitt avsnittet avsn avs del delar episod"},
	{"Norwegian", dotOrdinal, "sesong sesongen sesonger ses", "episode episoden episoder del deler"},
	{"Danish", dotOrdinal, "sæson sæsonen sæsoner sæs saeson", "afsnit afsnittet afsn afs del dele episode episoder"},
	{"Finnish", numberFirst, "kausi kauden kaudet kausia tuotantokausi tuotantokauden", "jakso jaksot jakson jaksoa osa osat"},
	{"Icelandic", dotOrdinal, "þáttaröð þáttaraðir thattarod syrpa", "þáttur þættir þáttar thattur hluti hlutar"},
	{"Estonian", numberFirst, "hooaeg hooaja hooajad", "osa osad episood sari jagu"},
	{"Latvian", numberFirst, "sezona sezonas sez", "epizode epizodes daļa daļas"},
	{"Lithuanian", numberFirst, "sezonas sezono sezonai sez", "epizodas dalis dalys"},
	{"Polish", numberFirst, "sezon sezony sezonu sez", "odcinek odcinki odcinka odc epizod część"},
	{"Czech", numberFirst, "řada řady rada sezóna sezona sezóny sez", "díl díly dílu dil dily část části cast epizoda epizody"},
	{"Slovak", numberFirst, "sezóna sezóny sezona", "časť časti cast diel diely dielu epizóda epizódy epizoda"},
	{"Hungarian", numberFirst, "évad évada évadok evad", "rész részek resz reszek epizód epizódok epizod"},
	{"Romanian", dotOrdinal, "sezonul sezon sezoane sezoanele sez", "episodul episod episoade episoadele partea părți epizodul"},
	{"Bulgarian", numberFirst, "сезон сезони сезона сез sezon", "епизод епизоди епизода еп серии част части epizod"},
	{"Serbian", numberFirst, "сезона сезоне сез sezona sezone sez", "епизода епизоде еп део делови epizoda epizode delovi"},
	{"Croatian", numberFirst, "sezona sezone sez", "epizoda epizode nastavak nastavci dijelovi"},
	{"Slovenian", numberFirst, "sezona sezone sez", "del deli epizoda epizode nadaljevanje nad"},
	{"Russian", numberFirst, "сезон сезона сезоны сез sezon sez", "серии серий сер эпизод эпизоды эп выпуск вып часть части seriya"},
	{"Ukrainian", numberFirst, "сезон сезону сезони сез", "серія серії серій сер епізод епізоди еп випуск вип частина серыя"},
	{"Greek", numberFirst, "σεζόν σεζον κύκλος κύκλου κυκλος περίοδος kyklos sezon", "επεισόδιο επεισόδια επεισοδιο επ μέρος epeisodio"},
	{"Turkish", numberFirst, "sezon sezonu sezonlar szn", "bölüm bölümü bölümler bolum blm kısım"},
	{"Hebrew", wordFirst, "עונה עונות עונת", "פרק פרקים חלק"},
	{"Arabic", wordFirst, "الموسم موسم الجزء جزء", "الحلقة حلقة الحلقه حلقه الحلقات الحلقتان الحلقتين"},
	{"Persian", wordFirst, "فصل fasl", "قسمت قسمتهای اپیزود بخش ghesmat"},
	{"Hindi", numberFirst, "सीज़न सीजन सत्र", "एपिसोड एपिसोड्स कड़ी भाग प्रकरण"},
	{"Thai", wordFirst, "ซีซั่น ซีซัน ซีซั่นที่ ซีซันที่ ซีซี่น ฤดูกาล ฤดูกาลที่ ภาค ภาคที่ ปี ปีที่", "ตอน ตอนที่ อีพี"},
	{"Vietnamese", wordFirst, "mùa phần mua phan", "tập tap"},
	{"Indonesian/Malay", wordFirst, "musim siri", "episode episod bagian bahagian"},
	{"Japanese", numberFirst, "期 シーズン シリーズ 部 シーズン第", "話 回 夜 エピソード"},
	{"Korean", numberFirst, "시즌 기", "화 회 부 편 에피소드"},
	{"Chinese (simplified)", numberFirst, "季 部", "集 话 回 期"},
	{"Chinese (traditional)", numberFirst, "季 部 輯", "集 話 回 期"},
	{"Filipino", wordFirst, "", "kabanata yugto"},
}

// ofMarks stand between a number and how many there are: "1 of 10".
const ofMarks = "of von de из iz з di z sur af av van"

// others are the words that the languages share, or that are about something else.
var others = []struct {
	meaning
	words string
}{
	{meaning{class: seasonWord, short: true}, "s t so sn se sa с"},
	{meaning{class: episodeWord, short: true}, "e ep xe xc е ح פ"},
	{meaning{class: seasonWord, short: true, paired: true}, "k h p m ס ע م ج"},
	{meaning{class: episodeWord, short: true, paired: true}, "j b a o c f þ п"},
	{meaning{class: eitherWord, order: numberFirst}, "serija serijos serijų sērija sērijas seria séria sérii série serie serii seeria sería seríu серия серија ser sēr"},
	{meaning{class: specialWord}, "sp sps ova ovas oad oads special specials spécial especial speciale spezial 特別篇 特别篇 特別編 特别编 番外 番外篇 番外編 スペシャル"},
	{meaning{class: volumeWord, order: dotOrdinal}, "parte partie partea livre book books volume vol arc saga buch band libro livro tome"},
	{meaning{class: partWord, order: dotOrdinal}, "disc discs disk disque disco disko dysk диск levy skiva płyta dvd cd part parts pt bluray bd"},
	{meaning{class: crossWord, short: true}, "x х"},
	{meaning{class: versionWord, short: true}, "v"},
	{meaning{class: ofWord}, ofMarks},
	{meaning{class: fillWord}, "n nr no num ke های ها"},
	{meaning{class: andWord}, "and si și in un ir és oraz ve ile und et y e en och og ja i и та и та و と 및"},
	{meaning{class: toWord}, "to thru through bis à a al til till do до по 至 到"},
	{meaning{class: allWord}, "全 共 전 complete"},
	{meaning{class: endWord}, "end final fin 完 终 終"},
	{meaning{class: nthWord}, "第 제"},
}

// suffixes make a number before a word an ordinal: 2nd, 2e, 2-й, 2ος. NFKC has written ª and º as letters.
const suffixes = "st nd rd th er re e eme ème ère a o ο os ος η η й я ой ая ий ья ти та то ма ми oji asis ųjų а і та ste de te ja"

// ordinals are the number words beside a season or an episode, from the first on, each in several languages.
var ordinals = []string{
	"first erste ersten première premier primera primeira prima eerste första første ensimmäinen pierwszy první prvá első primul първи први первый перший πρώτος πρώτη birinci ראשונה الأول اول 첫 fyrsta esimene pirmā pirmas прва पहला ซีซั่นแรก một pertama primo primero первая الأولى الاولى 첫번째",
	"second zweite zweiten deuxième seconde segunda seconda tweede andra anden andre toinen drugi druhá druhý druga második al doilea doua втори други второй другий δεύτερος δεύτερη ikinci שנייה שניה الثاني دوم segona önnur teine otrā antras друга दूसरा ซีซั่นสอง hai kedua secondo segundo вторая الثانية 두번째",
	"third dritte dritten troisième tercera terceira terza derde tredje kolmas trzeci třetí tretia treća harmadik trei трети трећи третий третій τρίτος τρίτη üçüncü שלישית الثالث سوم þriðja trešā trečias treilea трећа tretja तीसरा ซีซั่นสาม ba ketiga terzo tercero terceiro третья الثالثة 세번째",
	"fourth vierte vierten quatrième cuarta quarta vierde fjärde fjerde neljäs czwarty čtvrtá štvrtá četvrta negyedik patru четвърти четврти четвертый четвертий τέταρτος dördüncü רביעית الرابع چهارم fjórða ceturtā ketvirtas patrulea четврта četrta चौथा ซีซั่นสี่ bốn keempat quarto cuarto четвертая الرابعة 네번째",
	"fifth fünfte fünften cinquième quinta vijfde femte viides piąty pátá piata peta ötödik cinci пети пятый п'ятий πέμπτος beşinci חמישית الخامس پنجم cinquena fimmta viies piektā penktas cincilea пета पाँचवाँ ซีซั่นห้า năm kelima quinto пятая الخامسة 다섯번째",
	"sixth sechste sechsten sixième sexta sesta zesde sjätte sjette kuudes szósty šiesta hatodik шести шестой шостий έκτος altıncı שישית السادس ششم sisena sjötta kuues šeštas șaselea шеста छठा sáu keenam sesto sexto шестая السادسة",
	"seventh siebte siebten septième séptima sétima settima zevende sjunde syvende seitsemäs siódmy sedmá siedma hetedik седми седьмой сьомий έβδομος yedinci שביעית السابع هفتم setena sjuende sjöunda seitsmes septītā septintas șaptelea седма सातवाँ bảy ketujuh settimo séptimo седьмая السابعة",
	"eighth achte achten huitième octava oitava ottava achtste åttonde ottende kahdeksas ósmy osmá nyolcadik осми восьмой восьмий όγδοος sekizinci שמינית الثامن هشتم vuitena åttende áttunda kaheksas astotā aštuntas optulea осма आठवाँ tám kedelapan kelapan ottavo octavo восьмая الثامنة",
	"ninth neunte neunten neuvième novena nona negende nionde niende yhdeksäs dziewiąty devátá deviata deveta kilencedik девети девятый дев'ятий ένατος dokuzuncu תשיעית التاسع نهم níunda üheksas devītā devintas nouălea девета नौवाँ chín kesembilan nono noveno девятая التاسعة",
	"tenth zehnte zehnten dixième décima tiende tionde kymmenes dziesiąty desátá desiata deseta tizedik десети десятый десятий δέκατος onuncu עשירית العاشر دهم desena tíunda kümnes desmitā dešimtas zecelea десета दसवाँ mười kesepuluh decimo décimo десятая العاشرة",
	"eleventh",
	"twelfth",
}

// cardinals are number words and numerals that stand behind a word only: Season Two, Season II.
var cardinals = []string{
	"one i א α satu", "two ii ב β dua", "three iii ג γ tiga", "four iv ד δ empat", "five v ה ε lima", "six vi ו enam", "seven vii ז tujuh", "eight viii ח delapan", "nine ix ט sembilan", "ten x י sepuluh", "eleven xi", "twelve xii", "thirteen xiii", "fourteen xiv", "fifteen xv", "sixteen xvi", "seventeen xvii", "eighteen xviii", "nineteen xix", "twenty xx",
}

// vocabulary has the words of the tables by their key.
type vocabulary struct {
	words    map[string]meaning
	counts   map[string]int // ordinals and cardinals
	cardinal map[string]bool
	suffixes map[string]bool
	// unspaced has the words of scripts without spaces by their first rune, the longest first.
	unspaced map[rune][]string
}

// known returns the vocabulary. It is built when the first name is read.
var known = sync.OnceValue(func() *vocabulary {
	v := &vocabulary{
		words: map[string]meaning{}, counts: map[string]int{}, cardinal: map[string]bool{}, suffixes: map[string]bool{},
		unspaced: map[rune][]string{},
	}
	for _, o := range others {
		v.add(o.words, o.meaning)
	}
	for _, l := range languages {
		v.add(l.seasons, meaning{class: seasonWord, order: l.order})
		v.add(l.episodes, meaning{class: episodeWord, order: l.order})
	}
	for i, words := range ordinals {
		for text := range strings.FieldsSeq(words) {
			v.counts[key(text)] = i + 1
		}
	}
	for i, words := range cardinals {
		for text := range strings.FieldsSeq(words) {
			v.counts[key(text)], v.cardinal[key(text)] = i+1, true
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
