import assert from 'node:assert/strict'
import test from 'node:test'
import { changesOf, conflictsOf, edit, fieldsOf, isReward, type Draft } from '../src/memory/edits.ts'

const base = fieldsOf({ name: 'Outage', reflection: 'Ask early.', reward: -0.8, tags: ['ops'] })
const empty: Draft = { base, edits: {} }

test('a field that is as it was is no edit', () => {
  const changed = edit(edit(empty, 'name', 'Other'), 'tags', ['ops', 'db'])
  assert.deepEqual(changed.edits, { name: 'Other', tags: ['ops', 'db'] })
  assert.deepEqual(edit(edit(changed, 'name', 'Outage'), 'tags', ['ops']).edits, {})
})

test('only fields that both have changed to something else conflict', () => {
  const own = edit(edit(edit(empty, 'name', 'Own'), 'reward', '0.5'), 'tags', [])
  assert.deepEqual(conflictsOf(own, base), [])
  assert.deepEqual(conflictsOf(own, { ...base, reflection: 'Theirs' }), [])
  assert.deepEqual(conflictsOf(own, { ...base, name: 'Own' }), [])
  assert.deepEqual(conflictsOf(own, { ...base, name: 'Theirs', reward: '0.4', tags: ['x'] }), ['name', 'reward', 'tags'])
})

test('only edits that are not stored yet are sent', () => {
  const cases: [Draft, typeof base, object][] = [
    [empty, base, {}],
    [empty, { ...base, name: 'Theirs' }, {}],
    [edit(empty, 'name', '  New  '), base, { name: 'New' }],
    [edit(empty, 'name', ' '), base, { name: null }],
    [edit(empty, 'reflection', ''), base, { reflection: null }],
    [edit(empty, 'reward', '-0.80'), base, {}],
    [edit(empty, 'reward', '1'), base, { reward: 1 }],
    [edit(empty, 'tags', []), base, { tags: [] }],
    [edit(empty, 'name', 'Same'), { ...base, name: 'Same' }, {}],
  ]
  for (const [draft, stored, want] of cases) assert.deepEqual(changesOf(draft, stored), want)
})

test('a reward is a number from -1 to 1', () => {
  for (const good of ['-1', '0', '0.333', '1', ' 1 ']) assert.equal(isReward(good), true, good)
  for (const bad of ['', ' ', '1.01', '-2', 'well', 'NaN', 'Infinity', '1e9']) assert.equal(isReward(bad), false, bad)
})
