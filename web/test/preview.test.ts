import assert from 'node:assert/strict'
import test from 'node:test'
import { playedTo, poster, within } from '../src/preview/clock.ts'
import { clean, readOrder, readReport, TEXT_LIMIT } from '../src/preview/messages.ts'
import { withNote, type Note } from '../src/preview/notes.tsx'
import { modules } from '../src/preview/stage/stage.ts'
import { Pulse } from '../src/preview/watch.ts'

const reports: [what: string, data: unknown, want: unknown][] = [
  ['ready', { type: 'ready', more: 'x' }, { type: 'ready' }],
  ['shown', { type: 'shown', frame: 3 }, { type: 'shown', frame: 3 }],
  ['shown, of a fraction', { type: 'shown', frame: 3.5 }, null],
  ['shown, of a text', { type: 'shown', frame: '3' }, null],
  ['failed', { type: 'failed', frame: 1, text: 'no', html: '<b>' }, { type: 'failed', frame: 1, text: 'no' }],
  ['failed at once', { type: 'failed', frame: null, text: 'no' }, { type: 'failed', frame: null, text: 'no' }],
  ['failed without a frame', { type: 'failed', text: 'no' }, null],
  ['failed with an object', { type: 'failed', frame: 1, text: { toString: () => 'no' } }, null],
  ['left out', { type: 'left-out', what: 'network', text: 'x' }, { type: 'left-out', what: 'network', text: 'x' }],
  ['left out, unknown', { type: 'left-out', what: 'constructor', text: 'x' }, null],
  ['pong', { type: 'pong', n: 1 }, { type: 'pong', n: 1 }],
  ['pong below', { type: 'pong', n: -1 }, null],
  ['pong beyond', { type: 'pong', n: 2 ** 60 }, null],
  ['an order', { type: 'load', script: '' }, null],
  ['no type', {}, null],
  ['a text', 'ready', null],
  ['null', null, null],
  ['a list', ['ready'], null],
]

for (const [what, data, want] of reports) {
  test(`report: ${what}`, () => assert.deepEqual(readReport(data), want))
}

test('an order is read, or nothing', () => {
  const load = { type: 'load', script: 'x', frame: 0, duration: 1, fps: 30, width: 2, height: 2 }
  assert.equal(readOrder(load), load)
  assert.equal(readOrder({ ...load, fps: '30' }), null)
  assert.equal(readOrder({ ...load, script: 1 }), null)
  assert.deepEqual(readOrder({ type: 'seek', frame: 3 }), { type: 'seek', frame: 3 })
  assert.equal(readOrder({ type: 'seek' }), null)
  assert.deepEqual(readOrder({ type: 'ping', n: 3 }), { type: 'ping', n: 3 })
  for (const none of [null, 7, 'ping', {}, { type: 'ready' }]) assert.equal(readOrder(none), null)
})

test('a text from the frame is short and only text', () => {
  assert.equal(clean('x'.repeat(1e6)).length, TEXT_LIMIT + 1)
  assert.equal(clean(' a\0b\x1b[31m\u202ec\n\td '), 'ab[31mc\n\td')
})

test('a frame is dead after three questions without an answer', () => {
  const pulse = new Pulse()
  assert.deepEqual([pulse.beat(), pulse.beat(), pulse.beat(), pulse.beat(), pulse.beat()], [1, 2, 3, null, null])
})

test('a frame that answers lives, however late, and no answer counts before its question', () => {
  const pulse = new Pulse()
  pulse.answer(1000)
  for (let i = 1; i <= 3; i++) assert.equal(pulse.beat(), i)
  pulse.answer(1)
  assert.equal(pulse.beat(), 4)
  assert.equal(pulse.beat(), null)
  pulse.answer(4)
  assert.equal(pulse.beat(), 5)
  pulse.answer(2) // an old answer changes nothing
  for (let i = 6; i <= 7; i++) assert.equal(pulse.beat(), i)
  assert.equal(pulse.beat(), null)
})

