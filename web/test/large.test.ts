import assert from 'node:assert/strict'
import test from 'node:test'
import type { Overview } from '../src/memory/data.ts'
import { relax, seedLanes, type Field } from '../src/memory/force.ts'
import { communitiesOf, groupsOf, spansOf } from '../src/memory/groups.ts'
import { mapQuery, scopeOf } from '../src/memory/scope.ts'
import { placesInTime, ticksOf } from '../src/memory/timescale.ts'
import { EMPTY_VIEW } from '../src/memory/view.ts'

/** Nodes in communities of twenty, whose members follow one another. */
function fieldOf(nodes: number): Field {
  const indexes = Array.from({ length: nodes }, (_, i) => i)
  const linked = indexes.filter((i) => i >= 20)
  return {
    x: Float64Array.from(indexes, (i) => i * 2), y: new Float64Array(nodes), radius: new Float64Array(nodes).fill(8),
    from: Uint32Array.from(linked, (i) => i - 20), to: Uint32Array.from(linked), group: Int32Array.from(indexes, (i) => i % 20),
  }
}

test('force moves nodes apart, keeps their time, and is the same each time', () => {
  const runs = [0, 1].map(() => {
    const field = fieldOf(1000)
    seedLanes(field)
    for (let pass = 0; pass < 90; pass++) relax(field, 1 - pass / 90)
    return field
  })
  const { x, y, radius } = runs[0]!
  assert.deepEqual(runs[1]!.y, y)
  assert.deepEqual([...x], Array.from({ length: 1000 }, (_, i) => i * 2))
  let covered = 0
  for (let a = 0; a < 1000; a++) {
    for (let b = a + 1; b < 1000; b++) if (Math.hypot(x[a]! - x[b]!, y[a]! - y[b]!) < radius[a]!) covered++
  }
  assert.ok(covered < 20, `${covered} pairs cover one another by half`)
  assert.ok(y.every(Number.isFinite))
})

test('force places what has no relationships, no time or no neighbour', () => {
  for (const nodes of [1, 2, 300]) {
    const field = { ...fieldOf(nodes), x: new Float64Array(nodes), from: new Uint32Array(), to: new Uint32Array() }
    field.group = Int32Array.from(field.group, (_, i) => i)
    seedLanes(field)
    for (let pass = 0; pass < 200; pass++) relax(field, 0.5)
    assert.equal(new Set(field.y).size, nodes)
    assert.ok(field.y.every(Number.isFinite))
  }
})

test('places follow time, and ticks are at the beginnings of months', () => {
  const times = [Date.UTC(2026, 5, 20), Date.UTC(2026, 2, 20), Date.UTC(2026, 2, 20), Date.UTC(2026, 0, 20)]
  const places = placesInTime(times)
  assert.ok(places[3] === 0 && places[0] === 1 && places[2]! < places[1]!)
  assert.deepEqual([...placesInTime([5])], [0.5])
  const ticks = ticksOf(times.map((time, i) => ({ time, x: places[i]! })))
  assert.deepEqual(ticks.map(({ name }) => name), ['Feb 2026', 'Apr 2026'])
  assert.deepEqual([ticksOf([]), ticksOf([{ time: 1, x: 0 }])].map((list) => list.length), [0, 0])
  for (const days of [0.1, 1, 5, 30, 400, 4000, 400_000]) {
    const span = Array.from({ length: 100 }, (_, i) => ({ time: (i * days * 86_400_000) / 99, x: i }))
    const { length } = ticksOf(span)
    assert.ok(length > 0 && length <= 16, `${length} ticks for ${days} days`)
  }
})

const at = (month: number) => new Date(2026, month, 1).toISOString()

const overview: Overview = {
  episodes: 100, relationships: 90, computed_at: at(4), types: [], tags: [], bucket_seconds: 28 * 86_400,
  buckets: [0, 1, 2, 3, 4].map((month) => ({ since: at(month), rewards: [0, 0, month, 0, 0, 0, 1] })),
  communities: [
    { size: 60, hub: 5, name: 'a', reward: 0.5, since: at(0), until: at(2) },
    { size: 30, hub: 9, name: 'b', reward: -1, since: at(2), until: at(4) },
    { size: 2, hub: 1, name: 'c', reward: 0, since: at(1), until: at(1) },
  ],
  links: [{ from: 0, to: 1, count: 3 }, { from: 1, to: 0, count: 1 }, { from: 0, to: 2, count: 9 }],
  others: 8,
}

test('communities are groups that open', () => {
  const { points, joints, others } = communitiesOf(overview)
  assert.deepEqual(points.map(({ id, step, caption }) => [id, step, caption]), [[5, 2, '60 episodes'], [9, -3, '30 episodes']])
  assert.ok(points[0]!.radius > points[1]!.radius)
  assert.deepEqual(joints, [{ from: 0, to: 1, type: '', strength: 1 }])
  assert.equal(others, 10)
  assert.deepEqual(points[1]!.open(EMPTY_VIEW), { ...EMPTY_VIEW, community: 9 })
})

test('spans of time stand in for communities', () => {
  assert.equal(groupsOf(overview, false).points[0]!.id, 5)
  assert.equal(groupsOf({ ...overview, others: 80 }, false).points[0]!.name, 'January 2026')
  const pictures = [groupsOf(overview, false), groupsOf(overview, true), groupsOf({ ...overview, others: 80 }, false), groupsOf({ ...overview, communities: [] }, true)]
  assert.deepEqual(pictures.map(({ byTime, hasOther }) => [byTime, hasOther]), [[false, true], [true, true], [true, false], [true, false]])
  const { points } = groupsOf(overview, true)
  assert.deepEqual(points.map(({ name, size }) => [name, size]), [['January 2026', 1], ['February 2026', 2], ['March 2026', 3], ['April 2026', 4], ['May 2026', 5]])
  const { since, until } = points[0]!.open(EMPTY_VIEW)
  assert.deepEqual([since, until], ['2026-01-01T00:00', '2026-01-31T23:59'])
  assert.deepEqual(spansOf({ ...overview, buckets: [], episodes: 0 }).points, [])
})

test('the server chooses what the page cannot load', () => {
  assert.equal(mapQuery(300, null), 'limit=300')
  const scope = { since: '', until: '', tags: ['a b', 'c'], community: 4 }
  assert.equal(mapQuery(300, scope), 'limit=300&tags=a+b&tags=c&community=4')
  assert.match(mapQuery(1, { ...scope, until: '2026-01-01T00:00' }), /until=20\d\d-\d\d-\d\dT\d\d%3A\d\d%3A59\.999Z/)
  const filtered = { ...EMPTY_VIEW, tags: ['a'], since: '2026-01-01T00:00' }
  assert.deepEqual([scopeOf(filtered, false), scopeOf(EMPTY_VIEW, true)], [null, null])
  assert.deepEqual(scopeOf(filtered, true), { tags: ['a'], since: '2026-01-01T00:00', until: '', community: null })
  // The communities are those of the whole memory, so the page filters their episodes.
  assert.deepEqual(scopeOf({ ...filtered, community: 3 }, true), { tags: [], since: '', until: '', community: 3 })
})
