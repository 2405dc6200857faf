import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { keepDraft } from './drafts.ts'
import { focusInMiddle } from './reveal.ts'
import { Store } from './store.ts'

/** The forms of the open plan whose text differs from what is saved. A decision would lose it. */
export const unsaved = new Store<{ forms: ReadonlySet<HTMLElement> }>({ forms: new Set() })

/** Keeps what a form has typed as a draft, and the form among the unsaved ones while it is on the page. Null: no change. */
export function useUnsaved(form: RefObject<HTMLFormElement | null>, key: string, typed: string[] | null): void {
  const changed = typed !== null
  useLayoutEffect(() => keepDraft(key, typed), [key, JSON.stringify(typed)])
  // An ordinary effect runs after the next frame, and would miss a key in between.
  useLayoutEffect(() => {
    const element = form.current
    if (!changed || element === null) return
    unsaved.update(({ forms }) => ({ forms: new Set([...forms, element]) }))
    return () => unsaved.update(({ forms }) => ({ forms: new Set([...forms].filter((other) => other !== element)) }))
  }, [changed])
}

/** Moves the focus to the first unsaved form. Returns false if there is none. */
export function focusUnsaved(): boolean {
  const [form] = unsaved.value.forms
  focusInMiddle(form, form?.querySelector<HTMLElement>('input, textarea'))
  return form !== undefined
}
