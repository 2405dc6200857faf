/** The player's frame arithmetic. Frames are counted from 0. */

/**
 * Returns the frame that a paused preview starts with. Most scenes fade in and out, so the middle shows
 * something.
 */
export function initialFrame(duration: number): number {
  return Math.floor(duration / 2)
}

/**
 * Returns the frame reached after `elapsed` milliseconds of playing from a frame, and whether the scene has
 * ended. A loop never ends.
 */
export function frameAfter(from: number, elapsed: number, fps: number, duration: number, loop: boolean): { frame: number; ended: boolean } {
  const frame = from + Math.floor((Math.max(0, elapsed) / 1000) * fps)
  if (loop) return { frame: frame % duration, ended: false }
  return { frame: Math.min(frame, duration - 1), ended: frame >= duration - 1 }
}

/** Returns the scene's nearest frame to a number. */
export function clampFrame(frame: number, duration: number): number {
  return Math.min(Math.max(0, Math.round(frame)), duration - 1)
}
