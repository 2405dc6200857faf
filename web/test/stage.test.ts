import assert from 'node:assert/strict'
import test from 'node:test'
import { interpolateColors } from '../src/preview/stage/colors.ts'
import { Easing, type Curve } from '../src/preview/stage/easing.ts'
import { interpolate, type InterpolateOptions } from '../src/preview/stage/interpolate.ts'
import { random } from '../src/preview/stage/random.ts'
import { loopAt, seriesStarts, innerSpan } from '../src/preview/stage/spans.ts'
import { measureSpring, spring, type SpringOptions } from '../src/preview/stage/spring.ts'

/** The expected values are calculated by hand from the formulas that the source files name. */

function near(got: number, want: number, what: string): void {
  assert.ok(Math.abs(got - want) < 5e-5, `${what}: ${got}, want ${want}`)
}

const ranges: [what: string, input: number, inputs: number[], outputs: number[], options: InterpolateOptions, want: number][] = [
  ['in the middle', 15, [0, 30], [0, 100], {}, 50],
  ['at the beginning of a piece', 10, [0, 10, 20], [0, 1, 5], {}, 1],
  ['in the second piece', 15, [0, 10, 20], [0, 1, 5], {}, 3],
  ['at the end', 20, [0, 10, 20], [0, 1, 5], {}, 5],
  ['falling', 5, [0, 20], [1, 0], {}, 0.75],
  ['beyond, extended', 40, [0, 10, 20], [0, 1, 5], {}, 13],
  ['before, extended', -10, [0, 10, 20], [0, 1, 5], {}, -1],
  ['beyond, clamped', 40, [0, 20], [0, 1], { extrapolateRight: 'clamp' }, 1],
  ['before, clamped', -5, [0, 20], [3, 4], { extrapolateLeft: 'clamp' }, 3],
  ['before, with only the right clamped', -10, [0, 20], [0, 1], { extrapolateRight: 'clamp' }, -0.5],
  ['beyond, wrapped', 35, [0, 30], [0, 2], { extrapolateRight: 'wrap' }, 1 / 3],
  ['before, wrapped', -5, [0, 30], [0, 3], { extrapolateLeft: 'wrap' }, 2.5],
  ['beyond, as it is', 35, [0, 30], [0, 2], { extrapolateRight: 'identity' }, 35],
  ['eased', 5, [0, 10], [0, 100], { easing: (t) => t * t }, 25],
  ['eased in each piece', 15, [0, 10, 20], [0, 10, 20], { easing: (t) => t * t }, 12.5],
  ['eased by a list', 15, [0, 10, 20], [0, 10, 20], { easing: [(t) => t * t, (t) => t] }, 15],
]

for (const [what, input, inputs, outputs, options, want] of ranges) {
  test(`interpolate ${what}`, () => near(interpolate(input, inputs, outputs, options), want, what))
}

const wrongRanges: [what: string, run: () => unknown, message: RegExp][] = [
  ['of unequal length', () => interpolate(1, [0, 1], [0, 1, 2]), /inputRange has 2 values and outputRange 3/],
  ['of one value', () => interpolate(1, [0], [1]), /at least 2/],
  ['that do not rise', () => interpolate(1, [0, 5, 5], [1, 2, 3]), /must be strictly increasing.*0, 5, 5/],
  ['without numbers', () => interpolate(1, [0, Infinity], [1, 2]), /inputRange must contain only finite numbers, got Infinity/],
  ['that go to nothing', () => interpolate(1, [0, 1], [1, NaN]), /outputRange must contain only finite numbers, got NaN/],
  ['that are none', () => interpolate(1, 3 as never, [1, 2]), /must be arrays/],
  ['of a text', () => interpolate('5' as never, [0, 1], [1, 2]), /the input must be a number, got 5/],
]

for (const [what, run, message] of wrongRanges) {
  test(`interpolate refuses ranges ${what}`, () => assert.throws(run, message))
}

const colours: [input: number, outputs: [string, string], want: string][] = [
  [5, ['#000000', '#ffffff'], 'rgba(128, 128, 128, 1)'],
  [5, ['#f00', '#00f8'], 'rgba(128, 0, 128, 0.767)'],
  [0, ['#11223344', '#000'], 'rgba(17, 34, 51, 0.267)'],
  [10, ['rgb(0, 0, 0)', 'rgba(10, 20, 30, 0.5)'], 'rgba(10, 20, 30, 0.5)'],
  [10, ['#000', 'rgb(100% 0% 50% / 50%)'], 'rgba(255, 0, 128, 0.5)'],
  [10, ['#000', 'hsl(120, 100%, 25%)'], 'rgba(0, 128, 0, 1)'],
  [10, ['#000', 'hsla(-60deg 100% 50% / 0.25)'], 'rgba(255, 0, 255, 0.25)'],
  [99, ['#000', '#fff'], 'rgba(255, 255, 255, 1)'],
  [-9, ['#000', '#fff'], 'rgba(0, 0, 0, 1)'],
]

