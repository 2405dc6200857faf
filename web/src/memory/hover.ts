import { useEffect } from 'preact/hooks'
import { Store, useStore } from '../store.ts'

/** The episode under the mouse, which the list and the graph both mark. */
const hovered = new Store<{ serial: number | null }>({ serial: null })

const ROWS = '[data-testid="episode-item"]'

/** Returns the episode under the mouse, wherever that is, and marks its row. */
export function useHovered(): number | null {
  const { serial } = useStore(hovered)
  useEffect(() => {
    const stop = new AbortController()
    const read = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest<HTMLElement>(ROWS) : null
      if (row !== null) hover(Number(row.dataset['serial']))
      else if (target instanceof Element && target.closest('.m-canvas') === null) hover(null)
    }
    document.addEventListener('mouseover', read, { signal: stop.signal })
    return () => stop.abort()
  }, [])
  useEffect(() => {
    const row = document.querySelector(`${ROWS}[data-serial="${serial}"]`)
    row?.toggleAttribute('data-hovered', true)
    return () => row?.toggleAttribute('data-hovered', false)
  }, [serial])
  return serial
}

export function hover(serial: number | null): void {
  if (hovered.value.serial !== serial) hovered.set({ serial })
}
