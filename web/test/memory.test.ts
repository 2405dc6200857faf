import assert from 'node:assert/strict'
import test from 'node:test'
import { bringAllIn, bringIn, fit, isInView, sight, zoomAt } from '../src/memory/camera.ts'
import type { MapResponse, Recalled } from '../src/memory/data.ts'
import { drawnOf, type Drawn } from '../src/memory/drawn.ts'
import { COLUMN, GUTTER, layOut, ROW, type LayoutRequest } from '../src/memory/layout.ts'
import { episodeMarkdown } from '../src/memory/markdown.ts'
import { buildModel, counted, matching, outcomeOf, rewardsOf, rewardStep, walk } from '../src/memory/model.ts'
import { buildScene, columnsIn, nodeTowards, placesOf, planOf, READABLE, requestOf, withAdditions, type Places, type Plan } from '../src/memory/scene.ts'
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

test('walks go to earlier or later episodes, and along what merely comes next last', () => {
  const model = buildModel(map)
  const serials = (serial: number, direction: 'back' | 'forward') => walk(model, serial, direction).map(({ episode }) => episode.serial)
  assert.deepEqual([serials(3, 'back'), serials(1, 'forward'), serials(1, 'back'), serials(9, 'back')], [[1, 2], [2, 3], [], []])
  assert.deepEqual(counted(['b', 'a', 'b', '']), [['b', 2], ['a', 1]])
})

/** Lays out points in the order of their numbers, newest first, with edges that do not order their ends. */
function laidOut(nodes: number, pairs: [number, number][], options: Partial<LayoutRequest> = {}) {
  const times = Array.from({ length: nodes }, (_, i) => (nodes - i) * 86_400_000)
  const edges = pairs.map(([from, to]) => ({ from, to, leads: false }))
  return layOut({ times, edges, columns: 5, unlinked: times.map(() => true), byMonth: false, ...options })
}

test('layers go from old to new, and nothing is in the same place', () => {
  const { x, y, paths } = laidOut(4, [[3, 2], [2, 1], [1, 3]])
  assert.ok(x[3]! < x[2]! && x[2]! < x[1]!)
  assert.deepEqual(paths.map(({ points, reversed }) => [points.length, reversed]), [[2, false], [2, false], [4, true]])
  assert.equal(new Set(x.map((left, i) => `${left} ${y[i]}`)).size, 4)
})

test('a cause is to the left of its consequence, whatever their times', () => {
  const edges = [{ from: 0, to: 1, leads: true }, { from: 1, to: 2, leads: true }, { from: 2, to: 0, leads: true }]
  const { x } = laidOut(3, [], { edges })
  assert.equal(new Set(x).size, 3) // a ring has one line that leads back
  const two = laidOut(2, [], { edges: edges.slice(0, 1) })
  assert.ok(two.x[0]! < two.x[1]!)
})

test('layouts of random graphs keep their width, their distances, and lines off the names', () => {
  let seed = 7
  const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n
  for (const [nodes, links] of [[60, 60], [60, 150], [300, 600]] as const) {
    const pairs = Array.from({ length: links }, (): [number, number] => [random(nodes), random(nodes)])
    const layout = laidOut(nodes, pairs)
    const { x, y, paths, width, height } = layout
    assert.deepEqual(layout, laidOut(nodes, pairs))
    const columns = new Map<number, number[]>()
    x.forEach((left, i) => columns.set(left, [...(columns.get(left) ?? []), i]))
    assert.ok(columns.size <= 5 && Math.max(...x) + COLUMN - 12 <= width + 1)
    for (const column of columns.values()) {
      const sorted = column.map((i) => y[i]!).sort((a, b) => a - b)
      assert.ok(sorted[0]! >= 0 && sorted.at(-1)! <= height)
      for (let i = 1; i < sorted.length; i++) assert.ok(sorted[i]! - sorted[i - 1]! >= ROW - 1)
    }
    // Where a line is level or upright, it passes no name.
    const [half, end] = [ROW / 2 - 6, COLUMN - GUTTER - 14]
    for (const { points } of paths.filter((_, i) => pairs[i]![0] !== pairs[i]![1])) {
      for (let k = 1; k < points.length; k++) {
        const [a, b] = [points[k - 1]!, points[k]!]
        if (a[0] !== b[0] && a[1] !== b[1]) continue
        const crossed = x.findIndex((left, i) => {
          const across = Math.min(a[0], b[0]) < left + end && Math.max(a[0], b[0]) > left + 4
          return across && Math.min(a[1], b[1]) < y[i]! + half && Math.max(a[1], b[1]) > y[i]! - half
        })
        assert.equal(crossed, -1, `${a} to ${b} crosses ${x[crossed]} ${y[crossed]}`)
      }
    }
  }
})

test('what is not linked is in a lane of its own, and a history has its months', () => {
  const lane = laidOut(8, [[0, 1]])
  assert.deepEqual(lane.headings.map(({ month }) => month), [null])
  assert.ok(lane.y.slice(2).every((y) => y > Math.max(lane.y[0]!, lane.y[1]!)))
  assert.ok(lane.x[7]! < lane.x[6]! && lane.y[2]! > lane.y[7]!) // the oldest first, in a second row if need be
  const times = ['2026-09-02', '2026-08-30', '2026-08-03'].map((date) => Date.parse(date + 'T12:00'))
  const months = laidOut(3, [], { times, byMonth: true })
  assert.deepEqual(months.headings.map(({ month }) => month), [times[2], times[0]])
  assert.ok(months.y[1] === months.y[2] && months.x[2]! < months.x[1]! && months.y[0]! > months.y[1]!)
})

