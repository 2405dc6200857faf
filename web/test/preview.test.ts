import assert from 'node:assert/strict'
import test from 'node:test'
import { frameAfter, initialFrame, clampFrame } from '../src/preview/clock.ts'
import { sanitise, parseCommand, parseReport, TEXT_LIMIT } from '../src/preview/messages.ts'
import { addNote, type UnsupportedNote } from '../src/preview/notes.tsx'
import { modules } from '../src/preview/stage/stage.ts'
import { Heartbeat } from '../src/preview/heartbeat.ts'

const reports: [what: string, data: unknown, want: unknown][] = [
  ['ready', { type: 'ready', more: 'x' }, { type: 'ready' }],
  ['shown', { type: 'shown', frame: 3, empty: true }, { type: 'shown', frame: 3, empty: true }],
  ['shown, of a fraction', { type: 'shown', frame: 3.5, empty: false }, null],
  ['shown, of a text', { type: 'shown', frame: '3', empty: false }, null],
  ['shown, empty as a text', { type: 'shown', frame: 3, empty: 'no' }, null],
  ['failed', { type: 'failed', frame: 1, text: 'no', html: '<b>' }, { type: 'failed', frame: 1, text: 'no' }],
  ['failed at once', { type: 'failed', frame: null, text: 'no' }, { type: 'failed', frame: null, text: 'no' }],
  ['failed without a frame', { type: 'failed', text: 'no' }, null],
  ['failed with an object', { type: 'failed', frame: 1, text: { toString: () => 'no' } }, null],
  ['unsupported', { type: 'unsupported', kind: 'network', text: 'x' }, { type: 'unsupported', kind: 'network', text: 'x' }],
  ['unsupported, unknown', { type: 'unsupported', kind: 'constructor', text: 'x' }, null],
  ['pong', { type: 'pong', n: 1 }, { type: 'pong', n: 1 }],
  ['pong below', { type: 'pong', n: -1 }, null],
  ['pong beyond', { type: 'pong', n: 2 ** 60 }, null],
  ['picture', { type: 'picture', url: 'data:image/jpeg;base64,/9j+AA==' }, { type: 'picture', url: 'data:image/jpeg;base64,/9j+AA==' }],
  ['picture that may hold code', { type: 'picture', url: 'data:image/svg+xml;base64,AA==' }, null],
  ['picture that ends the style', { type: 'picture', url: 'data:image/jpeg;base64,AA==); color: red' }, null],
  ['picture from elsewhere', { type: 'picture', url: 'https://example.org/a.jpeg' }, null],
  ['picture without end', { type: 'picture', url: 'data:image/jpeg;base64,' + 'A'.repeat(1e6) }, null],
  ['an order', { type: 'load', script: '' }, null],
  ['no type', {}, null],
  ['a text', 'ready', null],
  ['null', null, null],
  ['a list', ['ready'], null],
]

for (const [what, data, want] of reports) {
  test(`report: ${what}`, () => assert.deepEqual(parseReport(data), want))
}

test('an order is read, or nothing', () => {
  const load = { type: 'load', script: 'x', frame: 0, duration: 1, fps: 30, width: 2, height: 2 }
  assert.equal(parseCommand(load), load)
  assert.equal(parseCommand({ ...load, fps: '30' }), null)
  assert.equal(parseCommand({ ...load, script: 1 }), null)
  assert.deepEqual(parseCommand({ type: 'seek', frame: 3 }), { type: 'seek', frame: 3 })
  assert.equal(parseCommand({ type: 'seek' }), null)
  assert.deepEqual(parseCommand({ type: 'ping', n: 3 }), { type: 'ping', n: 3 })
  assert.deepEqual(parseCommand({ type: 'picture', height: 128 }), { type: 'picture', height: 128 })
  assert.equal(parseCommand({ type: 'picture', height: -1 }), null)
  for (const none of [null, 7, 'ping', {}, { type: 'ready' }]) assert.equal(parseCommand(none), null)
})

