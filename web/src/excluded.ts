/** The rows of pending plans that a person has excluded, kept until the tab is closed. */

const PREFIX = 'plotline.excluded.'

/** Returns the excluded rows that a plan of this many rows still has. */
export function keptRows(planId: string, rows: number): Set<number> {
  const kept = (sessionStorage.getItem(PREFIX + planId) ?? '').split(',').filter(Boolean).map(Number)
  return new Set(kept.filter((row) => Number.isInteger(row) && row >= 0 && row < rows))
}

/** Keeps the excluded rows of a plan; none of them means all are forgotten. */
export function keepRows(planId: string, excluded: ReadonlySet<number>): void {
  if (excluded.size === 0) return forgetRows(planId)
  try {
    sessionStorage.setItem(PREFIX + planId, [...excluded].join())
  } catch {
    // The storage is full. What it had is older than what the page shows.
    forgetRows(planId)
  }
}

/** Forgets the rows of a plan, which is decided. */
export function forgetRows(planId: string): void {
  sessionStorage.removeItem(PREFIX + planId)
}
