import { localMinute } from './time.ts'
import type { Outcome, View } from './view.ts'

/**
 * Finds filters in the words of a question. One that asks for filters alone sets them: "what failed last week?" Of any
 * other, the person decides. The words stay in either case.
 */

/** What a part of a question means. */
export type Meaning =
  | { kind: 'outcome'; words: string; outcome: Outcome }
  | { kind: 'time'; words: string; since: string; until: string }

const OUTCOMES: [RegExp, Outcome][] = [
  [/\b(failed|failing|failures?|fails?|went (?:badly|wrong)|bad|badly|broke|broken)\b/i, 'bad'],
  [/\b(schief(?:gegangen|gelaufen)?|gescheitert|fehlgeschlagen|misslungen|schlecht)\b/i, 'bad'],
  [/(失败|出错|不好)/, 'bad'],
  [/\b(succeeded|success(?:es)?|successful|worked|went well|good)\b/i, 'good'],
  [/\b(geklappt|gelungen|erfolgreich|funktioniert|gut)\b/i, 'good'],
  [/(成功|顺利)/, 'good'],
]

type Span = (now: Date) => [since: Date, until: Date]

const day = (now: Date, from: number, to: number): [Date, Date] => [
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + from),
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + to, 23, 59),
]

/** Returns a week of the calendar, so many before this one. Weeks begin on Monday. */
export const weekBefore = (before: number): Span => (now) => {
  const monday = -((now.getDay() + 6) % 7) - 7 * before
  return day(now, monday, monday + 6)
}

const month = (year: number, index: number): [Date, Date] => [new Date(year, index, 1), new Date(year, index + 1, 0, 23, 59)]

const SPANS: [RegExp, Span][] = [
  [/\b(today|heute)\b|(今天)/i, (now) => day(now, 0, 0)],
  [/\b(yesterday|gestern)\b|(昨天)/i, (now) => day(now, -1, -1)],
  [/\b(this week|diese[rn]? woche)\b|(本周|这周|这个星期)/i, weekBefore(0)],
  [/\b(last week|(?:letzten?|vorigen?|letzter) woche)\b|(上周|上个星期)/i, weekBefore(1)],
  [/\b(this month|diese[nmrs]? monats?)\b|(本月|这个月)/i, (now) => month(now.getFullYear(), now.getMonth())],
  [/\b(last month|(?:letzte[nmrs]?|vorige[nmrs]?) monats?)\b|(上个?月)/i, (now) => month(now.getFullYear(), now.getMonth() - 1)],
]

const MONTHS = [
  ['january', 'januar'], ['february', 'februar'], ['march', 'märz'], ['april'], ['may', 'mai'], ['june', 'juni'], ['july', 'juli'],
  ['august'], ['september'], ['october', 'oktober'], ['november'], ['december', 'dezember'],
]

/** A month needs a word before it or a year after it: "may" and "march" are also verbs. */
const MONTH = new RegExp(
  `(?:\\b(?:in|im|since|of|during|last|letzten)\\s+(${MONTHS.flat().join('|')})(?:\\s+(\\d{4}))?|\\b(${MONTHS.flat().join('|')})\\s+(\\d{4}))(?![\\p{L}\\d])`,
  'iu',
)
const CHINESE_MONTH = /(?:(\d{4})年)?(\d{1,2})月/

/** Returns the last month with this number, or that of a year. */
function monthNamed(index: number, year: string | undefined, now: Date): [Date, Date] {
  return month(year !== undefined ? Number(year) : now.getFullYear() - (index > now.getMonth() ? 1 : 0), index)
}

function spanOf(question: string, now: Date): [words: string, span: [Date, Date]] | null {
  for (const [words, span] of SPANS) {
    const found = words.exec(question)
    if (found !== null) return [found[0], span(now)]
  }
  const named = MONTH.exec(question)
  if (named !== null) {
    const name = (named[1] ?? named[3]!).toLowerCase()
    return [named[0], monthNamed(MONTHS.findIndex((names) => names.includes(name)), named[2] ?? named[4], now)]
  }
  const chinese = CHINESE_MONTH.exec(question)
  const index = Number(chinese?.[2]) - 1
  return chinese !== null && index >= 0 && index < 12 ? [chinese[0], monthNamed(index, chinese[1], now)] : null
}

