import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isApplied, meaningsOf, searchedWords, withMeaning, withQuestion } from '../src/memory/question.ts'
import { EMPTY_VIEW } from '../src/memory/view.ts'

/** A Wednesday. */
const now = new Date(2026, 8, 16, 10, 30)
const lastWeek = ['2026-09-07T00:00', '2026-09-13T23:59']
const august = ['2026-08-01T00:00', '2026-08-31T23:59']

const questions: [question: string, outcome: string | null, span: string[] | null][] = [
  ['what failed last week?', 'bad', lastWeek],
  ['What went well today', 'good', ['2026-09-16T00:00', '2026-09-16T23:59']],
  ['what succeeded yesterday?', 'good', ['2026-09-15T00:00', '2026-09-15T23:59']],
  ['bad deploys this week', 'bad', ['2026-09-14T00:00', '2026-09-20T23:59']],
  ['this month', null, ['2026-09-01T00:00', '2026-09-30T23:59']],
  ['good ideas of last month', 'good', august],
  ['what did we try in August?', null, august],
  ['in December', null, ['2025-12-01T00:00', '2025-12-31T23:59']],
  ['failures in February 2024', 'bad', ['2024-02-01T00:00', '2024-02-29T23:59']],
  ['it may march on', null, null],
  ['failsafe goodbye', null, null],
  ['was ist letzte Woche schiefgegangen?', 'bad', lastWeek],
  ['Was hat gestern geklappt?', 'good', ['2026-09-15T00:00', '2026-09-15T23:59']],
  ['im August', null, august],
  ['im März', null, ['2026-03-01T00:00', '2026-03-31T23:59']],
  ['letzten Monat fehlgeschlagen', 'bad', august],
  ['上周什么失败了？', 'bad', lastWeek],
  ['上个月成功的', 'good', august],
  ['2026年8月', null, august],
  ['13月', null, null],
  ['orders arrive twice', null, null],
  ['', null, null],
]

for (const [question, outcome, span] of questions) {
  test(`what "${question}" means`, () => {
    const meanings = meaningsOf(question, now)
    const found = { outcome: null as string | null, span: null as string[] | null }
    for (const meaning of meanings) {
      assert.ok(question.includes(meaning.words))
      if (meaning.kind === 'outcome') found.outcome = meaning.outcome
      else found.span = [meaning.since, meaning.until]
    }
    assert.deepEqual(found, { outcome, span })
  })
}

test('a meaning is set and removed, and the question stays', () => {
  const view = { ...EMPTY_VIEW, query: 'what failed last week?', tags: ['fix'] }
  let all = view
  for (const meaning of meaningsOf(view.query, now)) {
    assert.equal(isApplied(meaning, all), false)
    all = withMeaning(meaning, all)
    assert.equal(isApplied(meaning, all), true)
  }
  assert.deepEqual(all, { ...view, outcomes: ['bad'], since: lastWeek[0], until: lastWeek[1] })
  for (const meaning of meaningsOf(view.query, now)) all = withMeaning(meaning, all)
  assert.deepEqual(all, view)
})

const asked: [question: string, filters: number, searched: string][] = [
  ['what failed last week?', 2, ''],
  ['What went well today', 2, ''],
  ['last week', 1, ''],
  ['was ist letzte Woche schiefgegangen?', 2, ''],
  ['上周什么失败了？', 2, ''],
  ['failed', 0, 'failed'], // perhaps a word to search for
  ['bad deploys this week', 0, 'bad deploys this week'],
  ['which backup failed?', 0, 'which backup failed?'],
  ['what did we try in August?', 0, 'what did we try in August?'],
]

for (const [question, filters, searched] of asked) {
  test(`what "${question}" sets`, () => {
    const view = withQuestion({ ...EMPTY_VIEW, tags: ['fix'] }, question, now)
    assert.equal(meaningsOf(question, now).filter((meaning) => isApplied(meaning, view)).length, filters)
    assert.equal(searchedWords(view, now), searched)
    assert.equal(view.query, question)
    assert.deepEqual(view.tags, ['fix'])
  })
}

test('typing on takes back what the question before asked for', () => {
  const view = withQuestion(withQuestion(EMPTY_VIEW, 'what failed', now), 'what failed pay', now)
  assert.deepEqual(view, { ...EMPTY_VIEW, query: 'what failed pay' })
  const chosen = { ...EMPTY_VIEW, query: 'what failed', outcomes: ['good' as const] }
  assert.deepEqual(withQuestion(chosen, '', now), { ...chosen, query: '' })
})

test('the words of a filter are not searched', () => {
  const view = { ...EMPTY_VIEW, query: 'bad deploys this week', outcomes: ['bad' as const] }
  assert.equal(searchedWords(view, now), 'deploys this week')
})
