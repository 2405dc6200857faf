import assert from 'node:assert/strict'
import test from 'node:test'
import { changesOf, conflictsOf, edit, fieldsOf, isReward, lengthOf, problemsOf, revertOf, type Draft } from '../src/memory/edits.ts'

const base = fieldsOf({ name: 'Outage', query: 'Why?', reflection: 'Ask early.', reward: -0.8, tags: ['ops'], metadata: { ticket: 12 } })
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
    [edit(empty, 'query', 'How?'), base, { query: 'How?' }],
    [edit(empty, 'metadata', '{"ticket":12}'), base, {}],
    [edit(empty, 'metadata', '{"ticket":13}'), base, { metadata: { ticket: 13 } }],
    [edit(empty, 'metadata', ' '), base, { metadata: null }],
  ]
  for (const [draft, stored, want] of cases) assert.deepEqual(changesOf(draft, stored), want)
})

test('a reward is a number from -1 to 1', () => {
  for (const good of ['-1', '0', '0.333', '1', ' 1 ']) assert.equal(isReward(good), true, good)
  for (const bad of ['', ' ', '1.01', '-2', 'well', 'NaN', 'Infinity', '1e9']) assert.equal(isReward(bad), false, bad)
})

test('an undo sends what was before, of the fields that were sent', () => {
  const after = { ...base, name: 'New', reward: '1', tags: ['x'], metadata: '' }
  const sent = changesOf({ edits: { name: 'New', reward: '1', metadata: '' } }, base)
  assert.deepEqual(revertOf(sent, base, after), { name: 'Outage', reward: -0.8, metadata: { ticket: 12 } })
})

test('a form says which fields the server would reject', () => {
  const cases: [Partial<typeof base>, string[]][] = [
    [{}, []],
    [{ query: ' ' }, ['query']],
    [{ query: 'x'.repeat(32_768) }, []],
    [{ query: 'x'.repeat(32_769) }, ['query']],
    [{ reflection: 'ü'.repeat(32_768) }, []],
    [{ reflection: 'ü'.repeat(32_769) }, ['reflection']],
    [{ reward: '2' }, ['reward']],
    [{ tags: Array.from({ length: 101 }, (_, i) => `t${i}`) }, ['tags']],
    [{ metadata: '' }, []],
    [{ metadata: '{' }, ['metadata']],
    [{ metadata: '[1]' }, ['metadata']],
    [{ metadata: 'null' }, ['metadata']],
  ]
  for (const [changes, want] of cases) assert.deepEqual(Object.keys(problemsOf({ ...base, ...changes })), want, JSON.stringify(changes).slice(0, 60))
})

test('lengths are characters, although the server counts bytes', () => {
  assert.deepEqual(lengthOf('', 100), { length: 0, room: 100 })
  assert.deepEqual(lengthOf('ab', 100), { length: 2, room: 100 })
  assert.deepEqual(lengthOf('üü', 100), { length: 2, room: 50 })
  assert.deepEqual(lengthOf('🔑', 100), { length: 1, room: 25 })
})
