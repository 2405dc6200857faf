import { followLink, showView } from '../router.ts'
import type { View } from './view.ts'

/** Closing the open episode, and where the focus goes then. */

/** Returns the view without the open episode. */
export function closed(view: View): View {
  return { ...view, episode: null, to: null, walk: null }
}

/** Closes the episode and returns the focus to the list or the graph. */
export function close(view: View): void {
  showView(closed(view))
  focusItem(view.episode)
}

/** Handles a click on the link that closes the episode. */
export function followClose(event: MouseEvent, view: View): void {
  followLink(event)
  if (event.defaultPrevented) focusItem(view.episode)
}

function focusItem(serial: number | null): void {
  requestAnimationFrame(() => {
    const item = document.querySelector<HTMLElement>(`[data-testid="episode-item"][data-serial="${serial}"]`)
    const others = ['[data-testid="graph"]', '[data-testid="episode-item"]'].map((name) => document.querySelector<HTMLElement>(name))
    const target = [item, ...others].find((element) => element?.checkVisibility())
    target?.focus()
  })
}
