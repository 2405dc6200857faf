import { Store } from './store.ts'

/** The token of this tab. It is kept until the tab is closed, and nowhere else. */

const KEY = 'plotline.token'

interface Session {
  token: string
  /** Set while the server wants a token that it was not given. */
  asked: boolean
  /** What the server said about the token that it was given. */
  refused: string
  /** False once the server has said that this token's role decides nothing. */
  mayDecide: boolean
}

export const session = new Store<Session>({
  token: sessionStorage.getItem(KEY) ?? '',
  asked: false,
  refused: '',
  mayDecide: true,
})

export function signIn(token: string): void {
  sessionStorage.setItem(KEY, token)
  session.set({ token, asked: false, refused: '', mayDecide: true })
}

/** Forgets the token; `refused` is why, when it was not the person's own wish. */
export function signOut(refused = ''): void {
  sessionStorage.removeItem(KEY)
  session.set({ token: '', asked: true, refused, mayDecide: true })
}

export function mayOnlyLook(): void {
  session.set({ mayDecide: false })
}
