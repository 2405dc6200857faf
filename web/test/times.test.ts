import assert from 'node:assert/strict'
import test from 'node:test'
import type { QuestionTime } from '../src/memory/question.ts'
import { Times } from '../src/memory/times.ts'

const timeOf = (words: string): QuestionTime => ({ words, since: '', until: '', rest: '', only: true })
const { signal } = new AbortController()

test('an answer is known for its question', async () => {
  const times = new Times(async (question) => (question === 'today' ? timeOf(question) : null))
  assert.deepEqual(await times.read('today', signal), timeOf('today'))
  assert.equal(await times.read('pay', signal), null)
  assert.deepEqual([times.known('today'), times.known('pay'), times.known('week')], [timeOf('today'), null, null])
  assert.deepEqual(['today', 'pay', 'week', ' '].map((question) => times.has(question)), [true, true, false, true])
})

test('a question without words is not sent', async () => {
  const times = new Times(() => assert.fail('sent'))
  assert.equal(await times.read(' ', signal), null)
})

test('a failure is no time, and the next read asks again', async () => {
  let offline = true
  const times = new Times(async (question) => {
    if (offline) throw new Error('offline')
    return timeOf(question)
  })
  assert.equal(await times.read('today', signal), null)
  assert.equal(times.has('today'), false)
  offline = false
  assert.deepEqual(await times.read('today', signal), timeOf('today'))
})

test('a late answer holds nothing up, and is known when it comes', async () => {
  let answer = (_: QuestionTime) => {}
  const times = new Times(() => new Promise((resolve) => (answer = resolve)))
  assert.equal(await times.read('today', signal, 1), null)
  answer(timeOf('today'))
  await new Promise(setImmediate)
  assert.deepEqual(times.known('today'), timeOf('today'))
})

test('answers come in any order', async () => {
  const answers: Record<string, () => void> = {}
  const times = new Times((question) => new Promise((resolve) => (answers[question] = () => resolve(timeOf(question)))))
  const [first, second] = [times.read('today', signal), times.read('yesterday', signal)]
  answers['yesterday']!()
  answers['today']!()
  assert.deepEqual([await first, await second], [timeOf('today'), timeOf('yesterday')])
  assert.deepEqual(times.known('yesterday'), timeOf('yesterday'))
})

test('only the last answers are kept', async () => {
  const times = new Times(async (question) => timeOf(question))
  for (let n = 0; n < 100; n++) await times.read(`day ${n}`, signal)
  assert.deepEqual([times.has('day 0'), times.has('day 99')], [false, true])
})
