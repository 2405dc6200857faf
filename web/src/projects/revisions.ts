import { Store } from '../store.ts'

/**
 * Counts the changes on the server since the page was loaded. Components reload a project when its count
 * changes.
 */

interface Revisions {
  /** Increases whenever any project has or may have changed. */
  total: number
  /** Increases when events may have been missed, so that any project may have changed. */
  missed: number
  /** Increases for a project that has changed. */
  byProject: ReadonlyMap<string, number>
}

export const revisions = new Store<Revisions>({ total: 0, missed: 0, byProject: new Map() })

export function projectChanged(id: string): void {
  revisions.update(({ total, byProject }) => ({ total: total + 1, byProject: new Map(byProject).set(id, (byProject.get(id) ?? 0) + 1) }))
}

export function projectsChanged(): void {
  revisions.update(({ total, missed }) => ({ total: total + 1, missed: missed + 1 }))
}

/** Changes whenever the project has or may have changed. */
export function revisionOf({ missed, byProject }: Revisions, id: string): number {
  return missed + (byProject.get(id) ?? 0)
}
