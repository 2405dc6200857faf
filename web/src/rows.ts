/** The excluded rows of a plan. Rows are counted from 0. */

/**
 * Returns the excluded rows after one row was included or excluded, or with shift all rows from `anchor` to
 * it.
 */
export function toggleRows(
  excluded: ReadonlySet<number>,
  shown: readonly number[],
  row: number,
  include: boolean,
  anchor: number | null,
): Set<number> {
  const [a, b] = [anchor === null ? -1 : shown.indexOf(anchor), shown.indexOf(row)]
  const affected = a < 0 || b < 0 ? [row] : shown.slice(Math.min(a, b), Math.max(a, b) + 1)
  return withRows(excluded, affected, include)
}

/** Returns the excluded rows after the given rows were included or excluded. */
export function withRows(excluded: ReadonlySet<number>, rows: Iterable<number>, include: boolean): Set<number> {
  const next = new Set(excluded)
  for (const row of rows) {
    if (include) next.delete(row)
    else next.add(row)
  }
  return next
}
