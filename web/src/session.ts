import { Store } from './store.ts'
import { workspaces } from './workspace.ts'

/** The token of this tab. It is stored only until the tab is closed. */

const KEY = 'plotline.token'

interface Session {
  token: string
  /** Set while the server requires a valid token. */
  signInRequired: boolean
  /** Why the server rejected the token. */
  signInError: string
  /** Whether the token's role may decide about plans; true until the server says otherwise. */
  canDecide: boolean
  /** Whether the role may change episodes, relationships and projects; true until the server says otherwise. */
  canChange: boolean
}

export const session = new Store<Session>({
  token: sessionStorage.getItem(KEY) ?? '',
  signInRequired: false,
  signInError: '',
  canDecide: true,
  canChange: true,
})

export function signIn(token: string): void {
  sessionStorage.setItem(KEY, token)
  workspaces.set({ list: null, own: null, refused: false })
  session.set({ token, signInRequired: false, signInError: '', canDecide: true, canChange: true })
}

/** Forgets the token; `signInError` is the reason, unless the person signed out. */
export function signOut(signInError = ''): void {
  sessionStorage.removeItem(KEY)
  session.set({ token: '', signInRequired: true, signInError, canDecide: true, canChange: true })
}

/** The roles that may decide and that may change something. internal/access says so; web/repeated_test.go compares. */
const DECIDING = ['reviewer', 'admin']
const CHANGING = ['writer', 'admin']

/** Stores the permissions of the role that the server reported. Without a known token it reports none. */
export function setRole(role: string | null): void {
  if (role === null) return
  const canDecide = DECIDING.includes(role)
  const canChange = CHANGING.includes(role)
  if (canDecide !== session.value.canDecide || canChange !== session.value.canChange) session.set({ canDecide, canChange })
}
