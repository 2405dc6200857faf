import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ageOf } from '../src/age.ts'

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
