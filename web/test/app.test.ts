import assert from 'node:assert/strict'
import test from 'node:test'
import { contentOf, failureOf } from '../src/app/bridge.ts'
import { completion, emptyPicture, kindOf, mapOf, MOST, withResult } from '../src/app/picture.ts'

const id = (n: number) => `019a0000-0000-7000-8000-00000000000${n}`
const day = (n: number) => `2026-09-0${n}T12:00:00Z`

const related = {
  related_episodes: [
    { episode_id: id(2), id: 2, episode_name: 'Outage', reward: -0.8, steps: [{ relationship_type: 'causes', direction: 'outgoing', strength: 0.9, id: 2, name: 'Outage' }] },
    {
      episode_id: id(3), id: 3, episode_name: 'Repair', reward: 1,
      steps: [
        { relationship_type: 'causes', direction: 'outgoing', strength: 0.9, id: 2, name: 'Outage' },
        { relationship_type: 'refines', direction: 'incoming', strength: 0.5, id: 3, name: 'Repair' },
      ],
    },
  ],
  count: 2,
}

test('a result is known by its members', () => {
  assert.deepEqual([related, { paths: [] }, { episodes: [] }, { nodes: [] }, 'graph TD', null].map(kindOf), ['related', 'connection', 'recall', 'graph', 'graph', 'graph'])
})

test('paths become relationships, in their direction', () => {
  const picture = withResult(emptyPicture(), related, { episode_id: '#1' })
  assert.deepEqual([...picture.items.keys()], [1, 2, 3])
  assert.deepEqual([...picture.links.keys()], ['1 2 causes', '3 2 refines'])
  assert.equal(picture.total, 3)
  assert.deepEqual(completion(picture, 'related', {}), { episode_ids: ['1', '2', '3'], max_nodes: MOST, format: 'json', labels: 'readable' })
})

test('a start that was named by its id gets its number from the graph', () => {
  const first = withResult(emptyPicture(), related, { episode_id: id(1).toUpperCase() })
  assert.deepEqual([...first.items.keys()], [0, 2, 3])
  assert.deepEqual(completion(first, 'related', {})?.['episode_ids'], [id(1).toUpperCase(), '2', '3'])
  const nodes = [3, 2, 1].map((n) => ({ id: id(n), serial: n, label: `Number ${n}`, created_at: day(n), reward: 0.5 }))
  const whole = withResult(first, { nodes, edges: [{ from: id(1), to: id(3), type: 'follows', strength: 1 }], total_nodes: 3 }, {})
  assert.deepEqual([...whole.items.keys()].sort(), [1, 2, 3])
  assert.deepEqual([...whole.links.keys()].sort(), ['1 2 causes', '1 3 follows', '3 2 refines'])
  assert.deepEqual(mapOf(whole).episodes.map(({ id: n, name, degree }) => [n, name, degree]), [[3, 'Number 3', 2], [2, 'Number 2', 2], [1, 'Number 1', 2]])
  assert.equal(first.items.has(0), true) // the picture before has not changed
})

test('recalled episodes keep their order, with what led to them', () => {
  const episodes = [
    { episode_id: id(2), id: 2, name: 'Outage', reward: -0.8, created_at: day(2), why: 'matches outage', superseded_by: [{ id: 4, episode_id: id(4), name: 'Later', relationship_type: 'contradicts', direction: '' }] },
    { episode_id: id(1), id: 1, name: 'Release', reward: 0, created_at: day(1), why: 'caused #2', via: [{ relationship_type: 'causes', direction: 'outgoing', id: 2, name: 'Outage' }] },
  ]
  const picture = withResult(emptyPicture(), { episodes, count: 5, of: 9 }, { query: 'x' })
  assert.deepEqual(picture.found, [2, 1])
  assert.deepEqual([...picture.links.keys()], ['1 2 causes', '4 2 contradicts'].sort((a, b) => (a < b ? 1 : -1)))
  assert.equal(picture.total, 5)
  // Episode 4 has no date: the numbers are the order.
  assert.deepEqual(mapOf(picture).episodes.map(({ id: n }) => n), [4, 2, 1])
})

test('a picture is bounded, and its names show what is invisible', () => {
  const nodes = Array.from({ length: MOST + 50 }, (_, i) => ({ id: String(i), serial: i + 1, label: 'a\u202eb', created_at: day(1) }))
  const picture = withResult(emptyPicture(), { nodes, edges: [{ from: '0', to: String(MOST + 1), type: 'causes', strength: 1 }], total_nodes: 900 }, {})
  assert.deepEqual([picture.items.size, picture.links.size, picture.total], [MOST, 0, 900])
  assert.equal(picture.items.get(1)!.name, 'a\\u202eb')
  assert.equal(completion(emptyPicture(), 'graph', { max_nodes: 500, format: 'svg' })!['max_nodes'], MOST)
})

test('malformed results draw nothing', () => {
  for (const content of [null, 7, 'graph TD', {}, [], { episodes: [] }, { nodes: [] }]) assert.equal(withResult(emptyPicture(), content, {}).items.size, 0)
  assert.equal(withResult(emptyPicture(), { nodes: [{ id: 'a', serial: 1.5, label: 'x' }] }, {}).items.size, 0)
})

test('a host may pass on only texts', () => {
  assert.deepEqual(contentOf({ structuredContent: { a: 1 }, content: [] }), { a: 1 })
  assert.deepEqual(contentOf({ content: [{ type: 'text', text: '{"a":1}' }] }), { a: 1 })
  assert.equal(contentOf({ content: [{ type: 'text', text: 'graph TD' }] }), 'graph TD')
  assert.equal(failureOf({ content: [{ type: 'text', text: '{"error":"Not found","details":"Episode 9"}' }] }), 'Not found: Episode 9')
  assert.equal(failureOf({ content: [{ type: 'text', text: 'broken' }] }), 'broken')
})