for (const [input, outputs, want] of colours) {
  test(`interpolateColors at ${input} between ${outputs.join(' and ')}`, () => assert.equal(interpolateColors(input, [0, 10], outputs), want))
}

test('interpolateColors refuses what is not a colour', () => {
  for (const wrong of ['#12345', 'rgb(1, 2)', 'rgb(a, b, c)', 'reddish', '']) {
    assert.throws(() => interpolateColors(0, [0, 1], ['#000', wrong]), /is not a colour/, wrong)
  }
})

const curves: [name: string, curve: Curve, t: number, want: number][] = [
  ['linear', Easing.linear, 0.3, 0.3],
  ['quad', Easing.quad, 0.5, 0.25],
  ['cubic', Easing.cubic, 0.5, 0.125],
  ['poly', Easing.poly(4), 0.5, 0.0625],
  ['sin', Easing.sin, 0.5, 0.29289],
  ['circle', Easing.circle, 0.6, 0.2],
  ['exp', Easing.exp, 0.5, 0.03125],
  ['elastic', Easing.elastic(1), 1 / 3, 0.67524],
  ['back', Easing.back(), 0.5, -0.0877],
  ['back by 1', Easing.back(1), 0.25, -0.03125],
  ['bounce, rising', Easing.bounce, 0.2, 0.3025],
  ['bounce, second', Easing.bounce, 0.5, 0.76563],
  ['bounce, third', Easing.bounce, 0.8, 0.94],
  ['bounce, last', Easing.bounce, 0.95, 0.98453],
  ['bezier, straight', Easing.bezier(0.3, 0.3, 0.7, 0.7), 0.42, 0.42],
  // x and y of this curve at s = 1/2: 3/8·(x1 + x2) + 1/8.
  ['bezier', Easing.bezier(0.2, 0.8, 0.4, 1), 0.35, 0.8],
  ['ease', Easing.ease, 0.6575, 0.5],
  ['step0', Easing.step0, 0.01, 1],
  ['step1', Easing.step1, 0.99, 0],
  ['in', Easing.in(Easing.quad), 0.25, 0.0625],
  ['out', Easing.out(Easing.quad), 0.25, 0.4375],
  ['inOut, first half', Easing.inOut(Easing.quad), 0.25, 0.125],
  ['inOut, second half', Easing.inOut(Easing.quad), 0.75, 0.875],
]

for (const [name, curve, t, want] of curves) {
  test(`Easing.${name}`, () => near(curve(t), want, name))
}

test('every curve begins at 0 and ends at 1', () => {
  const { in: _in, out, inOut, poly, elastic, back, bezier, ...plain } = Easing
  const { step0: _0, step1: _1, ...smooth } = plain
  for (const curve of [...Object.values(smooth), poly(3), elastic(2), back(), bezier(0.1, 2, 0.9, -1)]) {
    for (const whole of [curve, out(curve), inOut(curve)]) {
      assert.ok(Math.abs(whole(0)) < 1e-3 && Math.abs(whole(1) - 1) < 1e-3, `${whole(0)} to ${whole(1)}`)
    }
  }
})

const springs: [what: string, options: Partial<SpringOptions>, want: number][] = [
  ['at rest', { frame: 0 }, 0],
  ['before it begins', { frame: -5 }, 0],
  ['by default', { frame: 3 }, 0.34031],
  ['at its first overshoot', { frame: 0.36276 * 30 }, 1.16303],
  ['clamped', { frame: 0.36276 * 30, config: { overshootClamping: true } }, 1],
  ['damped critically', { frame: 3, config: { damping: 20 } }, 0.26424],
  ['damped more', { frame: 3, config: { damping: 200 } }, 0.26424],
  ['heavy', { frame: 6, config: { mass: 4, damping: 40 } }, 0.26424],
  ['stiff', { frame: 1.5, config: { stiffness: 400, damping: 40 } }, 0.26424],
  ['from and to', { frame: 3, config: { damping: 20 }, from: 100, to: 200 }, 126.42411],
  ['delayed', { frame: 8, delay: 5, config: { damping: 20 } }, 0.26424],
  ['not yet begun', { frame: 4, delay: 5 }, 0],
  // 23 frames by default, here twice as slow.
  ['stretched', { frame: 6, durationInFrames: 46, config: { damping: 200 } }, 0.26424],
  ['stretched, at its end', { frame: 46, durationInFrames: 46, to: 7 }, 7],
  ['backwards', { frame: 20, reverse: true, config: { damping: 200 } }, 0.26424],
  ['backwards, at its end', { frame: 23, reverse: true, config: { damping: 200 } }, 0],
  ['backwards after a delay', { frame: 25, delay: 5, reverse: true, config: { damping: 200 } }, 0.26424],
]