/** Returns what a question says about outcome and time, one of each at most. */
export function meaningsOf(question: string, now = new Date()): Meaning[] {
  const meanings: Meaning[] = []
  for (const [words, outcome] of OUTCOMES) {
    const found = words.exec(question)
    if (found === null) continue
    meanings.push({ kind: 'outcome', words: found[0], outcome })
    break
  }
  const time = spanOf(question, now)
  if (time !== null) {
    const [words, [since, until]] = time
    meanings.push({ kind: 'time', words, since: localMinute(since.getTime()), until: localMinute(until.getTime()) })
  }
  return meanings
}

/** Reports whether the filters of a view are already what a part of its question means. */
export function isApplied(meaning: Meaning, view: View): boolean {
  if (meaning.kind === 'outcome') return view.outcomes.length === 1 && view.outcomes[0] === meaning.outcome
  return view.since === meaning.since && view.until === meaning.until
}

/** Sets the filter that a part of a question means, or removes it. The question stays as it is. */
export function withMeaning(meaning: Meaning, view: View): View {
  const applied = isApplied(meaning, view)
  if (meaning.kind === 'outcome') return { ...view, outcomes: applied ? [] : [meaning.outcome] }
  return applied ? { ...view, since: '', until: '' } : { ...view, since: meaning.since, until: meaning.until }
}

/** Words of a question that say nothing about what is sought. */
const FILLERS = new Set(
  ('what which who when where why how did do does has have had is are was were be been the a an of in on at to for from and or ' +
    'we i me my our us it they this that these those there thing things anything everything all any episode episodes task tasks ' +
    'attempt attempts happen happened go goes went show list find tell ' +
    'was welche welcher welches welchen wer wann wo warum wieso wie ist sind war waren hat haben habe wir ich uns es sie der die ' +
    'das den dem ein eine einen im in am auf von zu und oder alles etwas episoden aufgaben zeige finde').split(' '),
)
const CHINESE_FILLERS = /[的了吗呢有是都]|什么|哪些|怎么|任务|经历/g

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

function isFiller(text: string): boolean {
  return wordsOf(text.replace(CHINESE_FILLERS, ' ')).every((word) => FILLERS.has(word))
}

function without(question: string, meanings: Meaning[]): string {
  return meanings.reduce((left, { words }) => left.replace(words, ' '), question)
}

/** Reports whether several words ask for filters and nothing else. */
function asksForFilters(question: string, meanings: Meaning[]): boolean {
  if (meanings.length === 0 || !isFiller(without(question, meanings))) return false
  return meanings.length > 1 || question.trim() !== meanings[0]!.words || wordsOf(question).length > 1
}

/** Returns the view with another question: with the filters that it asks for, and without those of the question before. */
export function withQuestion(view: View, query: string, now = new Date()): View {
  let next = { ...view, query }
  const [before, asked] = [meaningsOf(view.query, now), meaningsOf(query, now)]
  if (asksForFilters(view.query, before)) for (const meaning of before) if (isApplied(meaning, next)) next = withMeaning(meaning, next)
  if (asksForFilters(query, asked)) for (const meaning of asked) if (!isApplied(meaning, next)) next = withMeaning(meaning, next)
  return next
}

/** Returns what is left to search for. What a filter already says would only leave episodes out. */
export function searchedWords(view: View, now = new Date()): string {
  const applied = meaningsOf(view.query, now).filter((meaning) => isApplied(meaning, view))
  if (applied.length === 0) return view.query
  const left = without(view.query, applied)
  return isFiller(left) ? '' : left.replace(/\s+/g, ' ').trim()
}
