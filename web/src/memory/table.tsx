import { useRef } from 'preact/hooks'
import { day } from '../locale.ts'
import { followLink, showView } from '../router.ts'
import { Learned } from './learned.tsx'
import { PAGE, useScrollTo, useWindow, type Row } from './list.tsx'
import { rove, useRoving } from './roving.ts'
import { Reward } from './signs.tsx'
import { text } from './strings.ts'
import './table.css'
import { viewUrl, type View } from './view.ts'

const SORT_KEYS = {
  serial: (row: Row) => row.serial,
  name: (row: Row) => row.name,
  reward: (row: Row) => row.reward,
  created: (row: Row) => Date.parse(row.createdAt),
  relationships: (row: Row) => row.episode?.degree ?? -1,
} satisfies Record<string, (row: Row) => string | number>

type Key = keyof typeof SORT_KEYS

/** The first click on the others sorts the largest to the top. What went worst is what one looks for. */
const RISING: Key[] = ['serial', 'name', 'reward']

const names = new Intl.Collator('en', { numeric: true })

interface Sorting {
  key: Key
  down: boolean
}

function sortingOf(sort: string): Sorting | null {
  return sort === '' ? null : { key: sort.replace('-', '') as Key, down: sort.startsWith('-') }
}

/** Sorts rows as the address says. Without a sorting, the order stays that of the list. */
export function sorted(rows: Row[], sort: string): Row[] {
  const sorting = sortingOf(sort)
  if (sorting === null) return rows
  const of = SORT_KEYS[sorting.key]
  const sign = sorting.down ? -1 : 1
  return [...rows].sort((a, b) => {
    const [x, y] = [of(a), of(b)]
    return sign * (typeof x === 'string' ? names.compare(x, String(y)) : x - Number(y))
  })
}

interface Props {
  /** Sorted. */
  rows: Row[]
  view: View
  /** The rows are results of a search, best first. */
  isRanked: boolean
  revision: unknown
}

/** The same episodes as a table, for those who cannot use the graph. */
export function EpisodeTable({ rows, view, isRanked, revision }: Props) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { first, last, showEarlier, showMore } = useWindow(rows, view.episode, PAGE)
  const [current, setCurrent] = useRoving(rows, view.episode)
  useScrollTo(body, view.episode, rows)
  const chosen = sortingOf(view.sort)
  // Without a sorting or a search, the newest come first.
  const shown = chosen ?? (isRanked ? null : ({ key: 'created', down: true } as const))
  const heading = (key: Key, name: string) => {
    const by = shown?.key === key ? shown : null
    return (
      <th scope="col" class={`m-col-${key}`} aria-sort={by === null ? undefined : by.down ? 'descending' : 'ascending'}>
        <button class="m-sort" onClick={() => showView({ ...view, sort: following(key, chosen) }, 'load')}>
          {name}
          <span aria-hidden="true">{by === null ? '' : by.down ? ' ▼' : ' ▲'}</span>
        </button>
      </th>
    )
  }
  const openRow = (event: MouseEvent & { currentTarget: HTMLElement }) => {
    const isText = getSelection()?.isCollapsed === false
    if (isText || (event.target as HTMLElement).closest('a, button') !== null) return
    event.currentTarget.querySelector('a')?.click()
  }
  return (
    <div class="m-table-scroll" role="region" aria-label={text.modeName('table')}>
      {first > 0 && (
        <button class="secondary m-more" onClick={showEarlier}>
          {text.earlier(Math.min(PAGE, first))}
        </button>
      )}
      <table class="m-table" aria-label={text.episodes} data-testid="episode-table">
        <thead>
          <tr>
            {heading('serial', '#')}
            {heading('reward', text.reward)}
            {heading('name', text.name)}
            <th scope="col" class="m-col-learned">
              {text.reflection}
            </th>
            {heading('created', text.created)}
            {heading('relationships', text.relationships)}
            <th scope="col">{text.tags}</th>
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={(event) => rove(event, 'tr a')}>
          {rows.slice(first, last).map(({ serial, name, reward, createdAt, episode }) => (
            <tr key={serial} data-serial={serial} aria-current={view.episode === serial ? 'true' : undefined} onClick={openRow}>
              <td>{serial}</td>
              <td>
                <Reward reward={reward} />
              </td>
              <th scope="row">
                <a
                  href={viewUrl({ ...view, episode: serial, to: null, walk: null })}
                  tabIndex={serial === current ? 0 : -1}
                  onClick={followLink}
                  onFocus={() => setCurrent(serial)}
                >
                  <bdi>{name}</bdi>
                </a>
              </th>
              <td class="m-col-learned">
                <Learned serial={serial} revision={revision} />
              </td>
              <td>{day.format(new Date(createdAt))}</td>
              <td>{episode?.degree}</td>
              <td>
                <bdi>{episode?.tags.join(', ')}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > last && (
        <button class="secondary m-more" onClick={showMore}>
          {text.more(Math.min(PAGE, rows.length - last))}
        </button>
      )}
    </div>
  )
}

/** Returns the sorting after a click on a heading: its own direction, the other one, then none. */
function following(key: Key, before: Sorting | null): string {
  const natural = RISING.includes(key) ? key : `-${key}`
  if (before?.key !== key) return natural
  const other = natural === key ? `-${key}` : key
  return (before.down ? `-${key}` : key) === natural ? other : ''
}
