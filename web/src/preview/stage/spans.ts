/** Arithmetic of spans of frames. A span has a frame, counted from its start, and a duration. */

/** Returns the inner span that starts at a frame of the outer one, or null while it is not shown. */
export function windowAt(outer: { frame: number; duration: number }, from: number, durationInFrames: number) {
  if (typeof from !== 'number' || Number.isNaN(from)) throw new TypeError(`<Sequence>: from is ${String(from)}, want a number`)
  if (!(durationInFrames > 0)) throw new Error(`<Sequence>: durationInFrames is ${String(durationInFrames)}, want more than 0`)
  const frame = outer.frame - from
  if (frame < 0 || frame >= durationInFrames) return null
  return { frame, duration: Math.max(1, Math.min(durationInFrames, outer.duration - from)) }
}

/** Returns the iteration of a loop that a frame is in, from 0; null after the last. */
export function loopAt(frame: number, durationInFrames: number, times: number): number | null {
  if (!(durationInFrames > 0)) throw new Error(`<Loop>: durationInFrames is ${String(durationInFrames)}, want more than 0`)
  if (!(times >= 0)) throw new Error(`<Loop>: times is ${String(times)}, want 0 or more`)
  const iteration = Math.max(0, Math.floor(frame / durationInFrames))
  return iteration < times ? iteration : null
}

/** Returns the start of each part of a series. An offset moves its part and all later ones. */
export function seriesStarts(parts: readonly { durationInFrames: number; offset?: number }[]): number[] {
  let next = 0
  return parts.map(({ durationInFrames, offset = 0 }, i) => {
    const last = i === parts.length - 1
    if (!(durationInFrames > 0) || (durationInFrames === Infinity && !last)) {
      throw new Error(`<Series.Sequence>: durationInFrames of part ${i + 1} is ${String(durationInFrames)}, want more than 0 frames (Infinity in the last alone)`)
    }
    if (!Number.isFinite(offset)) throw new Error(`<Series.Sequence>: offset of part ${i + 1} is ${String(offset)}, want a number`)
    const from = next + offset
    next = from + durationInFrames
    return from
  })
}