test('a text from the frame is short and only text', () => {
  assert.equal(sanitise('x'.repeat(1e6)).length, TEXT_LIMIT + 1)
  assert.equal(sanitise(' a\0b\x1b[31m\u202ec\n\td '), 'ab[31mc\n\td')
})

test('a frame is dead after three questions without an answer', () => {
  const heartbeat = new Heartbeat()
  assert.deepEqual([heartbeat.nextPing(), heartbeat.nextPing(), heartbeat.nextPing(), heartbeat.nextPing(), heartbeat.nextPing()], [1, 2, 3, null, null])
})

test('a frame that answers lives, however late, and no answer counts before its question', () => {
  const heartbeat = new Heartbeat()
  heartbeat.acknowledge(1000)
  for (let i = 1; i <= 3; i++) assert.equal(heartbeat.nextPing(), i)
  heartbeat.acknowledge(1)
  assert.equal(heartbeat.nextPing(), 4)
  assert.equal(heartbeat.nextPing(), null)
  heartbeat.acknowledge(4)
  assert.equal(heartbeat.nextPing(), 5)
  heartbeat.acknowledge(2) // an old answer changes nothing
  for (let i = 6; i <= 7; i++) assert.equal(heartbeat.nextPing(), i)
  assert.equal(heartbeat.nextPing(), null)
})

test('a frame may talk, but not without end', () => {
  const heartbeat = new Heartbeat()
  const countMessages = (n: number) => Array.from({ length: n }, () => heartbeat.countMessage())
  assert.ok(countMessages(500).every(Boolean))
  assert.equal(heartbeat.countMessage(), false)
  heartbeat.nextPing()
  assert.ok(countMessages(500).every(Boolean))
  heartbeat.skip()
  assert.equal(heartbeat.countMessage(), true)
})

test('the clock', () => {
  assert.deepEqual([initialFrame(1), initialFrame(2), initialFrame(150)], [0, 1, 75])
  assert.deepEqual(frameAfter(0, 0, 30, 90, true), { frame: 0, ended: false })
  assert.deepEqual(frameAfter(0, 33, 30, 90, true), { frame: 0, ended: false }) // 0.99 of a frame
  assert.deepEqual(frameAfter(0, 34, 30, 90, true), { frame: 1, ended: false })
  assert.deepEqual(frameAfter(80, 500, 30, 90, true), { frame: 5, ended: false })
  assert.deepEqual(frameAfter(80, 500, 30, 90, false), { frame: 89, ended: true })
  assert.deepEqual(frameAfter(10, -5, 30, 90, false), { frame: 10, ended: false }) // the animation frame's time is before the click
  assert.deepEqual([clampFrame(-3, 90), clampFrame(12.6, 90), clampFrame(90, 90)], [0, 13, 89])
})

test('a note is noted once', () => {
  const sound: UnsupportedNote = { kind: 'sound', text: 'a.mp3' }
  let notes = addNote([], sound)
  notes = addNote(notes, { ...sound, text: 'b.mp3' })
  notes = addNote(notes, { kind: 'network', text: 'a' })
  notes = addNote(notes, { kind: 'network', text: 'a' })
  assert.deepEqual(notes, [sound, { kind: 'network', text: 'a' }])
  for (let i = 0; i < 1000; i++) notes = addNote(notes, { kind: 'network', text: String(i) })
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
    assert.throws(missing, /^Error: useEverything \(remotion\) is not supported in the preview$/)
    assert.equal(module['useEverything'], missing) // the same each time, because React compares functions
    const component = module['Gif'] as () => { props: { children: string } }
    assert.equal(component().props.children, 'Gif (remotion) is not supported in the preview')
    assert.equal(module['then'], undefined) // otherwise it would be taken for a promise
    assert.equal('Gif' in module, false)
    assert.equal((module as { __esModule?: boolean }).__esModule, true)
  }
})
