import { Store } from './store.ts'

interface Reach {
  /** Whether the last request got a response. It is true before the first one. */
  reachable: boolean
  /** When the server last responded, in milliseconds; 0 if it never did. */
  answeredAt: number
}

/** Whether the server can be reached. */
export const reach = new Store<Reach>({ reachable: true, answeredAt: 0 })
