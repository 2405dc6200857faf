import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isApplied, meaningsOf, searchedWords, timeOf, withMeaning, withQuestion, type QuestionTime } from '../src/memory/question.ts'
import { lastWeek as weekBefore } from '../src/memory/time.ts'
import { EMPTY_VIEW } from '../src/memory/view.ts'

const lastWeek = ['2026-09-07T00:00', '2026-09-13T23:59']
const august = ['2026-08-01T00:00', '2026-08-31T23:59']
const yesterday = ['2026-09-15T00:00', '2026-09-15T23:59']
const sinceMonday = ['2026-09-14T00:00', '']

/** What the server reads on Wednesday 2026-09-16. It reads no time in any other question. */
const answers: [question: string, words: string, span: string[], rest: string, only?: 'only'][] = [
  ['what failed last week?', 'last week', lastWeek, 'what failed?'],
  ['What went well today', 'today', ['2026-09-16T00:00', '2026-09-16T23:59'], 'What went well'],
  ['bad deploys this week', 'this week', ['2026-09-14T00:00', '2026-09-20T23:59'], 'bad deploys'],
  ['last week', 'last week', lastWeek, '', 'only'],
  ['yesterday', 'yesterday', yesterday, '', 'only'],
  ['Was haben wir gestern so gemacht?', 'gestern', yesterday, 'Was haben wir so gemacht?', 'only'],
  ['find tasks of last week', 'of last week', lastWeek, 'find tasks'],
  ['what broke since Monday', 'since Monday', sinceMonday, 'what broke'],
  ['what did we try in August?', 'in August', august, 'what did we try?'],
  ['was ist letzte Woche schiefgegangen?', 'letzte Woche', lastWeek, 'was ist schiefgegangen?'],
  ['上周什么失败了？', '上周', lastWeek, '什么失败了？'],
  ['failures of this week, on Tuesday', 'on Tuesday', yesterday, 'failures'],
]

function answerTo(question: string): QuestionTime | null {
  const found = answers.find(([asked]) => asked === question)
  if (found === undefined) return null
  const [, words, [since, until], rest, only] = found
  return { words, since: since!, until: until!, rest, only: only !== undefined }
}

const ask = (view: typeof EMPTY_VIEW, question: string) => withQuestion(view, question, answerTo(view.query), answerTo(question))

const questions: [question: string, outcome: string | null, span: string[] | null][] = [
  ['what failed last week?', 'bad', lastWeek],
  ['What went well today', 'good', ['2026-09-16T00:00', '2026-09-16T23:59']],
  ['what broke since Monday', 'bad', sinceMonday],
  ['what did we try in August?', null, august],
  ['it may march on', null, null],
  ['failsafe goodbye', null, null],
  ['was ist letzte Woche schiefgegangen?', 'bad', lastWeek],
  ['Was hat geklappt?', 'good', null],
  ['fehlgeschlagen', 'bad', null],
  ['上周什么失败了？', 'bad', lastWeek],
  ['成功的', 'good', null],
  ['orders arrive twice', null, null],
  ['', null, null],
]

for (const [question, outcome, span] of questions) {
  test(`what "${question}" means`, () => {
    const found = { outcome: null as string | null, span: null as string[] | null }
    for (const meaning of meaningsOf(question, answerTo(question))) {
      assert.ok(question.includes(meaning.words))
      if (meaning.kind === 'outcome') found.outcome = meaning.outcome
      else found.span = [meaning.since, meaning.until]
    }
    assert.deepEqual(found, { outcome, span })
  })
}

test('the time of an answer', () => {
  const [since, until] = [new Date(2026, 8, 7), new Date(2026, 8, 13, 23, 59, 59, 999)].map((at) => at.toISOString())
  const time = { words: 'last week', since: lastWeek[0], until: lastWeek[1], rest: 'what failed?', only: false }
  assert.deepEqual(timeOf({ time: { text: 'last week', since: since!, until: until!, as: 'wish' }, rest: 'what failed?' }), time)
  const before = { words: 'before last week', since: '', until: lastWeek[0], rest: '', only: true }
  assert.deepEqual(timeOf({ time: { text: 'before last week', until: since!, as: 'filter' } }), before)
  assert.equal(timeOf({}), null)
})

test('the week before', () => {
  const [monday, sunday] = [new Date(2026, 8, 14), new Date(2026, 8, 20, 23, 59)]
  for (const now of [monday, sunday]) assert.deepEqual(weekBefore(now), lastWeek)
})

test('a meaning is set and removed, and the question stays', () => {
  const view = { ...EMPTY_VIEW, query: 'what failed last week?', tags: ['fix'] }
  let all = view
  for (const meaning of meaningsOf(view.query, answerTo(view.query))) {
    assert.equal(isApplied(meaning, all), false)
    all = withMeaning(meaning, all)
    assert.equal(isApplied(meaning, all), true)
  }
  assert.deepEqual(all, { ...view, outcomes: ['bad'], since: lastWeek[0], until: lastWeek[1] })
  for (const meaning of meaningsOf(view.query, answerTo(view.query))) all = withMeaning(meaning, all)
  assert.deepEqual(all, view)
})

const asked: [question: string, filters: number, searched: string][] = [
  ['what failed last week?', 2, ''],
  ['What went well today', 2, ''],
  ['last week', 1, ''],
  ['yesterday', 1, ''],
  ['Was haben wir gestern so gemacht?', 1, ''],
  ['find tasks of last week', 1, ''],
  ['what broke since Monday', 2, ''],
  ['failures of this week, on Tuesday', 2, ''],
  ['was ist letzte Woche schiefgegangen?', 2, ''],
  ['上周什么失败了？', 2, ''],
  ['failed', 0, 'failed'], // perhaps a word to search for
  ['bad deploys this week', 0, 'bad deploys this week'],
  ['which backup failed?', 0, 'which backup failed?'],
  ['what did we try in August?', 0, 'what did we try in August?'],
]

for (const [question, filters, searched] of asked) {
  test(`what "${question}" sets`, () => {
    const view = ask({ ...EMPTY_VIEW, tags: ['fix'] }, question)
    assert.equal(meaningsOf(question, answerTo(question)).filter((meaning) => isApplied(meaning, view)).length, filters)
    assert.equal(searchedWords(view, answerTo(question)), searched)
    assert.equal(view.query, question)
    assert.deepEqual(view.tags, ['fix'])
  })
}

test('typing on takes back what the question before asked for', () => {
  const view = ask(ask(EMPTY_VIEW, 'what failed'), 'what failed pay')
  assert.deepEqual(view, { ...EMPTY_VIEW, query: 'what failed pay' })
  assert.deepEqual(ask(ask(EMPTY_VIEW, 'what failed last week?'), ''), EMPTY_VIEW)
  const chosen = { ...EMPTY_VIEW, query: 'what failed', outcomes: ['good' as const] }
  assert.deepEqual(ask(chosen, ''), { ...chosen, query: '' })
})

test('the words of a filter are not searched', () => {
  const view = { ...EMPTY_VIEW, query: 'bad deploys this week', outcomes: ['bad' as const] }
  const time = answerTo(view.query)!
  assert.equal(searchedWords(view, time), 'deploys this week')
  assert.equal(searchedWords({ ...view, since: time.since, until: time.until }, time), 'deploys')
})

test('without an answer the words of a time are searched', () => {
  const view = withQuestion(EMPTY_VIEW, 'what failed last week?', null, null)
  assert.deepEqual(view, { ...EMPTY_VIEW, query: 'what failed last week?' })
  assert.equal(searchedWords(view, null), view.query)
})
