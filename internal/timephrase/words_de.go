package timephrase

// germanWords returns the words of German phrases and the function words of German.
func germanWords() []row {
	return []row{
		{class: relative, unit: day, value: 0, words: "heute"},
		{class: relative, unit: day, value: -1, words: "gestern"},
		{class: relative, unit: day, value: -2, words: "vorgestern"},
		{class: relative, unit: week, value: -1, flags: german, words: "vorwoche"},
		{class: relative, unit: month, value: -1, flags: german, words: "vormonat vormonats"},
		{class: relative, unit: year, value: -1, flags: german, words: "vorjahr vorjahres"},
		{class: dayName, value: 1, flags: german, words: `montag, dienstag, mittwoch, donnerstag, freitag,
			samstag sonnabend, sonntag`},
		{class: monthName, value: 1, flags: german, words: `januar jänner, februar, märz maerz, april, mai, juni,
			juli, august, september, oktober, november, dezember`},
		{flags: ambiguous, words: "mai"},
		{class: monthName, value: 10, flags: german | abbreviated, words: "okt"},
		{class: monthName, value: 12, flags: german | abbreviated, words: "dez"},
		{flags: german, words: "jan feb apr jun jul aug sep sept nov"},
		{class: unitName, unit: minute, flags: plural, words: "minuten"},
		{class: unitName, unit: hour, words: "stunde"},
		{class: unitName, unit: hour, flags: plural, words: "stunden"},
		{class: unitName, unit: day, words: "tag tages"},
		{class: unitName, unit: day, flags: plural, words: "tage tagen"},
		{class: unitName, unit: week, words: "woche"},
		{class: unitName, unit: week, flags: plural, words: "wochen"},
		{class: unitName, unit: weekend, words: "wochenende wochenendes"},
		{class: unitName, unit: month, words: "monat monats"},
		{class: unitName, unit: month, flags: plural, words: "monate monaten"},
		{class: unitName, unit: quarter, words: "quartal quartals"},
		{class: unitName, unit: quarter, flags: plural, words: "quartale quartalen"},
		{class: unitName, unit: year, words: "jahr jahres jahre"},
		{class: unitName, unit: year, flags: plural, words: "jahren"},
		{class: number, value: 1, words: `ein eine einem einen einer eins, zwei, drei, vier, fünf, sechs, sieben, acht, neun,
			zehn, elf, zwölf`},
		{class: severalOf, words: "paar einige einigen mehrere mehreren wenigen wenige"},
		{class: ordinal, value: 1, words: "erste ersten erstes, zweite zweiten zweites, dritte dritten drittes, vierte vierten viertes"},
		{class: lastOf, value: 1, flags: german, words: `letzte letzten letzter letztes letztem vorige vorigen voriger voriges vorigem
			vergangene vergangenen vergangener vergangenes vergangenem vorherige vorherigen vorheriger vorheriges`},
		{class: lastOf, value: 2, flags: german, words: "vorletzte vorletzten vorletzter vorletztes vorletztem"},
		{class: recent, value: recentDays, words: "neulich kürzlich letztens unlängst jüngst"},
		{class: thisOf, words: "diese diesen dieser dieses diesem"},
		{class: nextOf, words: `nächste nächsten nächster nächstes nächstem kommende kommenden kommender kommendes
			folgende folgenden übernächste übernächsten übernächster übernächstes`},
		{class: everyOf, words: "jede jeden jeder jedes jedem pro"},
		{class: vorWord, flags: german, words: "vor"},
		{class: preposition, value: onDay, flags: german, words: "am an"},
		{class: preposition, value: inMonth, flags: german, words: "im während"},
		{class: preposition, value: onDay | inMonth, flags: german, words: "aus"},
		{class: zumWord, words: "zum zur"},
		{flags: german, words: "in"},
		{class: article, flags: german, words: "der die das dem den des"},
		{class: sinceWord, words: "seit"},
		{class: fromWord, flags: german, words: "vom von"},
		{class: afterWord, words: "nach"},
		{class: untilWord, words: "bis"},
		{class: nowWord, words: "jetzt"},
		{class: zuWord, words: "zu"},
		{class: betweenWord, words: "zwischen"},
		{class: andWord, words: "und oder"},
		{class: aboutWord, words: "etwa ungefähr circa ca rund genau fast"},
		{flags: inexact, words: "mehr weniger über unter knapp mindestens höchstens"},
		{class: partName, part: morning, words: "vormittag früh"},
		{class: partName, part: noon, words: "mittag"},
		{class: partName, part: afternoon, words: "nachmittag"},
		{class: partName, part: evening, words: "abend"},
		{class: partName, part: night, words: "nacht"},
		{class: edgeName, value: int(beginning), words: "anfang"},
		{class: edgeName, value: int(middle), words: "mitte"},
		{class: edgeName, value: int(end), words: "ende"},
		{class: half, words: "halbe halben halbjahr halbjahres"},
		{class: futureDay, part: morning, words: "morgen"},
		{class: futureDay, words: "übermorgen"},
		{class: comparing, words: "als gegenüber nicht"},
		{class: versionWord, words: "versionen kapitel abschnitt seite zimmer raum zeile"},
		{flags: intent, words: `wird werden werde wirst muss müssen musst soll sollen sollte sollten fällig frist will wollen möchte plane später ansteht anstehen`},
		{flags: plan, words: "geplant vorgesehen angesetzt termin termine kalender"},
		{flags: intentTo, words: "tun erledigen machen"},
		{flags: past, words: "war waren warst hatte hatten hattest wurde wurden passiert geschah gab"},
		{flags: having, words: "habe haben hat hast"},
		{flags: doing, words: "ich wir du er sie es man ihr mir dir uns euch"},
		{flags: moving, words: "verschoben verschieben verschiebe verlegt verlegen umgebucht vertagt"},
		{flags: failing, words: "gescheitert fehlgeschlagen misslungen schief schiefgegangen schiefgelaufen schlecht schlechtesten schlimmsten kaputt"},
		{flags: working, words: "geklappt gelungen funktioniert erfolgreich gut besten"},
		{flags: fnGerman, words: germanFunctionWords},
	}
}

const germanFunctionWords = `
	der die das dem den des ein eine einem einen einer dies diese dieser dieses diesem jene kein keine alle alles
	ich mich mir mein meine wir uns unser unsere du dich dir dein deine er ihn ihm sein seine sie ihr ihre es man sich ihnen
	wer wen wem wessen was welche welcher welches welchen wann wo warum wieso wie worum woran
	bin bist ist sind war waren warst wart gewesen sein habe hast hat haben hatte hatten hattest gehabt
	wird werden wurde wurden worden kann konnte konnten können soll sollte will wollte muss musste darf durfte mag
	und oder aber denn sondern also wenn als ob dass weil da
	von vom in im an am auf aus bei beim mit nach seit zu zum zur über unter vor für um durch gegen ohne bis zwischen während
	so noch schon auch nur da dort hier etwas nichts los denn eigentlich genau mal bitte doch ja nicht
	mache machst macht machen machte machten gemacht tue tun tat taten getan gab geben gibt
	geändert änderte änderten ändern änderung änderungen neu neue neues veröffentlicht
	passiert passierte passieren geschehen geschah geschieht ereignet vorgefallen gelaufen lief gegangen ging
	zeige zeig nenne sag sage liste erinnere erinnerst weißt weiß
	sache sachen dinge ding zeit zeitraum tag tage
`
