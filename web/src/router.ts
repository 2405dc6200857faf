import { Store } from './store.ts'

/** The place that the address names: a plan (`/plans/{id}`, none at `/`), or projects and their scenes. */

export interface PlanPlace {
  page: 'plans'
  planId: string | null
}

/** `/projects/{projectId}/{sceneId}?version={version}`; each part requires the one before. */
export interface ProjectPlace {
  page: 'projects'
  projectId: string | null
  sceneId: string | null
  /** Null means the newest. */
  version: number | null
}

interface Route {
  place: PlanPlace | ProjectPlace
  /** How the page got here: after a decision, by navigation, or on load. */
  by: 'decision' | 'hand' | 'load'
}

export const route = new Store<Route>({ place: read(), by: 'load' })

function read(): PlanPlace | ProjectPlace {
  const [page, first = null, second = null] = location.pathname.split('/').filter(Boolean).map(decode)
  if (page !== 'projects') return { page: 'plans', planId: page === 'plans' ? first : null }
  const version = Number(new URLSearchParams(location.search).get('version'))
  return { page, projectId: first, sceneId: second, version: Number.isInteger(version) && version > 0 ? version : null }
}

/** Decodes a part of the path, or returns it unchanged if it is malformed. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function planAddress(planId: string | null): string {
  return planId === null ? '/' : '/plans/' + encodeURIComponent(planId)
}

export function projectAddress(projectId: string | null = null, sceneId: string | null = null, version: number | null = null): string {
  const parts = [projectId, sceneId].filter((part) => part !== null).map((part) => '/' + encodeURIComponent(part))
  return '/projects' + parts.join('') + (version === null ? '' : `?version=${version}`)
}

/** Navigates to an address of the pages. After a decision it replaces the history entry. */
export function goTo(address: string, by: Route['by'] = 'hand'): void {
  if (by === 'hand') history.pushState(null, '', address)
  else history.replaceState(null, '', address)
  route.set({ place: read(), by })
}

/** Handles a click on an internal link. Clicks that open a new tab are left to the browser. */
export function follow(event: MouseEvent): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const { pathname, search } = event.currentTarget as HTMLAnchorElement
  goTo(pathname + search)
}

window.addEventListener('popstate', () => route.set({ place: read(), by: 'hand' }))
