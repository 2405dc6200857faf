import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Menu } from '../components/menu.tsx'
import { MAX_RESULTS } from '../limits.ts'
import { number } from '../locale.ts'
import { suggest } from './data.ts'
import { text } from './strings.ts'

/** A menu of one filter. */
export function Filter({ name, isChosen, children }: { name: ComponentChildren; isChosen: boolean; children: ComponentChildren }) {
  return (
    <Menu class="m-menu" summaryClass={isChosen ? 'm-chip m-chosen' : 'm-chip'} summary={name}>
      <div class="m-popover">{children}</div>
    </Menu>
  )
}

interface Props {
  name: string
  /** The most frequent first. */
  values: [string, number][]
  chosen: string[]
  onToggle: (value: string) => void
  /** Asks the server for values that are not among the most frequent. */
  isTag?: boolean
}

/** So many values need no field to find one. */
const FEW = 8

const numeric = new Intl.Collator(undefined, { numeric: true })

/** A menu of values to filter by, and a field that finds the others. */
export function Choice({ name, values, chosen, onToggle, isTag = false }: Props) {
  const [typed, setTyped] = useState('')
  const others = useOthers(isTag ? typed : '')
  const counts = new Map(values)
  const known = [...values].sort((a, b) => b[1] - a[1] || numeric.compare(a[0], b[0])).map(([value]) => value)
  const words = typed.trim().toLowerCase()
  const all = [...new Set([...chosen.filter((value) => !counts.has(value)), ...known, ...others])]
  const rows = all.filter((value) => words === '' || value.toLowerCase().includes(words))
  if (all.length === 0) return null
  const summary = (
    <>
      {name}
      {chosen.length > 0 && <span class="m-count"> {number.format(chosen.length)}</span>}
    </>
  )
  return (
    <Filter name={summary} isChosen={chosen.length > 0}>
      {(values.length > FEW || typed !== '') && (
        <input
          type="text"
          class="m-find-value"
          data-testid="find-value"
          aria-label={text.findValue(name)}
          placeholder={text.findValue(name)}
          autocomplete="off"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <ul aria-label={name}>
        {rows.map((value) => (
          <li key={value}>
            <label class="switch">
              <input type="checkbox" checked={chosen.includes(value)} onChange={() => onToggle(value)} />
              <bdi>{value}</bdi> <span class="muted">{counts.has(value) && number.format(counts.get(value)!)}</span>
            </label>
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p class="muted">{text.noValue}</p>}
    </Filter>
  )
}

function useOthers(typed: string): string[] {
  const [tags, setTags] = useState<string[]>([])
  useEffect(() => {
    if (typed.trim() === '') return setTags([])
    const abort = new AbortController()
    suggest(typed, { limit: MAX_RESULTS }, abort.signal).then(
      (found) => !abort.signal.aborted && setTags([...found.tags].sort(numeric.compare)),
      () => {}, // those that are known stay
    )
    return () => abort.abort()
  }, [typed])
  return tags
}
