/** Reads a whole number, 0 or more, or returns null. */
export function numberOf(value: string): number | null {
  const trimmed = value.trim()
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : null
}

/** How many episodes a file may have. */
const MOST_EPISODES = 100

/** Reads the episodes of a file, such as "3", "1-2" or "1, 2", or returns null. */
export function episodesOf(value: string): number[] | null {
  const parts = value.trim().split(/\s*[,;+&]\s*|\s+(?=\d)/)
  const numbers: number[] = []
  for (const part of parts) {
    const [first, last] = part.split(/\s*[-–—]\s*/, 2).map(numberOf)
    const from = first ?? null
    const to = last === undefined ? from : last
    if (from === null || to === null || to < from || to - from >= MOST_EPISODES) return null
    for (let n = from; n <= to; n++) if (!numbers.includes(n)) numbers.push(n)
  }
  return numbers.length > MOST_EPISODES ? null : numbers
}

/** Reads a whole number that may be negative, or returns null. An empty text is 0. */
export function offsetOf(value: string): number | null {
  const trimmed = value.trim().replace('−', '-').replace(/^\+/, '')
  if (trimmed === '' || trimmed === '-') return 0
  return /^-?\d{1,5}$/.test(trimmed) ? Number(trimmed) : null
}
