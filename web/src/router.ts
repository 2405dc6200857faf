import { EMPTY_VIEW, readView, viewUrl, type View } from './memory/view.ts'
import { Store } from './store.ts'
import { withWorkspace } from './workspace.ts'

/** The part of the pages that the URL names: the memory at `/`, plans, projects and their scenes, or what was recorded. */

export interface MemoryTarget {
  page: 'memory'
  view: View
}

/** The id of no plan: the address of the list of all media folders. */
export const LIBRARY = 'library'

/** `/plans/{planId}`, or `/plans/library` */
export interface PlanTarget {
  page: 'plans'
  planId: string | null
}

/** `/projects/{projectId}/{sceneId}?version={version}`; each part requires the one before. */
export interface ProjectTarget {
  page: 'projects'
  projectId: string | null
  sceneId: string | null
  /** Null means the newest. */
  version: number | null
}

/** `/recorded` */
interface RecordedTarget {
  page: 'recorded'
}

/** An address without a page. */
interface UnknownTarget {
  page: 'unknown'
}

type Target = MemoryTarget | PlanTarget | ProjectTarget | RecordedTarget | UnknownTarget

interface Route {
  target: Target
  /** How the page got here: after a decision, by navigation, or on load. */
  cause: 'decision' | 'navigation' | 'load'
}

/** What the memory page showed last, so that a look at the plans does not lose its filters. A page has one workspace. */
let lastView = EMPTY_VIEW

export const lastMemory = (): string => viewUrl(lastView)

export const route = new Store<Route>({ target: readTarget(), cause: 'load' })

function readTarget(): Target {
  const parts = location.pathname.split('/').filter(Boolean).map(decode)
  const [page, first = null, second = null] = parts
  if (page === undefined) {
    lastView = readView(location.search)
    return { page: 'memory', view: lastView }
  }
  if (page === 'plans' && parts.length <= 2) return { page, planId: first }
  if (page === 'recorded' && parts.length === 1) return { page }
  if (page !== 'projects' || parts.length > 3) return { page: 'unknown' }
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

export function planUrl(planId: string | null): string {
  return withWorkspace('/plans' + (planId === null ? '' : '/' + encodeURIComponent(planId)))
}

export const recordedUrl = (): string => withWorkspace('/recorded')

export function projectUrl(projectId: string | null = null, sceneId: string | null = null, version: number | null = null): string {
  const parts = [projectId, sceneId].filter((part) => part !== null).map((part) => '/' + encodeURIComponent(part))
  return withWorkspace('/projects' + parts.join('') + (version === null ? '' : `?version=${version}`))
}

/** Changes what the memory page shows. Typing and brushing replace the history entry; everything else adds one. */
export function showView(view: View, cause: 'navigation' | 'load' = 'navigation'): void {
  navigate(viewUrl(view), cause)
}

/** Navigates to an address of the pages. After a decision it replaces the history entry. */
export function navigate(url: string, cause: Route['cause'] = 'navigation'): void {
  if (cause === 'navigation') history.pushState(null, '', url)
  else history.replaceState(null, '', url)
  route.set({ target: readTarget(), cause })
}

/** Handles a click on an internal link. Clicks that open a new tab are left to the browser. */
export function followLink(event: MouseEvent): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const { pathname, search } = event.currentTarget as HTMLAnchorElement
  navigate(pathname + search)
}

window.addEventListener('popstate', () => route.set({ target: readTarget(), cause: 'navigation' }))
