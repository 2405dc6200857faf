import { Store } from '../store.ts'

/** Counts what the server says about changes of the graph and about clients. */
export const changes = new Store({
  /** Increases with every event. */
  events: 0,
  /** Increases with every connection, before which events may have been missed. */
  connections: 0,
  /** Increases when clients call. */
  calls: 0,
})

export function graphChanged(): void {
  changes.update(({ events }) => ({ events: events + 1 }))
}

export function clientCalled(): void {
  changes.update(({ calls }) => ({ calls: calls + 1 }))
}

export function eventsMissed(): void {
  changes.update(({ connections }) => ({ connections: connections + 1 }))
}
