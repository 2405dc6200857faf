import assert from 'node:assert/strict'
import test from 'node:test'
import { bringAllIn, bringIn, fit, zoomAt } from '../src/memory/camera.ts'
import type { MapResponse } from '../src/memory/data.ts'
import { layOut } from '../src/memory/layout.ts'
import { episodeMarkdown } from '../src/memory/markdown.ts'
import { buildModel, counted, matching, outcomeOf, rewardsOf, rewardStep, walk } from '../src/memory/model.ts'
import { buildScene, nodeTowards, placesOf, planOf, withAdditions, type Plan } from '../src/memory/scene.ts'
import { EMPTY_VIEW, isFiltered, readView, toggle, viewUrl, withoutFilters, type View } from '../src/memory/view.ts'

const day = (n: number) => `2026-09-${String(n).padStart(2, '0')}T12:00:00Z`

/** Four episodes, newest first: 1 causes 2, 3 follows from 2, and 3 refines 1. Episode 4 is alone. */
const map: MapResponse = {
  episodes: [
    { episode_id: 'd', id: 4, name: 'Alone', created_at: day(4), reward: 0, degree: 0, community: 0 },
    { episode_id: 'c', id: 3, name: 'Repair', created_at: day(3), reward: 1, degree: 2, community: 0, tags: [0, 1], source: 0 },
    { episode_id: 'b', id: 2, name: 'Outage', created_at: day(2), reward: -0.8, degree: 2, community: 0, tags: [0] },
    { episode_id: 'a', id: 1, name: 'Release', created_at: day(1), reward: 0.3, degree: 2, community: 0, source: 0 },
  ],
  edges: [
    { from: 3, to: 2, type: 'causes', strength: 1 },
    { from: 2, to: 1, type: 'follows', strength: 0.5 },
    { from: 1, to: 3, type: 'refines', strength: 0.5 },
  ],
  tags: ['ops', 'fix'],
  sources: ['agent'],
  total: 4,
  truncated: false,
}

const full: View = {
  query: 'why & how', tags: ['a b', 'c'], types: ['causes'], outcomes: ['good', 'bad'], sources: ['agent'], since: '2026-09-01T00:00',
  until: '2026-09-30T23:59', episode: 5, to: 9, walk: 'back', mode: 'table', community: 7, picture: 'months', sort: '-reward',
}

test('a view is what its address says', () => {
  assert.equal(viewUrl(EMPTY_VIEW), '/')
  assert.deepEqual(readView(''), EMPTY_VIEW)
  assert.deepEqual(readView(viewUrl(full).slice(1)), full)
  assert.deepEqual(readView('?since=2026-09-01&until=2026-09-30').until, '2026-09-30T23:59')
})

test('what an address cannot mean is left out', () => {
  const wrong = '?episode=-1&to=x&show=3d&walk=up&since=yesterday&until=2026-99-99T00:00&went=great&sort=color&tag=&tag=a&tag=a'
  assert.deepEqual(readView(wrong), { ...EMPTY_VIEW, tags: ['a'] })
})

test('filters are told from the rest of a view', () => {
  assert.equal(isFiltered({ ...EMPTY_VIEW, episode: 3, mode: 'graph' }), false)
  assert.equal(isFiltered({ ...EMPTY_VIEW, query: 'x' }), true)
  assert.equal(viewUrl(withoutFilters(full)), '/?episode=5&to=9&walk=back&show=table&picture=months&sort=-reward')
  assert.deepEqual([toggle(['a'], 'b'), toggle(['a', 'b'], 'a')], [['a', 'b'], ['b']])
})

test('rewards are in the classes of the server', () => {
  const cases: [reward: number, step: number][] = [
    [-7, -3], [-1, -3], [-0.84, -3], [-0.5, -2], [-0.3, -1], [-0.299, 0], [-0.1, 0], [0, 0], [0.04, 0], [0.299, 0], [0.3, 1], [0.5, 2], [0.9, 3], [7, 3],
  ]
  for (const [reward, step] of cases) assert.equal(rewardStep(reward), step, String(reward))
  assert.deepEqual([outcomeOf(-1), outcomeOf(0), outcomeOf(2)], ['bad', 'mixed', 'good'])
})

