/** Reads a whole number, 0 or more, or returns null. */
export function numberOf(value: string): number | null {
  const trimmed = value.trim()
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : null
}

/** How many episodes a file may have. */
const MOST_EPISODES = 100

/** Reads the episodes of a file, such as "3", "1-2" or "1, 2", or returns null. */
export function episodesOf(value: string): number[] | null {
  const numbers = new Set<number>()
  for (const part of value.split(/[,;+&]/)) {
    const range = /^\s*(\d{1,9})(?:\s*[-–—]\s*(\d{1,9}))?\s*$/.exec(part)
    if (range === null) return null
    const [from, to] = [Number(range[1]), Number(range[2] ?? range[1])]
    if (to < from || to - from >= MOST_EPISODES) return null
    for (let n = from; n <= to; n++) numbers.add(n)
  }
  return numbers.size > MOST_EPISODES ? null : [...numbers]
}

/** Reads a whole number that may be negative, or returns null. An empty text is 0. */
export function offsetOf(value: string): number | null {
  const trimmed = value.trim().replace('−', '-').replace(/^\+/, '')
  if (trimmed === '' || trimmed === '-') return 0
  return /^-?\d{1,5}$/.test(trimmed) ? Number(trimmed) : null
}
