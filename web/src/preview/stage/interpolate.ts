/**
 * Piecewise interpolation from one range of numbers to another. Names and behaviour follow Remotion's public
 * documentation of `interpolate()`; the code is our own.
 */

/** How values outside the input range are treated. */
export type Extrapolate = 'extend' | 'clamp' | 'wrap' | 'identity'

export interface InterpolateOptions {
  extrapolateLeft?: Extrapolate
  extrapolateRight?: Extrapolate
  /** Maps 0–1 to 0–1 within each piece. A list has one function per piece. */
  easing?: ((t: number) => number) | ((t: number) => number)[]
}

export function interpolate(input: number, inputs: readonly number[], outputs: readonly number[], options: InterpolateOptions = {}): number {
  if (typeof input !== 'number') throw new TypeError(`interpolate: the input is ${String(input)}, want a number`)
  checkRanges('interpolate', inputs, outputs)
  checkNumbers('interpolate', 'outputRange', outputs)
  const first = inputs[0]!
  const last = inputs.at(-1)!
  const side = input < first ? options.extrapolateLeft : input > last ? options.extrapolateRight : undefined
  if (side === 'identity') return input
  let at = input
  if (side === 'clamp') at = input < first ? first : last
  if (side === 'wrap') at = first + modulo(input - first, last - first)

  const piece = pieceOf(at, inputs)
  const [from, to] = [inputs[piece]!, inputs[piece + 1]!]
  const [low, high] = [outputs[piece]!, outputs[piece + 1]!]
  const ease = Array.isArray(options.easing) ? options.easing[piece] : options.easing
  const share = (at - from) / (to - from)
  return low + (ease === undefined ? share : ease(share)) * (high - low)
}

/** Returns the index of the piece that contains a value, or of the nearest piece. */
export function pieceOf(at: number, inputs: readonly number[]): number {
  let piece = 0
  while (piece < inputs.length - 2 && at >= inputs[piece + 1]!) piece++
  return piece
}

export function checkRanges(who: string, inputs: readonly number[], outputs: readonly unknown[]): void {
  if (!Array.isArray(inputs) || !Array.isArray(outputs)) throw new TypeError(`${who}: inputRange and outputRange must be arrays`)
  if (inputs.length !== outputs.length) {
    throw new Error(`${who}: inputRange has ${inputs.length} values and outputRange ${outputs.length}, they must have as many`)
  }
  if (inputs.length < 2) throw new Error(`${who}: inputRange must have at least 2 values`)
  checkNumbers(who, 'inputRange', inputs)
  for (let i = 1; i < inputs.length; i++) {
    if (inputs[i]! <= inputs[i - 1]!) throw new Error(`${who}: inputRange must rise from value to value, got [${inputs.join(', ')}]`)
  }
}

function checkNumbers(who: string, name: string, range: readonly unknown[]): void {
  for (const value of range) {
    if (!Number.isFinite(value)) throw new TypeError(`${who}: ${name} has ${String(value)}, want finite numbers`)
  }
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
