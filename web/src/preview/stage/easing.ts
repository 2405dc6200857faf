/**
 * Easing functions from 0–1 to 0–1, with the names of Remotion's documentation of `Easing`. They are the
 * usual curves: R. Penner's equations and CSS's cubic-bezier.
 */

export type Curve = (t: number) => number

const linear: Curve = (t) => t
const quad: Curve = (t) => t * t
const cubic: Curve = (t) => t * t * t
const poly = (n: number): Curve => (t) => t ** n
const sin: Curve = (t) => 1 - Math.cos((t * Math.PI) / 2)
const circle: Curve = (t) => 1 - Math.sqrt(1 - t * t)
const exp: Curve = (t) => 2 ** (10 * (t - 1))
const back = (overshoot = 1.70158): Curve => (t) => t * t * ((overshoot + 1) * t - overshoot)

/** Oscillates about `bounciness` times before the end. */
const elastic = (bounciness = 1): Curve => (t) => 1 - Math.cos((t * Math.PI) / 2) ** 3 * Math.cos(t * bounciness * Math.PI)

/** Four parabolas of decreasing height. */
const bounce: Curve = (t) => {
  const steep = 7.5625
  if (t < 1 / 2.75) return steep * t * t
  if (t < 2 / 2.75) return steep * (t - 1.5 / 2.75) ** 2 + 0.75
  if (t < 2.5 / 2.75) return steep * (t - 2.25 / 2.75) ** 2 + 0.9375
  return steep * (t - 2.625 / 2.75) ** 2 + 0.984375
}

/** CSS's cubic-bezier(x1, y1, x2, y2). Outside 0–1 it continues linearly. */
const bezier = (x1: number, y1: number, x2: number, y2: number): Curve => {
  if (!(x1 >= 0 && x1 <= 1 && x2 >= 0 && x2 <= 1)) throw new Error(`Easing.bezier: x1 and x2 must be from 0 to 1, got ${x1} and ${x2}`)
  const at = (a: number, b: number, s: number) => 3 * (1 - s) ** 2 * s * a + 3 * (1 - s) * s * s * b + s ** 3
  return (t) => {
    if (t <= 0 || t >= 1) return t
    // x increases with s, so bisection works: 40 steps are more than precise enough.
    let [low, high] = [0, 1]
    for (let i = 0; i < 40; i++) {
      const middle = (low + high) / 2
      if (at(x1, x2, middle) < t) low = middle
      else high = middle
    }
    return at(y1, y2, (low + high) / 2)
  }
}

export const Easing = {
  linear,
  quad,
  cubic,
  poly,
  sin,
  circle,
  exp,
  elastic,
  back,
  bounce,
  bezier,
  ease: bezier(0.42, 0, 1, 1),
  step0: ((t) => (t > 0 ? 1 : 0)) as Curve,
  step1: ((t) => (t >= 1 ? 1 : 0)) as Curve,
  /** The curve itself. */
  in: (curve: Curve): Curve => curve,
  /** The curve reversed. */
  out: (curve: Curve): Curve => (t) => 1 - curve(1 - t),
  /** The first half forwards, the second half reversed. */
  inOut: (curve: Curve): Curve => (t) => (t < 0.5 ? curve(t * 2) / 2 : 1 - curve((1 - t) * 2) / 2),
}
