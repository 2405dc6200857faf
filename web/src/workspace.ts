import { Store } from './store.ts'

/**
 * The workspace of this page. A page stays in one workspace. Another one is another page load, so that nothing that
 * the page holds can come from two workspaces.
 */

/** The workspace of this tab, for addresses that name none. */
const KEY = 'plotline.workspace'
const PARAMETER = 'workspace'

export interface WorkspaceSummary {
  name: string
  episodes: number
}

interface Workspaces {
  /** What requests name; null leaves the choice to the server. */
  current: string | null
  /** Those that may be chosen, the one to open first; null until the server has said so. */
  list: WorkspaceSummary[] | null
  /** The one that the server uses if a request names none; null until it has said so. */
  own: string | null
  /** The current one may not be chosen, or no longer. */
  refused: boolean
}

export const workspaces = new Store<Workspaces>({ current: null, list: null, own: null, refused: false })

/** Reads the workspace from the address, or the one that this tab had. */
export function openWorkspace(): void {
  const named = new URLSearchParams(location.search).get(PARAMETER) ?? sessionStorage.getItem(KEY)
  if (named !== null && named !== '') enter(named)
  window.addEventListener('pageshow', ({ persisted }) => {
    const { current } = workspaces.value
    if (persisted && current !== null) sessionStorage.setItem(KEY, current) // another page of this tab may have changed it
  })
}

function enter(name: string): void {
  sessionStorage.setItem(KEY, name)
  workspaces.set({ current: name })
  history.replaceState(history.state, '', withWorkspace(location.pathname + location.search))
}

/** Forgets the workspace, because the next person may have others. */
export function leaveWorkspace(): void {
  sessionStorage.removeItem(KEY)
  workspaces.set({ current: null, list: null, own: null, refused: false })
  history.replaceState(history.state, '', withWorkspace(location.pathname + location.search))
}

/** Stores what may be chosen. If there are several, the address says which one the page shows. */
export function setWorkspaces(list: WorkspaceSummary[]): void {
  const { current } = workspaces.value
  workspaces.set({ list, refused: current !== null && !list.some(({ name }) => name === current) })
  nameOwn()
}

/** Stores the workspace that the server uses. */
export function setOwnWorkspace(own: string): void {
  if (workspaces.value.current !== null) return
  workspaces.set({ own })
  nameOwn()
}

/** Writes the workspace of the page into its address, if it might be another. */
function nameOwn(): void {
  const { current, list, own } = workspaces.value
  if (current === null && own !== null && list !== null && list.length > 1) enter(own)
}

export function refuseWorkspace(): void {
  if (!workspaces.value.refused) workspaces.set({ refused: true })
}

/** Returns the header that names the workspace. Only valid names are unchanged; the server rejects the others. */
export function workspaceHeader(): Record<string, string> {
  const { current } = workspaces.value
  return current === null ? {} : { 'Plotline-Workspace': encodeURIComponent(current) }
}

/** Returns an address of the pages with a workspace, the current one if none is given. */
export function withWorkspace(url: string, name = workspaces.value.current): string {
  const [path = '/', search = ''] = url.split('?')
  const values = new URLSearchParams(search)
  values.delete(PARAMETER)
  if (name !== null) values.append(PARAMETER, name)
  return values.size === 0 ? path : `${path}?${values}`
}
