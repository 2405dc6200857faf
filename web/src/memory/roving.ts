import { useEffect, useState } from 'preact/hooks'

/** A list has one tab stop. The arrow keys, Home and End move within it. */

/** Returns the serial number of the row that is the tab stop, and sets it when another row has the focus. */
export function useRoving(rows: { serial: number }[], open: number | null): [number | null, (serial: number) => void] {
  const [chosen, setChosen] = useState(open)
  useEffect(() => {
    if (open !== null) setChosen(open)
  }, [open])
  const isThere = chosen !== null && rows.some(({ serial }) => serial === chosen)
  return [isThere ? chosen : (rows[0]?.serial ?? null), setChosen]
}

/** Moves the focus among the elements that a selector finds in the list. */
export function rove(event: KeyboardEvent & { currentTarget: HTMLElement }, selector: string): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
  const at = items.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  items[to]?.focus()
}
