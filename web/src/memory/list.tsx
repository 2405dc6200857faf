import { useEffect, useRef, useState } from 'preact/hooks'
import { useClock, whenOf } from '../age.ts'
import { heldBack } from '../heldback.ts'
import { followLink } from '../router.ts'
import { dayAndTime, number } from '../locale.ts'
import { useStore } from '../store.ts'
import { deletionKey } from './deleteepisode.tsx'
import { fromMatch, Marked } from './marked.tsx'
import type { Episode } from './model.ts'
import { rove, useRoving } from './roving.ts'
import { RewardDot } from './signs.tsx'
import { text } from './strings.ts'
import { viewUrl, type View } from './view.ts'

/** One line of the list: an episode, and the words that the search found in it. */
export interface Row {
  serial: number
  name: string
  reward: number
  createdAt: string
  /** The words that match, or why it was found. */
  why: string
  /** The first digits of the hash of a commit that a search found, or ''. */
  commit: string
  /** Null if the episode is not loaded. */
  episode: Episode | null
  /** The name of the episode that has replaced it. */
  replacedBy: string
}

export const PAGE = 100
/** Those that a screen shows come first, so that the picture beside them need not wait for the others. */
const FIRST_ROWS = 25
/** In milliseconds: how long only they are shown. */
const FIRST_TIME = 400

interface Props {
  rows: Row[]
  view: View
  /** Changes with each result of a search. Null without one. */
  hits: unknown
  fresh: ReadonlySet<number>
}

export function EpisodeList({ rows, view, hits, fresh }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const { first, last, showEarlier, showMore, reset } = useWindow(rows, view.episode, FIRST_ROWS)
  const [current, setCurrent] = useRoving(rows, view.episode)
  const held = useStore(heldBack).byKey
  useClock()
  useEffect(() => {
    // The best result is the first. The person may have scrolled to others before.
    if (hits === null) return
    reset()
    list.current?.closest('.m-side')?.scrollTo({ top: 0 })
  }, [view.query, hits === null])
  useScrollTo(list, view.episode, rows)
  return (
    <>
      {first > 0 && (
        <button class="secondary m-more" onClick={showEarlier}>
          {text.earlier(Math.min(PAGE, first))}
        </button>
      )}
      <ul ref={list} class="m-list" data-testid="episodes" onKeyDown={(event) => rove(event, '[data-testid="episode-item"]')}>
        {rows.slice(first, last).map((row, i) => (
          <li key={row.serial}>
            <Item
              row={row}
              view={view}
              rank={hits === null ? null : first + i + 1}
              isFresh={fresh.has(row.serial)}
              isHeld={held.has(deletionKey(row.serial))}
              isStop={row.serial === current}
              onFocus={() => setCurrent(row.serial)}
            />
          </li>
        ))}
      </ul>
      {rows.length > last && last - first >= PAGE && (
        <button class="secondary m-more" onClick={showMore}>
          {text.more(Math.min(PAGE, rows.length - last))}
        </button>
      )}
    </>
  )
}

/** Which rows are drawn: some at first, more on demand, and those around the open episode wherever it is. */
export function useWindow(rows: Row[], open: number | null, begin: number) {
  const [{ first, last }, setPart] = useState({ first: 0, last: begin })
  const at = open === null ? -1 : rows.findIndex(({ serial }) => serial === open)
  const isOutside = at >= 0 && (at < first || at >= last)
  // Filters may leave fewer than those that come before the window.
  const isBeyond = first > 0 && first >= rows.length
  // The others come around the open episode, once for each.
  const shownFor = useRef<number | null>(null)
  if (isBeyond || (isOutside && shownFor.current !== open)) {
    const start = at < 5 * PAGE ? 0 : Math.floor(at / PAGE) * PAGE
    setPart({ first: start, last: Math.max(PAGE, (Math.floor(at / PAGE) + 1) * PAGE) })
  }
  if (at >= 0) shownFor.current = open
  useEffect(() => {
    if (begin >= PAGE) return
    const timer = setTimeout(() => setPart(({ first, last }) => ({ first, last: Math.max(last, first + PAGE) })), FIRST_TIME)
    return () => clearTimeout(timer)
  }, [])
  return {
    first,
    last,
    showEarlier: () => setPart({ first: Math.max(0, first - PAGE), last }),
    showMore: () => setPart({ first, last: last + PAGE }),
    reset: () => setPart(({ last }) => ({ first: 0, last: Math.min(last, PAGE) })),
  }
}

/** Scrolls to the open episode once: when it is opened, or when its row is there. */
export function useScrollTo(list: { current: HTMLElement | null }, open: number | null, rows: unknown): void {
  const done = useRef<number | null>(null)
  useEffect(() => {
    if (open === null) done.current = null
    if (open === null || done.current === open) return
    const row = list.current?.querySelector(`[data-serial="${open}"]`)
    if (row === null || row === undefined || !row.checkVisibility()) return
    // In the middle, because what loads above the list may take room from it.
    if (!isInSight(row)) row.scrollIntoView({ block: 'center' })
    done.current = open
  }, [open, rows])
}

function isInSight(row: Element): boolean {
  const [inner, pane] = [row, row.closest('.m-side, .m-table-scroll') ?? row].map((element) => element.getBoundingClientRect())
  return inner!.top >= Math.max(0, pane!.top) && inner!.bottom <= Math.min(innerHeight, pane!.bottom)
}

interface ItemProps {
  row: Row
  view: View
  /** Its place among the results, as in the graph. */
  rank: number | null
  isFresh: boolean
  isHeld: boolean
  isStop: boolean
  onFocus: () => void
}

function Item({ row, view, rank, isFresh, isHeld, isStop, onFocus }: ItemProps) {
  const { serial, name, reward, createdAt, why, commit, episode, replacedBy } = row
  const superseded = episode?.supersededBy ?? null
  return (
    <a
      class={`item m-item${isFresh ? ' m-fresh' : ''}${isHeld ? ' m-held' : ''}`}
      href={viewUrl({ ...view, episode: serial, to: null, walk: null })}
      aria-current={view.episode === serial ? 'true' : undefined}
      tabIndex={isStop ? 0 : -1}
      data-testid="episode-item"
      data-serial={serial}
      onClick={followLink}
      onFocus={onFocus}
    >
      <RewardDot reward={reward} isStruck={superseded !== null} />
      {rank !== null && <span class="m-rank">{number.format(rank)}</span>}
      <bdi class="item-name">{name}</bdi>
      <span class="m-age" title={dayAndTime.format(new Date(createdAt))}>
        {view.outcomes.length > 0 ? text.rewardText(reward) : whenOf(createdAt)}
      </span>
      {isHeld && <span class="m-why">{text.remove.heldHere}</span>}
      {superseded !== null && replacedBy !== '' && (
        <span class="m-why">
          {text.succession(superseded.type)} “<bdi>{replacedBy}</bdi>”
        </span>
      )}
      {why + commit !== '' && replacedBy === '' && (
        <span class="m-why">
          {commit !== '' && <code>{commit}</code>}{' '}
          <Marked text={fromMatch(why, view.query)} typed={view.query} />
        </span>
      )}
    </a>
  )
}
