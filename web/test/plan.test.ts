import assert from 'node:assert/strict'
import test from 'node:test'
import { partsOf, patternOf, type PlanDetail, type RenamePlan } from '../src/plan.ts'
import { markedRows, reviewed } from '../src/problems.ts'
import { text } from '../src/strings.ts'

const plan: RenamePlan = {
  id: 'p',
  task: 'rename-files',
  status: 'completed',
  mediaFolderPath: '/m',
  files: ['a', 'b', 'c'].map((name) => ({ from: `/m/${name}.mkv`, to: `/m/${name}1.mkv` })),
}

const detail: PlanDetail = {
  plan,
  problems: [],
  history: [],
  leftOut: [{ index: 2, text: 'gone' }],
  edited: [],
  uncertain: [],
  remember: [],
  unrecognised: [],
  reasons: [],
  guesses: new Map(),
  titles: [],
  warnings: [],
  etag: null,
}

test('each row is in one part: what a person left out counts before its problem', () => {
  assert.deepEqual(partsOf(plan, new Set([1]), new Map([[1, ''], [2, '']])), ['ready', 'out', 'problem'])
})

test('problems say what a reviewer can do', () => {
  const cases: [problem: string, said: string, remedy: string | null][] = [
    ['Source file "x.mkv" does not exist in the media folder', text.gone, null],
    ['Target file "S 1/x “2”.mkv" already exists in the filesystem', 'The name “S 1/x “2”.mkv” is taken.', 'name'],
    [text.blocked, text.blocked, 'name'],
    ['Season 1 episode 2 is given to two files: "a" and "b"', 'Season 1 episode 2 is given to two files: "a" and "b"', 'numbers'],
    ['Source "x" is not a regular file', 'Source "x" is not a regular file', null],
    ['Source and target are the same: "x"', 'Source and target are the same: "x"', 'name'],
  ]
  for (const [problem, said, remedy] of cases) assert.deepEqual(reviewed(problem), { text: said, remedy })
})

test('a decided plan marks what cannot be undone, then what an undo left, else what had problems', () => {
  assert.deepEqual(markedRows(detail, []), { marked: 'had', rows: detail.leftOut })
  const refused = [{ index: 0, text: '"a1.mkv" is gone' }]
  assert.deepEqual(markedRows(detail, refused), { marked: 'changed', rows: refused })
  const undone = { ...detail, plan: { ...plan, undoneAt: '2026-11-27T00:00:00Z', kept: [0] } }
  assert.deepEqual(markedRows(undone, refused), { marked: 'kept', rows: [{ index: 0, text: text.keptName }] })
})

test('names are of one pattern if they differ only in numbers, in the same folder', () => {
  const same: [string, string][] = [
    ['/m/Disc 2/01.mkv', '/m/Disc 2/12.mkv'],
    ['/m/Show - ٠٥.mkv', '/m/Show - 7.mkv'],
  ]
  for (const [a, b] of same) assert.equal(patternOf(a), patternOf(b))
  const other: [string, string][] = [
    ['/m/Disc 2/01.mkv', '/m/Disc 3/01.mkv'],
    ['/m/a1.mkv', '/m/b1.mkv'],
    ['/m/a1.mkv', '/m/a1.mp4'],
  ]
  for (const [a, b] of other) assert.notEqual(patternOf(a), patternOf(b))
})
