import { useEffect, useRef } from 'preact/hooks'

/** Keyboard shortcuts that work everywhere except in text fields and open dialogs. */

export type Keys = Record<string, (event: KeyboardEvent) => void>

/** Calls a function for each key while the component is mounted. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys) // an effect would run later than the page is drawn, and miss a key in between
  latest.current = keys
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const handler = latest.current[event.key]
      if (handler === undefined || event.ctrlKey || event.metaKey || event.altKey || ignoresShortcuts(event.target)) return
      event.preventDefault()
      handler(event)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function ignoresShortcuts(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]') !== null) return true
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && target.type !== 'checkbox'
}

/** Whether the list of keyboard shortcuts is open. */
export interface KeyListState {
  shown: boolean
  show: (shown: boolean) => void
}
