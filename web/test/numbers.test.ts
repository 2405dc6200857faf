import assert from 'node:assert/strict'
import { test } from 'node:test'
import { episodesOf } from '../src/numbers.ts'

test('the episodes of a file are read', () => {
  const cases: [string, number[] | null][] = [
    ['3', [3]],
    [' 07 ', [7]],
    ['1-2', [1, 2]],
    ['1 - 2', [1, 2]],
    ['1–3', [1, 2, 3]],
    ['1, 3', [1, 3]],
    ['1,1-2', [1, 2]],
    ['5&6', [5, 6]],
    ['0', [0]],
    ['1-2-3', null],
    ['2-1', null],
    ['1.5', null],
    ['1 2', null],
    ['1,', null],
    ['-1', null],
    ['', null],
    ['x', null],
    ['1-100', Array.from({ length: 100 }, (_, i) => i + 1)],
    ['1-101', null],
    ['1-60, 101-160', null],
    ['999999999', [999999999]],
    ['1-999999999', null],
  ]
  for (const [value, want] of cases) assert.deepEqual(episodesOf(value), want, value)
})
