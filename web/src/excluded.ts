import { keep, kept } from './kept.ts'

/** The rows of pending plans that a person has excluded, kept until the tab is closed. */

const keyOf = (planId: string) => 'excluded/' + planId

/** Returns the excluded rows that a plan of this many rows still has. */
export function keptRows(planId: string, rows: number): Set<number> {
  const excluded = kept(keyOf(planId))
  const isRow = (row: unknown): row is number => Number.isInteger(row) && (row as number) >= 0 && (row as number) < rows
  return new Set(Array.isArray(excluded) ? excluded.filter(isRow) : [])
}

/** Keeps the excluded rows of a plan; none of them means all are forgotten. */
export function keepRows(planId: string, excluded: ReadonlySet<number>): void {
  keep(keyOf(planId), excluded.size === 0 ? null : [...excluded])
}

/** Forgets the rows of a plan, which is decided. */
export function forgetRows(planId: string): void {
  keep(keyOf(planId), null)
}
