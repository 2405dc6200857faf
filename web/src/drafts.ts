import { keep, kept, keptKeys } from './kept.ts'
import { session } from './session.ts'
import { Store } from './store.ts'
import { workspaces } from './workspace.ts'

/**
 * What a person has typed and not saved. Drafts outlive their form and a reload, and leaving the pages asks while there
 * is one.
 */

export interface Draft<T> {
  value: T
  /** When the person typed last, in milliseconds. */
  at: number
}

const START = 'draft/'

export const drafts = new Store<{ byKey: ReadonlyMap<string, Draft<unknown>> }>({ byKey: readDrafts() })

function readDrafts(): Map<string, Draft<unknown>> {
  const found = keptKeys(START).map((key) => [key, kept(key)] as const)
  return new Map(found.filter((entry): entry is [string, Draft<unknown>] => typeof (entry[1] as Draft<unknown> | null)?.at === 'number'))
}

/** Serial numbers and ids of plans mean something only in their workspace. */
function keyOf(key: string): string {
  return `${START}${workspaces.value.current ?? ''}/${key}`
}

export function draftOf<T>(key: string): Draft<T> | null {
  return (drafts.value.byKey.get(keyOf(key)) as Draft<T> | undefined) ?? null
}

/** Keeps a draft; null drops it. */
export function keepDraft(key: string, value: unknown): void {
  const name = keyOf(key)
  const before = drafts.value.byKey.get(name)
  if (JSON.stringify(before?.value ?? null) === JSON.stringify(value)) return
  const draft = value === null ? null : { value, at: Date.now() }
  keep(name, draft)
  drafts.update(({ byKey }) => {
    const next = new Map(byKey)
    if (draft === null) next.delete(name)
    else next.set(name, draft)
    return { byKey: next }
  })
}

/** Drops the drafts whose keys begin with a text, except those that still have something to be saved to. */
export function dropDrafts(start: string, except: (key: string) => boolean = () => false): void {
  const own = keyOf('')
  for (const name of drafts.value.byKey.keys()) {
    if (!name.startsWith(own + start)) continue
    const key = name.slice(own.length)
    if (!except(key)) keepDraft(key, null)
  }
}

/** Asks before the tab leaves the pages. */
function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

// Browsers keep a page with such a listener less readily for going back to it.
function askWhileDrafts(): void {
  if (drafts.value.byKey.size > 0) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
}

drafts.subscribe(askWhileDrafts)
askWhileDrafts()

/** The next person must not see them. */
session.subscribe(() => {
  if (!session.value.signInRequired) return
  for (const name of drafts.value.byKey.keys()) keep(name, null)
  if (drafts.value.byKey.size > 0) drafts.set({ byKey: new Map() })
})
