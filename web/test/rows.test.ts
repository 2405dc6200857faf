import assert from 'node:assert/strict'
import test from 'node:test'
import { toggleRows, withRows } from '../src/rows.ts'

const cases: [what: string, excluded: number[], shown: number[], row: number, include: boolean, anchor: number | null, left: number[]][] = [
  ['one row out', [], [0, 1, 2], 1, false, null, [1]],
  ['one row in', [0, 1], [0, 1, 2], 1, true, null, [0]],
  ['a range down', [], [0, 1, 2, 3], 3, false, 1, [1, 2, 3]],
  ['a range up', [0, 1, 2, 3], [0, 1, 2, 3], 0, true, 2, [3]],
  ['a range passes over rows that are not shown', [], [0, 2, 4], 4, false, 0, [0, 2, 4]],
  ['an anchor that is not shown counts for nothing', [], [2, 4], 4, false, 1, [4]],
]

for (const [what, excluded, shown, row, include, anchor, left] of cases) {
  test(what, () => {
    const before = new Set(excluded)
    const after = toggleRows(before, shown, row, include, anchor)
    assert.deepEqual([...after].sort(), left)
    assert.deepEqual([...before], excluded)
  })
}

test('many rows', () => {
  assert.deepEqual([...withRows(new Set([5]), [1, 2], false)], [5, 1, 2])
  assert.deepEqual([...withRows(new Set([5, 1]), [1, 2], true)], [5])
})
