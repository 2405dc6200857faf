package timephrase

// englishWords returns the words of English phrases and the function words of English.
func englishWords() []row {
	return []row{
		{class: relative, unit: day, value: 0, words: "today"},
		{class: relative, unit: day, value: -1, words: "yesterday"},
		{class: relative, unit: day, value: 0, part: evening, words: "tonight"},
		{class: dayName, value: 1, flags: english, words: "monday, tuesday, wednesday, thursday, friday, saturday, sunday"},
		{class: dayName, value: 1, flags: english | abbreviated, words: "mon, tue tues, wed, thu thur thurs, fri, sat, sun"},
		{class: monthName, value: 1, flags: english, words: `january, february, march, april, may, june,
			july, august, september, october, november, december`},
		{class: monthName, value: 1, flags: english | abbreviated, words: "jan, feb, mar, apr, , jun, jul, aug, sep sept, oct, nov, dec"},
		{flags: ambiguous, words: "march may august jan mar dec"},
		{class: quarterOf, value: 1, words: "q1, q2, q3, q4"},
		{class: halfOf, value: 1, words: "h1, h2"},
		{class: unitName, unit: minute, words: "minute"},
		{class: unitName, unit: hour, words: "hour"},
		{class: unitName, unit: day, words: "day"},
		{class: unitName, unit: week, words: "week"},
		{class: unitName, unit: weekend, words: "weekend"},
		{class: unitName, unit: month, words: "month"},
		{class: unitName, unit: quarter, words: "quarter"},
		{class: unitName, unit: year, words: "year"},
		{class: unitName, unit: minute, flags: plural, words: "minutes"},
		{class: unitName, unit: hour, flags: plural, words: "hours"},
		{class: unitName, unit: day, flags: plural, words: "days"},
		{class: unitName, unit: week, flags: plural, words: "weeks"},
		{class: unitName, unit: weekend, flags: plural, words: "weekends"},
		{class: unitName, unit: month, flags: plural, words: "months"},
		{class: unitName, unit: quarter, flags: plural, words: "quarters"},
		{class: unitName, unit: year, flags: plural, words: "years"},
		{class: number, value: 1, words: "one a an, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve"},
		{class: severalOf, words: "few several some"},
		{class: coupleOf, words: "couple"},
		{class: ordinal, value: 1, words: "first, second, third, fourth"},
		{class: lastOf, value: 1, flags: english, words: "last"},
		{class: lastOf, value: 1, words: "previous"},
		{class: pastOf, words: "past"},
		{class: recent, value: recentDays, words: "lately recently"},
		{class: thisOf, words: "this"},
		{class: nextOf, words: "next coming upcoming following"},
		{class: everyOf, words: "every each per"},
		{class: agoWord, words: "ago"},
		{class: preposition, value: onDay, flags: english, words: "on at"},
		{class: preposition, value: inMonth, flags: english, words: "in during within over throughout"},
		{class: article, words: "the"},
		{class: ofWord, words: "of"},
		{class: sinceWord, words: "since"},
		{class: fromWord, flags: english, words: "from"},
		{class: beforeWord, words: "before"},
		{class: afterWord, words: "after"},
		{class: untilWord, words: "until till"},
		{class: toWord, words: "to through thru"},
		{class: nowWord, words: "now"},
		{class: betweenWord, words: "between"},
		{class: andWord, words: "and or"},
		{class: aboutWord, words: "about around roughly approximately exactly almost nearly"},
		{flags: inexact, words: "more less over under least most"},
		{class: partName, part: morning, words: "morning"},
		{class: partName, part: noon, words: "noon midday lunchtime"},
		{class: partName, part: afternoon, words: "afternoon"},
		{class: partName, part: evening, words: "evening"},
		{class: partName, part: night, words: "night"},
		{class: edgeName, value: int(beginning), words: "early"},
		{class: edgeName, value: int(beginning), flags: ambiguous, words: "beginning start"},
		{class: edgeName, value: int(middle), words: "mid"},
		{class: edgeName, value: int(middle), flags: ambiguous, words: "middle"},
		{class: edgeName, value: int(end), words: "late"},
		{class: edgeName, value: int(end), flags: ambiguous, words: "end"},
		{class: half, words: "half"},
		{class: futureDay, words: "tomorrow"},
		{class: comparing, words: "than versus vs by not"},
		{class: versionWord, words: "version versions release v build rev revision chapter section page room rfc issue pr bug ticket port line"},
		{flags: intent, words: "will shall must should due deadline upcoming later gonna"},
		{flags: plan, words: "planned scheduled schedule calendar agenda appointment appointments"},
		{flags: intentTo, words: "going need needs have has supposed got plan planning want wants"},
		{flags: past, words: "did were had happened said been done didn weren hadn"},
		{flags: doing, words: "do doing it there us me you them him her"},
		{flags: wasWord, words: "was"},
		{flags: moving, words: "move moved moving postpone postponed reschedule rescheduled shift shifted delay delayed deferred"},
		{flags: failing, words: "failed fail fails failing failure failures wrong bad badly broke broken worst"},
		{flags: working, words: "worked succeeded success successes successful well best"},
		{flags: fnEnglish, words: englishFunctionWords},
	}
}

const englishFunctionWords = `
	a an the this that these those some any all each every no not
	i me my mine myself we us our ours you your yours he him his she her hers it its they them their theirs one
	anyone someone anything something everything nothing everyone
	who whom whose which what when where why how
	am is are was were be been being do does did doing done have has had having get got
	can could may might must shall should will would
	and or but nor so if then because as while until since
	of in on at by for with about against between into through during before after from to up down out off over under
	again once here there now just only also too very else ever even still yet exactly back else
	happen happened happens happening going go went on
	change changed changes changing new released shipped merged committed pushed
	thing things stuff please tell show list give remember recall know let
	don didn isn aren wasn weren hasn haven hadn doesn won wouldn t s m re ve ll d
	earlier far way time period day days than more most
`
