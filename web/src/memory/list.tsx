import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { ageOf, useClock } from '../age.ts'
import { heldBack } from '../heldback.ts'
import { followLink } from '../router.ts'
import { useStore } from '../store.ts'
import { deletionKey } from './deleteepisode.tsx'
import type { Episode } from './model.ts'
import { Reward } from './signs.tsx'
import { text } from './strings.ts'
import { viewUrl, type View } from './view.ts'

/** One line of the list: an episode, and why the search found it. */
export interface Row {
  serial: number
  name: string
  reward: number
  createdAt: string
  why: string
  /** Null if the episode is not loaded. */
  episode: Episode | null
}

const PAGE = 100
/** Those that a screen shows come first, so that the picture beside them need not wait for the others. */
const FIRST_ROWS = 25
/** In milliseconds: how long only they are shown. */
const FIRST_TIME = 400

interface Props {
  rows: Row[]
  view: View
  /** Changes with each result of a search. */
  hits: unknown
  fresh: ReadonlySet<number>
}

export function EpisodeList({ rows, view, hits, fresh }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(FIRST_ROWS)
  const held = useStore(heldBack).byKey
  useClock()
  useEffect(() => setShown((n) => (n === FIRST_ROWS ? n : PAGE)), [view.query])
  useEffect(() => {
    // The best result is the first. The person may have scrolled to others before.
    if (hits !== null) list.current?.closest('.m-side')?.scrollTo({ top: 0 })
  }, [view.query, hits === null])
  useEffect(() => {
    const timer = setTimeout(() => setShown((n) => Math.max(n, PAGE)), FIRST_TIME)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    list.current?.querySelector(`[data-serial="${view.episode}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [view.episode])
  const moveFocus = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const items = [...document.querySelectorAll<HTMLElement>('[data-testid="episode-item"]')]
    const at = items.indexOf(document.activeElement as HTMLElement)
    event.preventDefault()
    items[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
  }
  return (
    <>
      <ul ref={list} class="m-list" data-testid="episodes" onKeyDown={moveFocus}>
        {rows.slice(0, shown).map((row) => (
          <li key={row.serial}>
            <Item row={row} view={view} isFresh={fresh.has(row.serial)} isHeld={held.has(deletionKey(row.serial))} />
          </li>
        ))}
      </ul>
      {rows.length > shown && shown >= PAGE && (
        <button class="secondary m-more" onClick={() => setShown(shown + PAGE)}>
          {text.more(Math.min(PAGE, rows.length - shown))}
        </button>
      )}
    </>
  )
}

function Item({ row, view, isFresh, isHeld }: { row: Row; view: View; isFresh: boolean; isHeld: boolean }) {
  const { serial, name, reward, createdAt, why, episode } = row
  const open = view.episode === serial
  const superseded = episode?.supersededBy ?? null
  return (
    <a
      class={`item m-item${superseded === null ? '' : ' m-superseded'}${isFresh ? ' m-fresh' : ''}${isHeld ? ' m-held' : ''}`}
      href={viewUrl({ ...view, episode: serial, to: null, walk: null })}
      aria-current={open ? 'true' : undefined}
      data-testid="episode-item"
      data-serial={serial}
      onClick={followLink}
    >
      <bdi class="item-name">{name}</bdi>
      <span class="m-facts">
        <Reward reward={reward} />
        <span title={new Date(createdAt).toLocaleString('en')}>{ageOf(createdAt)}</span>
      </span>
      {isHeld && <span class="m-why">{text.remove.heldHere}</span>}
      {why !== '' && <span class="m-why">{why}</span>}
      {superseded !== null && <span class="m-why">{text.succession(superseded.type, superseded.serial)}</span>}
      {episode !== null && episode.tags.length > 0 && (
        <span class="m-tags">
          {episode.tags.slice(0, 4).map((tag) => (
            <bdi key={tag} class="m-tag">
              {tag}
            </bdi>
          ))}
        </span>
      )}
    </a>
  )
}

const SORT_KEYS = {
  serial: (row: Row) => row.serial,
  name: (row: Row) => row.name,
  reward: (row: Row) => row.reward,
  created: (row: Row) => Date.parse(row.createdAt),
  relationships: (row: Row) => row.episode?.degree ?? -1,
} satisfies Record<string, (row: Row) => string | number>

interface Sorting {
  key: keyof typeof SORT_KEYS
  down: boolean
}

const names = new Intl.Collator('en', { numeric: true })

/** Without a sorting, the order stays that of the list. */
function sorted(rows: Row[], sorting: Sorting | null): Row[] {
  if (sorting === null) return rows
  const of = SORT_KEYS[sorting.key]
  const sign = sorting.down ? -1 : 1
  return [...rows].sort((a, b) => {
    const [x, y] = [of(a), of(b)]
    return sign * (typeof x === 'string' ? names.compare(x, String(y)) : x - Number(y))
  })
}

/** The same episodes as a table, for those who cannot use the graph. */
export function EpisodeTable({ rows: unsorted, view }: Omit<Props, 'hits' | 'fresh'>) {
  const [shown, setShown] = useState(PAGE)
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const rows = useMemo(() => sorted(unsorted, sorting), [unsorted, sorting])
  const heading = (key: keyof typeof SORT_KEYS, name: string) => {
    const by = sorting?.key === key ? sorting : null
    return (
      <th scope="col" aria-sort={by === null ? undefined : by.down ? 'descending' : 'ascending'}>
        <button class="m-sort" onClick={() => setSorting(by === null ? { key, down: false } : by.down ? null : { key, down: true })}>
          {name}
          <span aria-hidden="true">{by === null ? '' : by.down ? ' ▼' : ' ▲'}</span>
        </button>
      </th>
    )
  }
  return (
    <div class="m-table-scroll" tabIndex={0} role="region" aria-label={text.modeName('table')}>
      <table class="m-table" aria-label={text.episodes} data-testid="episode-table">
        <thead>
          <tr>
            {heading('serial', '#')}
            {heading('name', text.name)}
            {heading('reward', text.reward)}
            {heading('created', text.created)}
            {heading('relationships', text.relationships)}
            <th scope="col">{text.tags}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map(({ serial, name, reward, createdAt, episode }) => (
            <tr key={serial} aria-current={view.episode === serial ? 'true' : undefined}>
              <td>{serial}</td>
              <th scope="row">
                <a href={viewUrl({ ...view, episode: serial, to: null, walk: null })} onClick={followLink}>
                  <bdi>{name}</bdi>
                </a>
              </th>
              <td>
                <Reward reward={reward} />
              </td>
              <td>{new Date(createdAt).toLocaleDateString('en', { dateStyle: 'medium' })}</td>
              <td>{episode?.degree}</td>
              <td>
                <bdi>{episode?.tags.join(', ')}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <button class="secondary m-more" onClick={() => setShown(shown + PAGE)}>
          {text.more(Math.min(PAGE, rows.length - shown))}
        </button>
      )}
    </div>
  )
}
