import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ageOf, whenOf, withLocalTimes } from '../src/age.ts'

test('ages count the days of the calendar', () => {
  const now = new Date(2026, 10, 23, 1, 0).getTime()
  for (const [time, age] of [
    [new Date(2026, 10, 23, 0, 59, 30), 'just now'],
    [new Date(2026, 10, 22, 23, 0), '2 hr. ago'],
    [new Date(2026, 10, 22, 0, 30), 'yesterday'],
    [new Date(2026, 10, 21, 23, 0), '2 days ago'],
    [new Date(2026, 10, 16, 0, 30), '7 days ago'],
    [new Date(2026, 8, 1), '2 mo. ago'],
    [new Date(2026, 10, 24), 'just now'],
  ] as const) {
    assert.equal(ageOf(time.toISOString(), now), age, time.toString())
  }
})

test('what is older than six days has its day, with the year if it is another', () => {
  const now = new Date(2026, 10, 23, 12, 0).getTime()
  for (const [time, when] of [
    [new Date(2026, 10, 23, 11, 0), '1 hr. ago'],
    [new Date(2026, 10, 17, 13, 0), '6 days ago'],
    [new Date(2026, 10, 17, 11, 0), 'Nov 17'],
    [new Date(2026, 8, 12), 'Sep 12'],
    [new Date(2025, 8, 12), 'Sep 12, 2025'],
  ] as const) {
    assert.equal(whenOf(time.toISOString(), now), when, time.toString())
  }
})

test('times in a message are local, to the minute', () => {
  const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  assert.equal(withLocalTimes('it was undone at 2026-11-24T14:26:59.123456Z.', utc), 'it was undone at 24 Nov 2026, 14:26.')
  assert.equal(withLocalTimes('at 2026-11-24T01:00:00+02:00', utc), 'at 23 Nov 2026, 23:00')
  assert.equal(withLocalTimes('2026-99-99T99:99:99Z.mkv', utc), '2026-99-99T99:99:99Z.mkv')
})
