import assert from 'node:assert/strict'
import test from 'node:test'
import { forgetRows, keepRows, keptRows } from '../src/excluded.ts'

const stored = new Map<string, string>()
let full = false
Object.assign(globalThis, {
  sessionStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full) throw new Error('full')
      stored.set(key, value)
    },
    removeItem: (key: string) => stored.delete(key),
  },
})

test('excluded rows are kept for each plan, as far as they exist', () => {
  keepRows('a', new Set([4, 0, 2]))
  keepRows('b', new Set([1]))
  assert.deepEqual([...keptRows('a', 5)], [4, 0, 2])
  assert.deepEqual([...keptRows('a', 3)], [0, 2])
  assert.deepEqual([...keptRows('b', 3)], [1])
  assert.deepEqual([...keptRows('c', 3)], [])
  forgetRows('a')
  keepRows('b', new Set())
  assert.equal(stored.size, 0)
})

test('what is not a row is passed over', () => {
  stored.set('plotline.kept.excluded/a', '["x", -1, 1.5, null, 1]')
  assert.deepEqual([...keptRows('a', 3)], [1])
  stored.set('plotline.kept.excluded/a', '1,2')
  assert.deepEqual([...keptRows('a', 3)], [])
})

test('a full storage keeps no older rows', () => {
  keepRows('a', new Set([1]))
  full = true
  keepRows('a', new Set([2]))
  full = false
  assert.deepEqual([...keptRows('a', 3)], [])
})