test('a frame may talk, but not without end', () => {
  const pulse = new Pulse()
  const heard = (n: number) => Array.from({ length: n }, () => pulse.hear())
  assert.ok(heard(500).every(Boolean))
  assert.equal(pulse.hear(), false)
  pulse.beat()
  assert.ok(heard(500).every(Boolean))
  pulse.rest()
  assert.equal(pulse.hear(), true)
})

test('the clock', () => {
  assert.deepEqual([poster(1), poster(2), poster(150)], [0, 1, 75])
  assert.deepEqual(playedTo(0, 0, 30, 90, true), { frame: 0, ended: false })
  assert.deepEqual(playedTo(0, 33, 30, 90, true), { frame: 0, ended: false }) // 0.99 of a frame
  assert.deepEqual(playedTo(0, 34, 30, 90, true), { frame: 1, ended: false })
  assert.deepEqual(playedTo(80, 500, 30, 90, true), { frame: 5, ended: false })
  assert.deepEqual(playedTo(80, 500, 30, 90, false), { frame: 89, ended: true })
  assert.deepEqual(playedTo(10, -5, 30, 90, false), { frame: 10, ended: false }) // the animation frame's time is before the click
  assert.deepEqual([within(-3, 90), within(12.6, 90), within(90, 90)], [0, 13, 89])
})

test('a note is noted once', () => {
  const sound: Note = { what: 'sound', text: 'a.mp3' }
  let notes = withNote([], sound)
  notes = withNote(notes, { ...sound, text: 'b.mp3' })
  notes = withNote(notes, { what: 'network', text: 'a' })
  notes = withNote(notes, { what: 'network', text: 'a' })
  assert.deepEqual(notes, [sound, { what: 'network', text: 'a' }])
  for (let i = 0; i < 1000; i++) notes = withNote(notes, { what: 'network', text: String(i) })
  assert.equal(notes.length, 100)
})

/** Imitates a bundler's import of a module: its names are copied, its prototype is kept. */
function imported(module: object): Record<string, unknown> {
  const copy = Object.create(Object.getPrototypeOf(module)) as object
  for (const name of Object.getOwnPropertyNames(module)) {
    Object.defineProperty(copy, name, { get: () => (module as Record<string, unknown>)[name], enumerable: true })
  }
  return copy as Record<string, unknown>
}

test('the modules have the names that scenes use', () => {
  const wanted: Record<string, string> = {
    react:
      'Fragment Suspense Children Component PureComponent createElement cloneElement createContext createRef forwardRef isValidElement lazy memo ' +
      'useCallback useContext useDeferredValue useEffect useId useImperativeHandle useInsertionEffect useLayoutEffect useMemo useReducer useRef ' +
      'useState useSyncExternalStore useTransition startTransition StrictMode',
    'react/jsx-runtime': 'jsx jsxs Fragment',
    remotion:
      'AbsoluteFill Sequence Series Loop Freeze Img Audio Video OffthreadVideo IFrame useCurrentFrame useVideoConfig interpolate interpolateColors ' +
      'spring measureSpring Easing random staticFile delayRender continueRender Composition registerRoot',
  }
  for (const [from, names] of Object.entries(wanted)) {
    const module = imported(modules[from]!)
    for (const name of names.split(' ')) assert.ok(Object.hasOwn(module, name) && module[name] !== undefined, `${from} has no ${name}`)
  }
  assert.equal((imported(modules['react']!)['default'] as { memo?: unknown }).memo, imported(modules['react']!)['memo'])
})

test('a name that is missing says so when it is used', () => {
  for (const module of [modules['remotion'] as Record<string, unknown>, imported(modules['remotion']!)]) {
    const missing = module['useEverything'] as () => void
    assert.throws(missing, /^Error: useEverything \(remotion\) is not part of the preview$/)
    assert.equal(module['useEverything'], missing) // the same each time, because React compares functions
    const component = module['Gif'] as () => { props: { children: string } }
    assert.equal(component().props.children, 'Gif (remotion) is not part of the preview')
    assert.equal(module['then'], undefined) // otherwise it would be taken for a promise
    assert.equal('Gif' in module, false)
    assert.equal((module as { __esModule?: boolean }).__esModule, true)
  }
})
