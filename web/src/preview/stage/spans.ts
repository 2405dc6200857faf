/** Arithmetic of spans of frames. A span has a frame, counted from its start, and a duration. */

/** Returns the inner span that starts at a frame of the outer one, or null while it is not shown. */
export function innerSpan(outer: { frame: number; duration: number }, from: number, durationInFrames: number) {
  if (typeof from !== 'number' || Number.isNaN(from)) throw new TypeError(`<Sequence>: from must be a number, got ${String(from)}`)
  if (!(durationInFrames > 0)) throw new Error(`<Sequence>: durationInFrames must be more than 0, got ${String(durationInFrames)}`)
  const frame = outer.frame - from
  if (frame < 0 || frame >= durationInFrames) return null
  return { frame, duration: Math.max(1, Math.min(durationInFrames, outer.duration - from)) }
}

/** Returns the iteration of a loop that a frame is in, from 0; null after the last. */
export function loopAt(frame: number, durationInFrames: number, times: number): number | null {
  if (!(durationInFrames > 0)) throw new Error(`<Loop>: durationInFrames must be more than 0, got ${String(durationInFrames)}`)
  if (!(times >= 0)) throw new Error(`<Loop>: times must be 0 or more, got ${String(times)}`)
  const iteration = Math.max(0, Math.floor(frame / durationInFrames))
  return iteration < times ? iteration : null
}

/** Returns the start of each part of a series. An offset moves its part and all later ones. */
export function seriesStarts(parts: readonly { durationInFrames: number; offset?: number }[]): number[] {
  let next = 0
  return parts.map(({ durationInFrames, offset = 0 }, i) => {
    const last = i === parts.length - 1
    if (!(durationInFrames > 0) || (durationInFrames === Infinity && !last)) {
      throw new Error(`<Series.Sequence>: durationInFrames of part ${i + 1} must be more than 0, and finite except in the last part, got ${String(durationInFrames)}`)
    }
    if (!Number.isFinite(offset)) throw new Error(`<Series.Sequence>: offset of part ${i + 1} must be a number, got ${String(offset)}`)
    const from = next + offset
    next = from + durationInFrames
    return from
  })
}