test('the model says what is superseded, and by what', () => {
  const { bySerial } = buildModel(map)
  assert.deepEqual(bySerial.get(1)!.supersededBy, { serial: 3, type: 'refines' })
  assert.equal(bySerial.get(2)!.supersededBy, null)
  assert.deepEqual([bySerial.get(3)!.tags, bySerial.get(3)!.source, bySerial.get(2)!.source], [['ops', 'fix'], 'agent', ''])
})

const filters: [what: string, change: Partial<View>, serials: number[]][] = [
  ['nothing', {}, [4, 3, 2, 1]],
  ['a tag', { tags: ['ops'] }, [3, 2]],
  ['all tags', { tags: ['ops', 'fix'] }, [3]],
  ['any outcome', { outcomes: ['bad', 'mixed'] }, [4, 2]],
  ['a source', { sources: ['agent'] }, [3, 1]],
  ['a type', { types: ['causes'] }, [2, 1]],
  ['a range of time', { since: '2026-09-02T00:00', until: '2026-09-03T23:59' }, [3, 2]],
]
for (const [what, change, serials] of filters) {
  test(`filter: ${what}`, () => {
    assert.deepEqual(matching(buildModel(map), { ...EMPTY_VIEW, ...change }).map(({ serial }) => serial), serials)
  })
}

test('walks go along causes and order only', () => {
  const model = buildModel(map)
  const serials = (serial: number, direction: 'back' | 'forward') => walk(model, serial, direction).map(({ episode }) => episode.serial)
  assert.deepEqual([serials(3, 'back'), serials(1, 'forward'), serials(1, 'back'), serials(9, 'back')], [[2, 1], [2, 3], [], []])
  assert.deepEqual(counted(['b', 'a', 'b', '']), [['b', 2], ['a', 1]])
})

test('layers go from old to new, and nothing is in the same place', () => {
  const edges: [number, number][] = [[3, 2], [2, 1], [1, 3]]
  const { x, y, bends } = layOut({ times: [4, 3, 2, 1], edges })
  assert.ok(x[3]! < x[2]! && x[2]! < x[1]!)
  assert.deepEqual(bends.map((points) => points.length), [0, 0, 1])
  assert.equal(new Set(x.map((left, i) => `${left} ${y[i]}`)).size, 4)
})

test('layouts of random graphs keep their distances', () => {
  let seed = 7
  const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n
  for (const nodes of [60, 300]) {
    const times = Array.from({ length: nodes }, (_, i) => nodes - i)
    const edges = Array.from({ length: nodes * 2 }, (): [number, number] => [random(nodes), random(nodes)])
    const { x, y } = layOut({ times, edges })
    const columns = new Map<number, number[]>()
    x.forEach((left, i) => columns.set(left, [...(columns.get(left) ?? []), i]))
    for (const column of columns.values()) {
      const sorted = column.map((i) => y[i]!).sort((a, b) => a - b)
      for (let i = 1; i < sorted.length; i++) assert.ok(sorted[i]! - sorted[i - 1]! > 60)
    }
    for (const [a, b] of edges) if (a !== b) assert.equal(x[a]! < x[b]!, a > b)
  }
})

function sceneOf() {
  const model = buildModel(map)
  const plan = planOf(model.episodes, model.edges, [])
  const edges = plan.joints.map(({ from, to }): [number, number] => [from, to])
  return { plan, places: placesOf(layOut({ times: plan.points.map(({ time }) => time), edges }), plan) }
}

test('additions move nothing', () => {
  const { plan, places } = sceneOf()
  assert.equal(withAdditions(places, plan), places)
  assert.equal(withAdditions(null, plan), null)
  assert.equal(withAdditions(places, { ...plan, kind: 'cloud' }), null)
  // Of ten points, one is new.
  const points = Array.from({ length: 10 }, (_, i) => ({ ...plan.points[0]!, id: 20 - i }))
  const at = new Map(points.slice(1).map(({ id }, i): [number, [number, number]] => [id, [i * 200, 0]]))
  const ten: Plan = { kind: 'layers', points, joints: [{ from: 3, to: 0, type: 'causes', strength: 1 }] }
  const after = withAdditions({ ...places, at }, ten)!
  for (const [id, place] of at) assert.deepEqual(after.at.get(id), place)
  assert.equal(after.at.get(20)![0], at.get(17)![0] + 200)
  assert.equal(new Set([...after.at.values()].map(String)).size, 10)
  assert.equal(withAdditions({ ...places, at: new Map() }, ten), null)
})

