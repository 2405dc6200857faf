package graphtest

import (
	"fmt"
	"slices"
	"strings"

	"plotline/graph"
	"plotline/graph/analysis"
)

// searchTable creates one episode for each text. Each query must find the episodes that hold all of it and
// those that hold some of it, and at least the one named.
func searchTable(t tester, w *world, texts []string, queries map[string]string) {
	t.Helper()
	batch := make([]graph.NewEpisode, len(texts))
	for i, text := range texts {
		batch[i] = document(fmt.Sprintf("d%d", i), text)
	}
	made := w.create(t, batch...)
	for query, target := range queries {
		clauses := analysis.English.Parse(query)
		var want, some []graph.ID
		for _, e := range made {
			if HoldsAll(e, clauses) {
				want = append(want, e.EpisodeID)
			}
			if slices.ContainsFunc(clauses, func(c analysis.Clause) bool { return holds(e, c) }) {
				some = append(some, e.EpisodeID)
			}
		}
		if i := slices.Index(texts, target); target != "" && (i < 0 || !slices.Contains(want, made[i].EpisodeID)) {
			t.Errorf("the case is wrong: %q does not find %q", query, target)
		}
		w.finds(t, query, want...)
		w.findsSome(t, query, some...)
	}
}

func searchScripts(t tester, w *world) {
	searchTable(t, w, []string{
		"café noir", "cafe noir", "naïve", "Straße", "STRASSE", "ﬁle ① x²", "file 1 x2", "Ｆｕｌｌ ｗｉｄｔｈ",
		"東京都の天気", "京都", "北京 東", "서울 날씨", "さくら", "サクラ", "हिन्दी भाषा", "हन्द", "ไทย", "ΟΔΟΣ", "İstanbul",
		"𐐷𐐲", "𞤀𞤣𞤤𞤢𞤥", "𞤀", "e\u0301tude", "étude", "3.14 v2", "314", "x\u200dy", "xy", "🚀🚀 go", "gö", "ꟺ", "ߊߋߌ", "ⷠa", "コーヒー", "ｶﾞｯｺｳ",
		"Zürich Wi-Fi", "zurich wifi", "שָׁלוֹם", "مُحَمَّد", "λόγος", "soft\u00adware data\u200bbase", "ชำระเงินซ้ำ", "ພາສາລາວ", "ភាសាខ្មែរ", "မြန်မာစာ",
	}, map[string]string{
		"CAFÉ": "café noir", "cafe": "café noir", "naive": "naïve", "strasse": "STRASSE", "STRAẞE": "Straße", "ﬁle 1": "file 1 x2",
		"FILE x2": "ﬁle ① x²", "full": "Ｆｕｌｌ ｗｉｄｔｈ", "京都": "東京都の天気", "都京": "京都", "東": "北京 東", "울": "서울 날씨",
		"さ": "さくら", "サ": "サクラ", "हिन्दी": "हिन्दी भाषा", "हन्द": "हन्द", "ह": "", "ไ": "", "οδοσ": "ΟΔΟΣ", "istanbul": "İstanbul", "𐐷𐐲": "𐐷𐐲", "𞤀𞤣𞤤𞤢𞤥": "𞤀𞤣𞤤𞤢𞤥", "𞤀": "𞤀", "étude": "e\u0301tude", "etude": "étude", "14": "3.14 v2",
		"314": "314", "xy": "x\u200dy", "x y": "", "zurich": "Zürich Wi-Fi", "zürich": "zurich wifi",
		"wifi": "Zürich Wi-Fi", "שלום": "שָׁלוֹם", "محمد": "مُحَمَّد", "λογοσ": "λόγος", "software database": "soft\u00adware data\u200bbase",
		"เงิน": "ชำระเงินซ้ำ", "ลาว": "", "ລາວ": "ພາສາລາວ", "ខ្មែរ": "ភាសាខ្មែរ", "မာစာ": "မြန်မာစာ", "go 🚀": "🚀🚀 go", "go": "🚀🚀 go", "ꟺ": "ꟺ", "ヒー": "コーヒー", "ガッコ": "ｶﾞｯｺｳ", "ߊߋߌ": "ߊߋߌ",
	})
}

