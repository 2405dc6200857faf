import { Store } from './store.ts'

/** The token of this tab. It is stored only until the tab is closed. */

const KEY = 'plotline.token'

interface Session {
  token: string
  /** Set while the server requires a valid token. */
  asked: boolean
  /** Why the server rejected the token. */
  refused: string
  /** Whether the token's role may decide about plans; true until the server says otherwise. */
  mayDecide: boolean
  /** Whether the role may change projects; true until the server says otherwise. */
  mayChange: boolean
}

export const session = new Store<Session>({
  token: sessionStorage.getItem(KEY) ?? '',
  asked: false,
  refused: '',
  mayDecide: true,
  mayChange: true,
})

export function signIn(token: string): void {
  sessionStorage.setItem(KEY, token)
  session.set({ token, asked: false, refused: '', mayDecide: true, mayChange: true })
}

/** Forgets the token; `refused` is the reason, unless the person signed out. */
export function signOut(refused = ''): void {
  sessionStorage.removeItem(KEY)
  session.set({ token: '', asked: true, refused, mayDecide: true, mayChange: true })
}

/** Stores the permissions of the role that the server reported. Without a known token it reports none. */
export function knowRole(role: string | null): void {
  if (role === null) return
  const mayDecide = role === 'reviewer' || role === 'admin'
  const mayChange = role === 'writer' || role === 'admin'
  if (mayDecide !== session.value.mayDecide || mayChange !== session.value.mayChange) session.set({ mayDecide, mayChange })
}
