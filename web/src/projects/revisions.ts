import { Store } from '../store.ts'

/**
 * Counts the changes on the server since the page was loaded. Components reload a project when its count
 * changes.
 */

interface Revisions {
  /** Increases whenever any project has or may have changed. */
  any: number
  /** Increases when events may have been missed, so that any project may have changed. */
  missed: number
  /** Increases for a project that has changed. */
  of: ReadonlyMap<string, number>
}

export const revisions = new Store<Revisions>({ any: 0, missed: 0, of: new Map() })

export function projectChanged(id: string): void {
  revisions.update(({ any, of }) => ({ any: any + 1, of: new Map(of).set(id, (of.get(id) ?? 0) + 1) }))
}

export function projectsChanged(): void {
  revisions.update(({ any, missed }) => ({ any: any + 1, missed: missed + 1 }))
}

/** Changes whenever the project has or may have changed. */
export function revisionOf({ missed, of }: Revisions, id: string): number {
  return missed + (of.get(id) ?? 0)
}
