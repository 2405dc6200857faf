import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Recorded, Session } from '../src/recorded/data.ts'
import { dayOf, daysOf, readReason } from '../src/recorded/days.ts'

const at = (text: string) => new Date(text).getTime()

function session(project: string, last: string, starts: string[]): Session {
  const tasks = starts.map((start) => ({ id: start, started: at(start) }))
  return { client: 'claude-code', session: project + last, project, workspace: project + '-1', last: at(last), tasks }
}

test('tasks are grouped by day, project and session, newest first', () => {
  const late = session('shop', '2027-03-02T00:20', ['2027-03-01T23:50', '2027-03-02T00:10'])
  late.told = [{ at: at('2027-03-01T23:55'), lines: [{ text: 'a line' }] }, { at: at('2027-03-02T00:10'), task: '2027-03-02T00:10', lines: [] }]
  const sessions = [late, session('blog', '2027-03-01T20:00', ['2027-03-01T19:00']), session('shop', '2027-03-01T12:00', ['2027-03-01T11:00', '2027-03-01T11:30'])]
  const list: Recorded = { record: 'on', here: true, recorder: 'answers', waiting: 0, today: [], sessions, total: 5 }
  const days = daysOf(list)
  assert.deepEqual(days.map((day) => day.at), [dayOf(at('2027-03-02T12:00')), dayOf(at('2027-03-01T12:00'))])
  assert.deepEqual(days.map((day) => day.projects.map(({ name, count, parts }) => [name, count, parts.length])), [[['shop', 1, 1]], [['shop', 3, 2], ['blog', 1, 1]]])
  const [first, second] = days[1]!.projects[0]!.parts
  assert.deepEqual([first!.tasks.length, first!.told.length], [1, 1])
  assert.deepEqual(second!.tasks.map(({ id }) => id), ['2027-03-01T11:30', '2027-03-01T11:00'])
})

test('reasons of a reward are taken apart', () => {
  assert.deepEqual(readReason('tests_passed +0.5: go test ./...'), { rule: 'tests_passed', value: 0.5, what: 'go test ./...' })
  assert.deepEqual(readReason('verdict_bad -1.0'), { rule: 'verdict_bad', value: -1, what: '' })
  assert.deepEqual(readReason('interrupted'), { rule: 'interrupted', value: 0, what: '' })
  assert.deepEqual(readReason('Of another program'), { rule: 'Of another program', value: 0, what: '' })
})
