import { Store } from '../store.ts'

/** What has changed on the server since the page was loaded, counted: who shows a project loads it again. */

interface Revisions {
  /** Grows whenever some project has changed, or may have. */
  any: number
  /** Grows when events may have been missed: every project may be another. */
  missed: number
  /** Grows for a project when it is known to have changed. */
  of: ReadonlyMap<string, number>
}

export const revisions = new Store<Revisions>({ any: 0, missed: 0, of: new Map() })

export function projectChanged(id: string): void {
  revisions.update(({ any, of }) => ({ any: any + 1, of: new Map(of).set(id, (of.get(id) ?? 0) + 1) }))
}

export function projectsChanged(): void {
  revisions.update(({ any, missed }) => ({ any: any + 1, missed: missed + 1 }))
}

/** Changes whenever the project has, or may have. */
export function revisionOf({ missed, of }: Revisions, id: string): number {
  return missed + (of.get(id) ?? 0)
}
