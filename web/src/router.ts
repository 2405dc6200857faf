import { Store } from './store.ts'

/** Which plan the address names: `/plans/{id}`, or none at `/`. */

interface Route {
  planId: string | null
  /** How the page got here: by a decision about the plan before, by hand, or by being loaded. */
  by: 'decision' | 'hand' | 'load'
}

export const route = new Store<Route>({ planId: read(), by: 'load' })

function read(): string | null {
  const id = /^\/plans\/([^/]+)\/?$/.exec(location.pathname)?.[1]
  return id === undefined ? null : decodeURIComponent(id)
}

export function addressOf(planId: string | null): string {
  return planId === null ? '/' : '/plans/' + encodeURIComponent(planId)
}

/** Goes to a plan or, without one, to the list. What was decided is not worth going back to. */
export function goTo(planId: string | null, by: Route['by'] = 'hand'): void {
  if (by === 'hand') history.pushState(null, '', addressOf(planId))
  else history.replaceState(null, '', addressOf(planId))
  route.set({ planId, by })
}

/** A click on a link within the page; one that asks for a new tab stays the browser's. */
export function follow(event: MouseEvent, planId: string | null): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  goTo(planId)
}

window.addEventListener('popstate', () => route.set({ planId: read(), by: 'hand' }))