for (const [what, options, want] of springs) {
  test(`spring ${what}`, () => near(spring({ frame: 0, fps: 30, ...options }), want, what))
}

test('measureSpring gives the first frame from which on the spring is still', () => {
  assert.equal(measureSpring({ fps: 30, config: { damping: 200 } }), 23) // the documentation's example
  assert.equal(measureSpring({ fps: 30, threshold: 1 }), 0)
  assert.equal(measureSpring({ fps: 30, threshold: 0 }), Infinity)
  for (const damping of [2, 5, 10, 19, 20, 80]) {
    const config = { damping }
    const n = measureSpring({ fps: 30, config })
    const off = (frame: number) => Math.abs(1 - spring({ frame, fps: 30, config }))
    assert.ok(off(n - 1) >= 0.005, `${damping}: still at ${n - 1} already`)
    for (let frame = n; frame < n + 300; frame++) assert.ok(off(frame) < 0.005, `${damping}: ${off(frame)} at ${frame} after ${n}`)
  }
})

test('a spring that could not move is refused', () => {
  assert.throws(() => spring({ frame: 1, fps: 0 }), /fps must be more than 0, got 0/)
  assert.throws(() => spring({ frame: 1, fps: 30, config: { mass: -1 } }), /mass must be more than 0, got -1/)
  assert.throws(() => spring({ frame: NaN, fps: 30 }), /frame must be a number, got NaN/)
  assert.throws(() => spring({ frame: 1, fps: 30, durationInFrames: 0 }), /durationInFrames must be more than 0, got 0/)
})

test('random is even, and the same for the same seed', () => {
  const numbers = Array.from({ length: 10_000 }, (_, i) => random(i))
  assert.ok(numbers.every((n) => n >= 0 && n < 1))
  const mean = numbers.reduce((sum, n) => sum + n) / numbers.length
  assert.ok(Math.abs(mean - 0.5) < 0.02, `mean ${mean}`)
  assert.equal(new Set(numbers).size > 9_990, true)
  assert.equal(random('a'), random('a'))
  assert.notEqual(random('a'), random('b'))
  assert.notEqual(random('1'), random(1))
  assert.notEqual(random(null), random(null))
  assert.throws(() => random(undefined as never), /seed must be a number, a string or null, got undefined/)
})

test('spans', () => {
  const outer = { frame: 40, duration: 90 }
  assert.deepEqual(innerSpan(outer, 30, Infinity), { frame: 10, duration: 60 })
  assert.deepEqual(innerSpan(outer, 30, 20), { frame: 10, duration: 20 })
  assert.equal(innerSpan(outer, 30, 10), null) // over
  assert.equal(innerSpan(outer, 41, 10), null) // not begun
  assert.deepEqual(innerSpan(outer, -10, 60), { frame: 50, duration: 60 }) // its beginning is cut off
  assert.deepEqual(innerSpan(innerSpan(outer, 30, 20)!, 5, Infinity), { frame: 5, duration: 15 }) // nested
  assert.throws(() => innerSpan(outer, 0, 0), /durationInFrames must be more than 0, got 0/)

  assert.equal(loopAt(0, 30, 2), 0)
  assert.equal(loopAt(59, 30, 2), 1)
  assert.equal(loopAt(60, 30, 2), null)
  assert.equal(loopAt(9000, 30, Infinity), 300)

  assert.deepEqual(seriesStarts([{ durationInFrames: 10 }, { durationInFrames: 20, offset: -5 }, { durationInFrames: Infinity, offset: 2 }]), [0, 5, 27])
  assert.throws(() => seriesStarts([{ durationInFrames: Infinity }, { durationInFrames: 1 }]), /part 1 must be .* got Infinity/)
})
