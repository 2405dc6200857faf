import assert from 'node:assert/strict'
import test from 'node:test'
import { changesBetween, type Line } from '../src/projects/changes.ts'
import { highlight } from '../src/projects/highlight.ts'
import { resizedDuration } from '../src/projects/resize.ts'
import { formatMark, formatTime, frameAt, framesOf, rulerMarks, moveItem, sceneAt, secondsOf, startsOf, rulerStep } from '../src/projects/scene.ts'

test('times as people write them', () => {
  const cases: [frames: number, text: string][] = [
    [0, '0:00'],
    [14, '0:00'],
    [15, '0:01'],
    [150, '0:05'],
    [1799, '1:00'],
    [30 * 3599, '59:59'],
    [30 * 3600, '1:00:00'],
    [30 * 7265, '2:01:05'],
  ]
  for (const [frames, text] of cases) assert.equal(formatTime(frames), text)
})

test('times on the ruler are never later than what they mark', () => {
  const cases: [frames: number, text: string][] = [
    [0, '0:00'],
    [2, '0:00'],
    [3, '0:00.1'],
    [435, '0:14.5'],
    [449, '0:14.9'],
    [450, '0:15'],
    [30 * 3600 - 1, '59:59.9'],
  ]
  for (const [frames, text] of cases) assert.equal(formatMark(frames), text)
  assert.deepEqual(rulerMarks(14.5, 3, 1), [16, 17]) // 0:15 has no room beside 0:14.5
})

test('seconds and frames', () => {
  assert.deepEqual([secondsOf(150), secondsOf(100), secondsOf(1)], [5, 3.33, 0.03])
  for (let frames = 1; frames <= 3600 * 30; frames += 7) assert.equal(framesOf(secondsOf(frames)), frames)
})

test('each scene begins where the one before ends', () => {
  const scene = (duration: number) => ({ sceneId: '', sceneName: '', order: 0, version: 1, duration })
  assert.deepEqual(startsOf([scene(30), scene(45), scene(1)]), [0, 30, 75])
  assert.deepEqual(startsOf([]), [])
})

test('each frame of a project is in one scene', () => {
  const starts = [0, 30, 75]
  assert.deepEqual([0, 29, 30, 74, 75, 1000].map((frame) => sceneAt(starts, frame)), [0, 0, 1, 1, 2, 2])
})

test('a place on the ruler is a frame of the scene', () => {
  assert.deepEqual([-0.1, 0, 0.5, 0.999, 1].map((share) => frameAt(share, 90)), [0, 0, 45, 89, 89])
})

test('marks are neither too many nor at the ends', () => {
  assert.deepEqual([rulerStep(12, 12), rulerStep(13, 12), rulerStep(61, 12), rulerStep(1e9, 12)], [1, 2, 10, 3600])
  assert.deepEqual(rulerMarks(0, 5, 1), [1, 2, 3, 4])
  assert.deepEqual(rulerMarks(5, 8, 5), [10])
  assert.deepEqual(rulerMarks(5.2, 0.5, 1), [])
  assert.deepEqual(rulerMarks(9.9, 11, 10), [])
})

test('an entry is moved and nothing is lost', () => {
  const list = ['a', 'b', 'c', 'd']
  assert.deepEqual(moveItem(list, 0, 2), ['b', 'c', 'a', 'd'])
  assert.deepEqual(moveItem(list, 3, 0), ['d', 'a', 'b', 'c'])
  assert.deepEqual(moveItem(list, 1, 1), list)
  assert.deepEqual(list, ['a', 'b', 'c', 'd'])
})

/** Formats lines as diff does, with folded lines as their number. */
function show(lines: Line[], former: string, later: string): string {
  const [a, b] = [former.split('\n'), later.split('\n')]
  const one = (line: Line) =>
    line.kind === 'fold' ? `${line.count}…`
    : line.kind === 'removed' ? '-' + a[line.from]
    : line.kind === 'added' ? '+' + b[line.to]
    : ' ' + b[line.to]
  return lines.map(one).join('|')
}

