import { text } from './strings.ts'
import type { View } from './view.ts'

/** Leads the keyboard past the search and the filters, as the first stops of the page. */
export function SkipLinks({ view }: { view: View }) {
  const links = [
    [text.skipToList, '[data-testid="episode-item"][tabindex="0"]'],
    view.mode === 'table' ? [text.skipToTable, '[data-testid="episode-table"] a[tabindex="0"]'] : [text.skipToGraph, '[data-testid="graph"]'],
    ...(view.episode === null ? [] : [[text.skipToEpisode, '[data-testid="drawer"]']]),
  ] as [string, string][]
  return (
    <>
      {links.map(([name, target]) => (
        <button key={name} class="skip" onClick={() => document.querySelector<HTMLElement>(target)?.focus()}>
          {name}
        </button>
      ))}
    </>
  )
}
