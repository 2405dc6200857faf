/**
 * Returns a number from 0 to 1 that is the same for the same seed; null gives a new number each time. The
 * numbers differ from Remotion's, whose documentation does not specify them.
 */
export function random(seed: number | string | null): number {
  if (seed === null) return Math.random()
  if (typeof seed !== 'number' && typeof seed !== 'string') throw new TypeError(`random: the seed must be a number, a string or null, got ${String(seed)}`)
  return mix(hash(typeof seed + String(seed)))
}

/** FNV-1a over UTF-16 units (public domain, Fowler, Noll, Vo). */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}

/** One step of mulberry32 (public domain, T. Ettinger), so that similar seeds give very different numbers. */
function mix(state: number): number {
  let x = (state + 0x6d2b79f5) | 0
  x = Math.imul(x ^ (x >>> 15), x | 1)
  x ^= x + Math.imul(x ^ (x >>> 7), x | 61)
  return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
}
