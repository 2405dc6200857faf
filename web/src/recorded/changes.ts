import { Store } from '../store.ts'

/** Increases when the server says that something was recorded, and with every connection. */
export const recordedChanges = new Store({ count: 0 })

export function recordedChanged(): void {
  recordedChanges.update(({ count }) => ({ count: count + 1 }))
}