function sceneOf() {
  const model = buildModel(map)
  const plan = planOf(model.episodes, model.edges, [])
  return { plan, places: placesOf(layOut(requestOf(plan, 5)), plan) }
}

test('additions move nothing', () => {
  const points = Array.from({ length: 10 }, (_, i) => ({ ...sceneOf().plan.points[0]!, id: 20 - i }))
  const at = new Map(points.slice(1).map(({ id }, i): [number, [number, number]] => [id, [i * 26, 0]]))
  const places: Places = { kind: 'cloud', at, paths: new Map(), headings: [], size: null, settled: true }
  const ten: Plan = { kind: 'cloud', points, joints: [{ from: 3, to: 0, type: 'causes', strength: 1 }] }
  assert.equal(withAdditions(places, { ...ten, points: points.slice(1), joints: [] }), places)
  assert.equal(withAdditions(null, ten), null)
  assert.equal(withAdditions(places, { ...ten, kind: 'groups' }), null)
  const after = withAdditions(places, ten)!
  for (const [id, place] of at) assert.deepEqual(after.at.get(id), place)
  assert.equal(new Set([...after.at.values()].map(String)).size, 10)
  assert.equal(withAdditions({ ...places, at: new Map() }, ten), null)
})

test('arrow keys walk along relationships', () => {
  const { plan, places } = sceneOf()
  const scene = buildScene(places, plan, () => [])!
  const from = (id: number, arrow: 'ArrowLeft' | 'ArrowRight') => nodeTowards(scene, scene.byId.get(id)!, arrow)?.id
  assert.deepEqual([from(1, 'ArrowRight'), from(2, 'ArrowRight'), from(2, 'ArrowLeft'), from(3, 'ArrowRight')], [2, 3, 1, undefined])
  const joints = [plan.joints[0]!, { ...plan.joints[0]!, type: 'follows' }]
  assert.deepEqual(buildScene(places, { ...plan, joints }, () => [])!.lines.map(({ shift }) => shift), [-2.5, 2.5])
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

test('a picture with names is shown whole if they can be read, otherwise around what is asked for', () => {
  for (const [width, columns] of [[390, 2], [440, 3], [920, 6], [1080, 7]] as const) assert.equal(columnsIn(width), columns)
  const size = { width: 988, height: 600 }
  const whole = sight(size, null, READABLE, 920, 600)
  assert.ok(whole.zoom >= READABLE && whole.x >= 0 && 988 * whole.zoom + whole.x <= 920 && 600 * whole.zoom + whole.y <= 600)
  const focus = { left: 700, right: 850, top: 1900, bottom: 1940 }
  const part = sight({ width: 988, height: 2000 }, focus, READABLE, 440, 600)
  assert.ok(isInView(part, focus, 440, 600) && part.zoom >= READABLE)
  assert.ok(850 * part.zoom + part.x <= 440 && 1940 * part.zoom + part.y <= 600)
  assert.equal(isInView(part, { left: 0, right: 10, top: 0, bottom: 10 }, 440, 600), false)
})

test('what is drawn is what was asked for, with what is linked to it', () => {
  const model = buildModel(map)
  const hit = (id: number, score: number): Recalled => ({ id, score, name: `#${id}`, reward: 0, created_at: day(1), by: 'words' })
  const drawn = (change: Partial<View>, hits: Recalled[] | null = null, isWhole = false) => {
    const view = { ...EMPTY_VIEW, ...change }
    return drawnOf({ view, model, opening: null, found: matching(model, view), hits, along: null, isWhole, isNarrow: false })
  }
  const serials = ({ episodes }: Drawn) => episodes.map(({ serial }) => serial).sort()
  const found = drawn({ query: 'x' }, [hit(2, 1), hit(99, 0.6), hit(3, 0.4)])
  assert.deepEqual([[...found.places], found.more, serials(found)], [[[2, 1], [99, 2]], 1, [1, 2, 3, 99]])
  assert.deepEqual([...found.lit!].sort(), [2, 99])
  const all = drawn({ query: 'x' }, [hit(2, 1), hit(99, 0.6), hit(3, 0.4)], true)
  assert.deepEqual([[...all.places.values()], all.more], [[1, 2, 3], 0])
  assert.equal(drawn({ picture: 'all' }).episodes.length, model.episodes.length)
  const opening = buildModel({ ...map, episodes: map.episodes.slice(0, 2), edges: [] })
  const opened = drawnOf({ view: EMPTY_VIEW, model, opening, found: model.episodes, hits: null, along: null, isWhole: false, isNarrow: false })
  assert.deepEqual([opened.isOpening, opened.episodes.length], [true, 2])
  const last = model.episodes.at(-1)!
  const apart = drawnOf({ view: { ...EMPTY_VIEW, episode: last.serial }, model, opening, found: model.episodes, hits: null, along: null, isWhole: false, isNarrow: false })
  assert.ok(!apart.isOpening && apart.episodes.includes(last))
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
