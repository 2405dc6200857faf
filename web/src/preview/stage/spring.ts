/**
 * A spring with the names and defaults of Remotion's documentation of `spring()` and `measureSpring()`. It
 * solves the damped harmonic oscillator m·x″ + c·x′ + k·x = 0, released at 1 from rest, in closed form.
 * Overdamped springs move as if critically damped: in the documentation `damping: 200` settles within a
 * second, while the equation alone would take about ten.
 */

export interface SpringConfig {
  mass?: number
  damping?: number
  stiffness?: number
  overshootClamping?: boolean
}

export interface SpringOptions {
  frame: number
  fps: number
  config?: SpringConfig
  from?: number
  to?: number
  /** Stretches the curve so that it settles after this many frames. */
  durationInFrames?: number
  /** The threshold at which a stretched spring counts as settled. */
  durationRestThreshold?: number
  /** In frames. */
  delay?: number
  reverse?: boolean
}

const REST = 0.005

export function spring(options: SpringOptions): number {
  const { frame, fps, config = {}, from = 0, to = 1, durationInFrames, durationRestThreshold, delay = 0, reverse = false } = options
  checkPositive('spring', { fps })
  if (!Number.isFinite(frame)) throw new TypeError(`spring: frame must be a number, got ${String(frame)}`)
  const natural = durationInFrames !== undefined || reverse ? measureSpring({ fps, config, threshold: durationRestThreshold }) : 0
  const length = durationInFrames ?? natural
  let at = frame - delay
  if (reverse) at = length - at
  if (durationInFrames !== undefined) {
    checkPositive('spring', { durationInFrames })
    if (at >= durationInFrames) return to
    at *= natural / durationInFrames
  }
  return from + (to - from) * positionAt(at / fps, config)
}

export interface MeasureOptions {
  fps: number
  config?: SpringConfig
  threshold?: number | undefined
  from?: number
  to?: number
}

/** Returns the first frame from which the spring stays within the threshold, a fraction of its path. */
export function measureSpring({ fps, config = {}, threshold = REST }: MeasureOptions): number {
  checkPositive('measureSpring', { fps })
  if (threshold >= 1) return 0
  if (!(threshold > 0)) return Infinity
  // The envelope decays as e^-decay·t and bounds the search, which goes back to the last frame outside the
  // threshold.
  const { decay, height } = oscillator(config)
  const limit = Math.ceil((Math.log(height / threshold) / decay) * fps)
  let frame = Math.min(Math.max(0, limit), 1e6)
  while (frame > 0 && Math.abs(1 - positionAt((frame - 1) / fps, config)) < threshold) frame--
  return frame
}

/** Returns the position after some seconds: from 0 to 1, and above 1 while it oscillates. */
function positionAt(seconds: number, config: SpringConfig): number {
  if (seconds <= 0) return 0
  const { speed, ratio } = oscillator(config)
  let off: number
  if (ratio < 1) {
    const swing = speed * Math.sqrt(1 - ratio * ratio)
    off = Math.exp(-ratio * speed * seconds) * (Math.cos(swing * seconds) + ((ratio * speed) / swing) * Math.sin(swing * seconds))
  } else {
    off = Math.exp(-speed * seconds) * (1 + speed * seconds)
  }
  return config.overshootClamping === true ? Math.min(1, 1 - off) : 1 - off
}

function oscillator({ mass = 1, damping = 10, stiffness = 100 }: SpringConfig) {
  checkPositive('spring', { mass, damping, stiffness })
  const speed = Math.sqrt(stiffness / mass)
  const ratio = damping / (2 * Math.sqrt(stiffness * mass))
  // The critical curve (1 + ωt)·e^-ωt stays under 2·e^-ωt/2.
  if (ratio >= 1) return { speed, ratio, decay: speed / 2, height: 2 }
  return { speed, ratio, decay: ratio * speed, height: 1 / Math.sqrt(1 - ratio * ratio) }
}

function checkPositive(caller: string, values: Record<string, number>): void {
  for (const [name, value] of Object.entries(values)) {
    if (!(value > 0)) throw new Error(`${caller}: ${name} must be more than 0, got ${String(value)}`)
  }
}
