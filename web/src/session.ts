import { Store } from './store.ts'

/** The token of this tab. It is kept until the tab is closed, and nowhere else. */

const KEY = 'plotline.token'

interface Session {
  token: string
  /** Set while the server wants a token that it was not given. */
  asked: boolean
  /** What the server said about the token that it was given. */
  refused: string
  /** Whether this token's role decides about plans; so until the server has said otherwise. */
  mayDecide: boolean
  /** Whether it changes projects. */
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

/** Forgets the token; `refused` is why, when it was not the person's own wish. */
export function signOut(refused = ''): void {
  sessionStorage.removeItem(KEY)
  session.set({ token: '', asked: true, refused, mayDecide: true, mayChange: true })
}

/** What the server says that the token may do; it says nothing to who has none that it knows. */
export function knowRole(role: string | null): void {
  if (role === null) return
  const mayDecide = role === 'reviewer' || role === 'admin'
  const mayChange = role === 'writer' || role === 'admin'
  if (mayDecide !== session.value.mayDecide || mayChange !== session.value.mayChange) session.set({ mayDecide, mayChange })
}