const differences: [what: string, former: string, later: string, shown: string][] = [
  ['nothing', 'a\nb', 'a\nb', '2…'],
  ['a line put in', 'a\nc', 'a\nb\nc', ' a|+b| c'],
  ['a line taken out', 'a\nb\nc', 'a\nc', ' a|-b| c'],
  ['another line', 'a', 'b', '-a|+b'],
  ['from nothing', '', 'a', '-|+a'],
  ['only a line feed at the end', 'a', 'a\n', ' a|+'],
  ['what is far away is left out', '1\n2\n3\n4\n5\n6\nx', '1\n2\n3\n4\n5\n6\ny', '3…| 4| 5| 6|-x|+y'],
  ['a single line is not left out', '1\n2\n3\n4\nx', '1\n2\n3\n4\ny', ' 1| 2| 3| 4|-x|+y'],
]

for (const [what, former, later, shown] of differences) {
  test(`changes: ${what}`, () => {
    const { lines, removed, added } = changesBetween(former, later)
    assert.equal(show(lines, former, later), shown)
    assert.equal(removed, lines.filter(({ kind }) => kind === 'removed').length)
    assert.equal(added, lines.filter(({ kind }) => kind === 'added').length)
  })
}

test('changes: both texts can be read off, but for what is left out', () => {
  let seed = 7
  const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n
  const text = () => Array.from({ length: random(30) }, () => 'abc'[random(3)]).join('\n')
  for (let i = 0; i < 500; i++) {
    const [former, later] = [text(), text()]
    let [from, to] = [0, 0]
    for (const line of changesBetween(former, later).lines) {
      if (line.kind === 'fold') [from, to] = [from + line.count, to + line.count]
      if (line.kind === 'same' || line.kind === 'removed') assert.equal(line.from, from++)
      if (line.kind === 'same' || line.kind === 'added') assert.equal(line.to, to++)
    }
    assert.deepEqual([from, to], [former.split('\n').length, later.split('\n').length])
  }
})

test('changes: texts that have nothing in common are shown whole, and soon', () => {
  const text = (word: string) => Array.from({ length: 5000 }, (_, i) => word + i).join('\n')
  const { removed, added } = changesBetween(text('a'), text('b'))
  assert.deepEqual([removed, added], [5000, 5000])
})

const CODE = `import { spring } from "remotion";
/* two
   lines */
type Props = { at: number };
export default function Scene<T extends Props>({ at }: T) {
  return <Fill style={{ top: \`\${at}px\` }} data-x='1'>Hi, {at} {"}"}</Fill>;
}
`

test('coloured code is the code', () => {
  const sources = [CODE, '', '\n', 'a\r\nb', 'const a = "', '<<<>>>', 'const 長い = "👩‍👩‍👧"', CODE.slice(0, 200), '{'.repeat(2000)]
  for (const source of sources) {
    const lines = highlight(source)
    assert.equal(lines.map((tokens) => tokens.map(({ text }) => text).join('')).join('\n'), source)
    assert.equal(lines.length, source.split('\n').length)
  }
})

test('what code is made of has its kind', () => {
  const tokens = highlight(CODE).flat()
  const kindOf = (text: string) => tokens.find((token) => token.text === text)?.kind
  const want = {
    import: 'is-keyword',
    '"remotion"': 'is-string',
    '/* two': 'is-comment',
    '   lines */': 'is-comment',
    Props: 'is-type',
    number: 'is-type',
    Scene: 'is-function',
    Fill: 'is-tag',
    style: 'is-attribute',
    "'1'": 'is-string',
  }
  for (const [text, kind] of Object.entries(want)) assert.equal(kindOf(text), kind, text)
})

test('a dragged edge ends at tenths of a second, within what a scene may last', () => {
  const cases: [frames: number, by: number, result: number][] = [
    [150, 0, 150],
    [150, 1, 150],
    [150, 2, 153],
    [150, -40, 111],
    [150, -1000, 3],
    [100, 0, 99],
    [150, 1e9, 3600 * 30],
  ]
  for (const [frames, by, result] of cases) assert.equal(resizedDuration(frames, by), result, `${frames} ${by}`)
})
