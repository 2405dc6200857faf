import { Store } from './store.ts'

/** What the address names: a plan (`/plans/{id}`, none at `/`), or projects and what is in them. */

export interface PlanPlace {
  page: 'plans'
  planId: string | null
}

/** `/projects/{projectId}/{sceneId}?version={version}`, each part only with the one before. */
export interface ProjectPlace {
  page: 'projects'
  projectId: string | null
  sceneId: string | null
  /** Null is the newest. */
  version: number | null
}

interface Route {
  place: PlanPlace | ProjectPlace
  /** How the page got here: by a decision about the plan before, by hand, or by being loaded. */
  by: 'decision' | 'hand' | 'load'
}

export const route = new Store<Route>({ place: read(), by: 'load' })

function read(): PlanPlace | ProjectPlace {
  const [page, first = null, second = null] = location.pathname.split('/').filter(Boolean).map(decode)
  if (page !== 'projects') return { page: 'plans', planId: page === 'plans' ? first : null }
  const version = Number(new URLSearchParams(location.search).get('version'))
  return { page, projectId: first, sceneId: second, version: Number.isInteger(version) && version > 0 ? version : null }
}

/** A part of the path; one that is escaped wrongly names itself. */
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

/** Goes to an address of the pages. What was decided is not worth going back to. */
export function goTo(address: string, by: Route['by'] = 'hand'): void {
  if (by === 'hand') history.pushState(null, '', address)
  else history.replaceState(null, '', address)
  route.set({ place: read(), by })
}

/** A click on a link within the pages; one that asks for a new tab stays the browser's. */
export function follow(event: MouseEvent): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const { pathname, search } = event.currentTarget as HTMLAnchorElement
  goTo(pathname + search)
}

window.addEventListener('popstate', () => route.set({ place: read(), by: 'hand' }))