func searchSpecials(t tester, w *world) {
	searchTable(t, w, []string{
		"salt and pepper", "salt or pepper", "not salt", "salt near pepper", "to be", "name:query", "c++ && rust || go",
		"a\\b/c", "x^2 y~3", "wild*card que?ry", "\"quoted phrase\"", "phrase quoted", "[a TO z]", "{curly}", "null true",
		"O'Neil", "100%_done", "$ws match (n)", "-minus +plus", "!bang", "select;drop", "rowid rank", "__id__",
	}, map[string]string{
		"AND": "salt and pepper", "salt AND pepper": "salt and pepper", "OR": "salt or pepper", "salt OR": "salt or pepper",
		"NOT": "not salt", "NOT pepper": "", "pepper NEAR salt": "salt near pepper", "NEAR(salt, 2)": "", "TO": "to be",
		"name:query": "name:query", "name": "name:query", "name:salt": "", "c++": "c++ && rust || go", "&& || go": "c++ && rust || go",
		"a\\b": "a\\b/c", "/c/": "a\\b/c", "x^2": "x^2 y~3", "y~3": "x^2 y~3", "salt~": "not salt", "pepper^5": "", "pepper^": "salt or pepper",
		"wild*": "wild*card que?ry", "sal*": "", "s?lt": "", "que?ry": "wild*card que?ry", "\"phrase quoted\"": "phrase quoted",
		"\"": "", "\"salt": "not salt", "(salt": "not salt", "salt)": "not salt", "[a TO z]": "[a TO z]", "[a": "[a TO z]",
		"{curly}": "{curly}", "null": "null true", "o'neil": "O'Neil", "oneil": "", "%": "", "100%": "100%_done", "done_": "100%_done",
		"$ws": "$ws match (n)", "(n)": "$ws match (n)", "-salt": "not salt", "-minus": "-minus +plus", "+plus": "-minus +plus",
		"!bang": "!bang", "drop;": "select;drop", "rank": "rowid rank", "rowid": "rowid rank", "id": "__id__", "- + && || / \\ ~ ^": "",
	})
}

// searchKeys finds what an importer wrote to the metadata.
func searchKeys(t tester, w *world) {
	const hash = "2866eecf0a6c27e2cab9d4b0aa6b8e7c157fcaee"
	batch := []graph.NewEpisode{document("d0", "see 2866eecf"), document("d1", "none"), document("d2", "other"), document("d3", "tea")}
	batch[1].Metadata = []byte(`{"commit": "` + hash + `", "author": "Ada Lovelace <ada@example.org>"}`)
	batch[2].Metadata = []byte(`{"commit": "0123456` + hash[:33] + `", "files": ["graph/known.go", 7]}`)
	batch[3].Metadata = []byte(`{"commit": 7, "author": ["Ada"], "files": "known"}`)
	made := idsOf(w.create(t, batch...))
	w.finds(t, "2866eecf", made[0], made[1])
	w.finds(t, "2866EECF0", made[1])
	w.finds(t, hash, made[1])
	w.finds(t, hash+"0")
	w.finds(t, "2866ee")
	w.finds(t, "0123456", made[2])
	w.finds(t, "lovelace", made[1])
	w.finds(t, "ada", made[1])
	w.finds(t, "known", made[2])
	w.finds(t, `"graph known go"`, made[2])
	w.finds(t, "graph/known.go", made[2])
	w.finds(t, "see graph/known.go")
	path := analysis.English.Parse("see graph/known.go:7")
	w.findsBy(t, "a path alone", graph.TextQuery{Clauses: path, Lookups: everyLookup(path)[:1], Limit: 50}, made[2:3])
	changed := w.must(t, made[1])
	was := changed.UpdatedAt
	changed.Metadata, changed.UpdatedAt = []byte(`{"commit": "deadbeef00"}`), was+1
	ok(t, w.ReplaceEpisode(t.Context(), w.ws, changed, was))
	w.finds(t, "2866eecf", made[0])
	w.finds(t, "deadbeef", made[1])
	w.finds(t, "lovelace")
}

func searchLongTokens(t tester, w *world) {
	long, wide := strings.Repeat("x", 300), strings.Repeat("𐐷", 260)
	searchTable(t, w, []string{
		long, strings.Repeat("x", 100), strings.Repeat("x", 99), strings.Repeat("x", 250), strings.Repeat("y", 255) + "z", wide,
		strings.Repeat("word ", 6000) + "last", strings.Repeat("中", 5000) + "国",
	}, map[string]string{
		long: long, strings.Repeat("x", 100): long, strings.Repeat("x", 99): strings.Repeat("x", 99), strings.Repeat("x", 50): "",
		strings.Repeat("y", 255) + "z": strings.Repeat("y", 255) + "z", strings.Repeat("y", 254): "", wide: wide,
		strings.Repeat("𐐷", 60): "", "last": strings.Repeat("word ", 6000) + "last", "国": strings.Repeat("中", 5000) + "国",
	})
}
