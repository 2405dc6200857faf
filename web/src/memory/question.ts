import { localMinute } from './time.ts'
import type { Outcome, View } from './view.ts'

/**
 * Finds filters in the words of a question. One that asks for filters alone sets them: "what failed last week?" Of any
 * other, the person decides. The words stay in either case. Times are read by the server, as recall reads them.
 */

/** The period that a question names, in local minutes. An open side is empty. */
export interface QuestionTime {
  words: string
  since: string
  until: string
  /** The question without its times. */
  rest: string
  /** The question says nothing else. */
  only: boolean
}

/** The server's answer about the time in a question. */
export interface TimeReply {
  time?: { text: string; since?: string; until?: string; as: 'filter' | 'wish' }
  rest?: string
}

/** Returns the time of an answer in minutes, the precision of the filters. */
export function timeOf({ time, rest = '' }: TimeReply): QuestionTime | null {
  if (time === undefined) return null
  const minute = (at: string | undefined) => (at === undefined ? '' : localMinute(Date.parse(at)))
  return { words: time.text, since: minute(time.since), until: minute(time.until), rest, only: time.as === 'filter' }
}

/** What a part of a question means. */
export type Meaning = { kind: 'outcome'; words: string; outcome: Outcome } | ({ kind: 'time' } & QuestionTime)

const OUTCOMES: [RegExp, Outcome][] = [
  [/\b(failed|failing|failures?|fails?|went (?:badly|wrong)|bad|badly|broke|broken)\b/i, 'bad'],
  [/\b(schief(?:gegangen|gelaufen)?|gescheitert|fehlgeschlagen|misslungen|schlecht)\b/i, 'bad'],
  [/(失败|出错|不好)/, 'bad'],
  [/\b(succeeded|success(?:es)?|successful|worked|went well|good)\b/i, 'good'],
  [/\b(geklappt|gelungen|erfolgreich|funktioniert|gut)\b/i, 'good'],
  [/(成功|顺利)/, 'good'],
]

/** Returns what a question says about outcome and time, one of each at most. */
export function meaningsOf(question: string, time: QuestionTime | null): Meaning[] {
  const meanings: Meaning[] = []
  for (const [words, outcome] of OUTCOMES) {
    const found = words.exec(question)
    if (found === null) continue
    meanings.push({ kind: 'outcome', words: found[0], outcome })
    break
  }
  return time === null ? meanings : [...meanings, { kind: 'time', ...time }]
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

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

export function isFiller(text: string): boolean {
  return wordsOf(text.replace(CHINESE_FILLERS, ' ')).every((word) => FILLERS.has(word))
}

/** Returns the question without the words of its meanings. */
function without(question: string, meanings: Meaning[]): string {
  const rest = meanings.find((meaning) => meaning.kind === 'time')?.rest ?? question
  return meanings.reduce((left, meaning) => (meaning.kind === 'time' ? left : left.replace(meaning.words, ' ')), rest)
}

/** Reports whether nothing is left to search for beside the meanings. */
function isAll(question: string, meanings: Meaning[]): boolean {
  return meanings.some((meaning) => meaning.kind === 'time' && meaning.only) || isFiller(without(question, meanings))
}

/** Reports whether a question asks for filters and nothing else. The word of an outcome alone is perhaps sought. */
function asksForFilters(question: string, meanings: Meaning[]): boolean {
  if (meanings.length === 0 || !isAll(question, meanings)) return false
  const [first] = meanings
  return first!.kind === 'time' || meanings.length > 1 || question.trim() !== first!.words || wordsOf(question).length > 1
}

/**
 * Returns the view with another question: with the filters that it asks for, and without those of the question before.
 * `before` and `asked` are the times in the two.
 */
export function withQuestion(view: View, query: string, before: QuestionTime | null, asked: QuestionTime | null): View {
  let next = { ...view, query }
  const [old, wanted] = [meaningsOf(view.query, before), meaningsOf(query, asked)]
  if (asksForFilters(view.query, old)) for (const meaning of old) if (isApplied(meaning, next)) next = withMeaning(meaning, next)
  if (asksForFilters(query, wanted)) for (const meaning of wanted) if (!isApplied(meaning, next)) next = withMeaning(meaning, next)
  return next
}

/** Returns what is left to search for. What a filter already says would only leave episodes out. */
export function searchedWords(view: View, time: QuestionTime | null): string {
  const applied = meaningsOf(view.query, time).filter((meaning) => isApplied(meaning, view))
  if (applied.length === 0) return view.query
  return isAll(view.query, applied) ? '' : without(view.query, applied).replace(/\s+/g, ' ').trim()
}
