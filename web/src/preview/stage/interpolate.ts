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
  if (typeof input !== 'number') throw new TypeError(`interpolate: the input must be a number, got ${String(input)}`)
  checkRanges('interpolate', inputs, outputs)
  checkNumbers('interpolate', 'outputRange', outputs)
  const first = inputs[0]!
  const last = inputs.at(-1)!
  const extrapolate = input < first ? options.extrapolateLeft : input > last ? options.extrapolateRight : undefined
  if (extrapolate === 'identity') return input
  let at = input
  if (extrapolate === 'clamp') at = input < first ? first : last
  if (extrapolate === 'wrap') at = first + modulo(input - first, last - first)

  const piece = pieceOf(at, inputs)
  const [from, to] = [inputs[piece]!, inputs[piece + 1]!]
  const [low, high] = [outputs[piece]!, outputs[piece + 1]!]
  const ease = Array.isArray(options.easing) ? options.easing[piece] : options.easing
  const fraction = (at - from) / (to - from)
  return low + (ease === undefined ? fraction : ease(fraction)) * (high - low)
}

/** Returns the index of the piece that contains a value, or of the nearest piece. */
export function pieceOf(at: number, inputs: readonly number[]): number {
  let piece = 0
  while (piece < inputs.length - 2 && at >= inputs[piece + 1]!) piece++
  return piece
}

export function checkRanges(caller: string, inputs: readonly number[], outputs: readonly unknown[]): void {
  if (!Array.isArray(inputs) || !Array.isArray(outputs)) throw new TypeError(`${caller}: inputRange and outputRange must be arrays`)
  if (inputs.length !== outputs.length) {
    throw new Error(`${caller}: inputRange has ${inputs.length} values and outputRange ${outputs.length}, they must have the same number`)
  }
  if (inputs.length < 2) throw new Error(`${caller}: inputRange must have at least 2 values`)
  checkNumbers(caller, 'inputRange', inputs)
  for (let i = 1; i < inputs.length; i++) {
    if (inputs[i]! <= inputs[i - 1]!) throw new Error(`${caller}: inputRange must be strictly increasing, got [${inputs.join(', ')}]`)
  }
}

function checkNumbers(caller: string, name: string, range: readonly unknown[]): void {
  for (const value of range) {
    if (!Number.isFinite(value)) throw new TypeError(`${caller}: ${name} must contain only finite numbers, got ${String(value)}`)
  }
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
