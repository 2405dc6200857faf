/** The player's arithmetic. Frames count from 0. */

/** The frame that a paused preview begins with: most scenes fade in and out, in the middle they show something. */
export function poster(duration: number): number {
  return Math.floor(duration / 2)
}

/**
 * The frame after `elapsed` milliseconds of playing from a frame on, and whether that is the end. A loop
 * has none.
 */
export function playedTo(from: number, elapsed: number, fps: number, duration: number, loop: boolean): { frame: number; ended: boolean } {
  const frame = from + Math.floor((Math.max(0, elapsed) / 1000) * fps)
  if (loop) return { frame: frame % duration, ended: false }
  return { frame: Math.min(frame, duration - 1), ended: frame >= duration - 1 }
}

/** A frame of the scene that is nearest to a number. */
export function within(frame: number, duration: number): number {
  return Math.min(Math.max(0, Math.round(frame)), duration - 1)
}