test('arrow keys walk along relationships', () => {
  const { plan, places } = sceneOf()
  const scene = buildScene(places, plan, () => [])!
  const from = (id: number, arrow: 'ArrowLeft' | 'ArrowRight') => nodeTowards(scene, scene.byId.get(id)!, arrow)?.id
  assert.deepEqual([from(1, 'ArrowRight'), from(2, 'ArrowRight'), from(2, 'ArrowLeft'), from(3, 'ArrowRight')], [2, 3, 1, undefined])
  const joints = [plan.joints[0]!, { ...plan.joints[0]!, type: 'follows' }]
  assert.deepEqual(buildScene(places, { ...plan, joints }, () => [])!.lines.map(({ shift }) => shift), [-3.5, 3.5])
  assert.equal(buildScene({ ...places, at: new Map() }, plan, () => []), null)
})

test('filters choose the relationships that are drawn', () => {
  const { episodes, edges } = buildModel(map)
  assert.deepEqual(planOf(episodes, edges, ['causes']).joints, [{ from: 3, to: 2, type: 'causes', strength: 1 }])
  assert.deepEqual(planOf(episodes.slice(1, 3), edges, []).joints, [{ from: 1, to: 0, type: 'follows', strength: 0.5 }])
})

test('the timeline counts what the filters let through', () => {
  const { episodes } = buildModel(map)
  const start = Math.min(...episodes.map(({ time }) => time))
  const counts = rewardsOf(episodes, 2, start, 86_400_000 * 365)
  assert.equal(counts.flat().reduce((sum, n) => sum + n, 0), episodes.length)
  for (const { step } of episodes) assert.ok(counts[0]![step + 3]! > 0)
  assert.deepEqual(rewardsOf([], 1, start, 1), [[0, 0, 0, 0, 0, 0, 0]])
})

test('the camera shows what it is asked for', () => {
  const box = { left: 0, top: 0, right: 1000, bottom: 100 }
  const camera = fit(box, 800, 600)
  assert.deepEqual([500 * camera.zoom + camera.x, 50 * camera.zoom + camera.y], [400, 296])
  assert.equal(bringIn(camera, { x: 500, y: 50 }, 800, 600), camera)
  const moved = bringIn(camera, { x: 5000, y: 50 }, 800, 600)
  assert.equal(5000 * moved.zoom + moved.x, 400)
  const near = zoomAt(camera, 2, 100, 100)
  assert.equal((100 - near.x) / near.zoom, (100 - camera.x) / camera.zoom)
  assert.equal(bringAllIn(camera, [{ x: 0, y: 0 }], { x: 0, y: 0 }, 800, 600), camera)
  assert.equal(fit(null, 800, 600).zoom, 1)
  // Names of up to 156 pixels fit beside the outermost episodes.
  assert.ok(0 * camera.zoom + camera.x >= 78 && 1000 * camera.zoom + camera.x <= 800 - 78)
  // Marked episodes are all shown, from afar if need be. If they would be too small on a phone, one of them is.
  const ends = [{ x: 0, y: 0 }, { x: 1800, y: 100 }]
  const far = bringAllIn(camera, ends, ends[1]!, 380, 500)
  for (const { x } of ends) assert.ok(x * far.zoom + far.x > 0 && x * far.zoom + far.x < 380)
  const newest = { x: 9000, y: 100 }
  const near9000 = bringAllIn(camera, [{ x: 0, y: 0 }, newest], newest, 380, 500)
  assert.deepEqual([near9000.zoom, Math.round(9000 * near9000.zoom + near9000.x)], [0.7, 190])
})

test('an episode as Markdown', () => {
  const episode = {
    episode_id: 'a', id: 5, name: 'Orders\n twice', query: 'Why?', reflection: 'No key.', reward: -0.8, tags: ['ops'],
    created_at: day(5), updated_at: day(5), relationship_counts: {},
  }
  const neighbour = {
    relationship_id: 'r', relationship_type: 'causes', direction: 'outgoing' as const, strength: 0.7, sentence: 'caused', id: 6, name: 'Key', reward: 1,
  }
  assert.equal(
    episodeMarkdown(episode, [neighbour]),
    '## #5 Orders twice\n\n- Reward: -0.8\n- Created: 2026-09-05T12:00:00Z\n- Tags: ops\n\n### Task\n\nWhy?\n\n' +
      '### What was learned\n\nNo key.\n\n### Relationships\n\n- caused #6 "Key" (0.7)\n',
  )
})
