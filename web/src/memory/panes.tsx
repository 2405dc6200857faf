import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { WIDE_SCREEN } from '../screen.ts'
import { useKeys } from '../keys.ts'
import { useLoaded } from '../projects/loaded.ts'
import { route, showView } from '../router.ts'
import { text as common } from '../strings.ts'
import { loadConnection, type LastCall as Call, type Overview } from './data.ts'
import { Drawer, type Steps } from './drawer.tsx'
import { strong } from './drawn.ts'
import { GraphPane } from './graphpane.tsx'
import { LastCall } from './lastcall.tsx'
import { EpisodeList, type Row } from './list.tsx'
import { walk, type Episode, type Model } from './model.ts'
import { NewEpisode, NewEpisodeButton } from './newepisode.tsx'
import { searchedWords } from './question.ts'
import { ReadingEdge, useReadingWidth } from './readingedge.tsx'
import { SearchNotes } from './searchnotes.tsx'
import { text } from './strings.ts'
import { EpisodeTable, sorted } from './table.tsx'
import { Understood } from './understood.tsx'
import { useSearch, type Opening } from './usememory.ts'
import { useTime } from './usetime.ts'
import type { Mode, Outcome, View } from './view.ts'

interface Props {
  view: View
  model: Model
  /** What the filters let through. */
  found: Episode[]
  opening: Opening | null
  openAgain: () => void
  overview: Overview | null
  lastCall: Call | null | undefined
  total: number
  loading: boolean
  grouped: boolean
  fresh: ReadonlySet<number>
  revision: number
  cause: 'decision' | 'navigation' | 'load'
  onShowKeys: () => void
  /** The person has changed the memory. */
  onChanged: () => void
}

/** The list, the graph or the table, and the open episode. */
export function Panes({ view, model, found, opening, openAgain, overview, lastCall, total, loading, grouped, fresh, revision, cause, onShowKeys, onChanged }: Props) {
  const time = useTime(view.query)
  const words = searchedWords(view, time)
  const search = useSearch(words, model)
  // Results that are much less alike than the best wait behind a button.
  const [widened, setWidened] = useState('')
  const hits = useMemo(() => (search.hits === null || widened === view.query ? search.hits : strong(search.hits)), [search.hits, widened, view.query])
  const sign = words === '' ? signOf(view.outcomes) : 0
  const rows = useMemo(() => rowsOf(found, sign, hits, model), [found, sign, hits, model])
  const weaker = useMemo(() => rowsOf(found, sign, search.hits, model).length - rows.length, [found, sign, search.hits, rows, model])
  const { episode, to } = view
  const path = useLoaded(
    episode !== null && to !== null ? `paths/${episode}/${to}` : null,
    () => loadConnection(episode!, to!),
    revision,
  )
  /** The episodes of a path or a walk. */
  const along = useMemo(() => {
    if (episode !== null && to !== null) {
      const steps = path.value?.paths.flatMap(({ steps }) => steps.map(({ id }) => id)) ?? []
      return new Set([episode, to, ...steps])
    }
    if (episode === null || view.walk === null) return null
    return new Set([episode, ...walk(model, episode, view.walk).map((step) => step.episode.serial)])
  }, [episode, to, view.walk, path.value, model])
  const drawn = useMemo(() => {
    const listed = new Set(rows.map(({ serial }) => serial))
    return hits?.filter(({ id }) => listed.has(id)) ?? null
  }, [rows, hits])
  const hasWay = to === null ? along !== null && along.size > 1 : path.value?.connected === true
  const layout = useLayout(view, hasWay)
  const side = useListPlace(layout.list)
  const isTable = view.mode === 'table'
  const order = useMemo(() => (isTable ? sorted(rows, view.sort) : rows), [rows, isTable, view.sort])
  const steps = stepsOf(order, episode)
  const go = (serial: number | null) => serial !== null && showView({ ...view, episode: serial, to: null, walk: null })
  useKeys({ j: () => go(steps.next), k: () => go(steps.previous) })
  const [width, setWidth] = useReadingWidth()
  const knownTags = (overview?.tags ?? []).map(({ tag }) => tag)
  return (
    <div class={`m-panes m-${layout.name}`} style={{ '--reading': `${width}px` }}>
      <header class="m-head" hidden={layout.name === 'phone-reading'}>
        <div class="m-side-top">
          <h2 id="m-list-title" class="visually-hidden">
            {search.hits === null ? text.episodes : text.results}
          </h2>
          <span class="m-total" role="status" data-testid="count">
            {text.shown(grouped && search.hits === null ? total : rows.length, total)}
          </span>
          <Modes view={view} layout={layout} />
          <NewEpisodeButton />
        </div>
        <LastCall call={lastCall} view={view} />
        <Understood view={view} time={time} />
        {search.error !== '' && (
          <p class="error m-note" role="alert">
            {text.searchFailed} {search.error}
          </p>
        )}
        <SearchNotes {...{ view, model, time, rows: rows.length, hits: search.hits, hint: search.hint, failed: search.error !== '' }} />
        <p class="muted m-note" role="status" data-testid="part">
          {model.episodes.length < model.total && !loading && `${grouped ? text.tooMany : ''} ${text.loadedOf(model.episodes.length, model.total)}`}
        </p>
      </header>
      <section ref={side} class="m-side" aria-labelledby="m-list-title" hidden={!layout.list}>
        <EpisodeList rows={rows} view={view} hits={search.hits} fresh={fresh} />
        {weaker > 0 && (
          <button class="secondary m-more" data-testid="weaker" onClick={() => setWidened(view.query)}>
            {text.weaker(weaker)}
          </button>
        )}
        <footer>
          <a href="/api/docs/">{common.restDocs}</a>
          <button class="quiet" onClick={onShowKeys}>
            {common.keys} <kbd>?</kbd>
          </button>
        </footer>
      </section>
      <div class="m-stage" hidden={!layout.stage}>
        {isTable ? (
          <EpisodeTable rows={order} view={view} isRanked={search.hits !== null} revision={revision} />
        ) : (
          <GraphPane {...{ view, model, opening, openAgain, found, hits: drawn, along, overview, loading, grouped, fresh }} />
        )}
      </div>
      <NewEpisode {...{ view, model, knownTags, onChanged }} />
      {episode !== null && (
        <>
          <ReadingEdge width={width} onWidth={setWidth} />
          <Drawer
            key={episode}
            {...{ view, model, steps, revision, onChanged }}
            serial={episode}
            connection={{ value: path.value, error: path.error?.message ?? '' }}
            knownTags={knownTags}
            takeFocus={cause === 'navigation'}
          />
        </>
      )}
    </div>
  )
}

/** Returns the episodes before and after the open one. Before the first one is opened, it is the next. */
function stepsOf(order: Row[], open: number | null): Steps {
  const at = order.findIndex(({ serial }) => serial === open)
  if (at < 0) return { previous: null, next: order[0]?.serial ?? null, place: '' }
  return { previous: order[at - 1]?.serial ?? null, next: order[at + 1]?.serial ?? null, place: text.placeOf(at + 1, order.length) }
}

/** The widths at which the page has room for the list, the graph and an episode, and for two of them. */
const ROOM_FOR_THREE = '(min-width: 68.75rem)'
const ROOM_FOR_TWO = '(min-width: 40rem)'

interface Layout {
  name: string
  list: boolean
  stage: boolean
}

/** Returns which parts of the page have room. `hasWay` says that a path or a walk leads to other episodes. */
function useLayout(view: View, hasWay: boolean): Layout {
  const queries = useMemo(() => [ROOM_FOR_THREE, WIDE_SCREEN, ROOM_FOR_TWO].map((query) => matchMedia(query)), [])
  const [, redraw] = useState(0)
  useEffect(() => {
    const changed = () => redraw((n) => n + 1)
    for (const query of queries) query.addEventListener('change', changed)
    return () => {
      for (const query of queries) query.removeEventListener('change', changed)
    }
  }, [])
  const [three, wide, two] = queries.map(({ matches }) => matches)
  const isOpen = view.episode !== null
  const isWalking = view.walk !== null || view.to !== null
  const isTable = view.mode === 'table'
  // A phone draws the path or the walk below the episode that it begins with: nothing moves under the finger that asked for it.
  if (isOpen && !two) return { name: 'phone-reading', list: false, stage: hasWay && !isTable }
  const beside = isOpen ? '-reading' : ''
  if (isTable) return { name: 'one' + beside, list: false, stage: true }
  if (three || (wide && !isOpen)) return { name: 'two' + beside, list: true, stage: true }
  const isGraph = view.mode === 'graph' || (view.mode === null && (wide || (isOpen && isWalking)))
  return { name: 'one' + beside, list: !isGraph, stage: isGraph }
}

/** Keeps the place of the list while something else is shown instead. On a phone it is that of the page. */
function useListPlace(isShown: boolean) {
  const side = useRef<HTMLElement>(null)
  const place = useRef({ isShown, page: 0, side: 0 }).current
  // Read before any part of the page changes: a header that shrinks scrolls.
  useEffect(() => route.subscribe(() => place.isShown && Object.assign(place, { page: scrollY, side: side.current?.scrollTop })), [])
  useLayoutEffect(() => {
    if (place.isShown === isShown) return
    place.isShown = isShown
    scrollTo(0, isShown ? place.page : 0)
    if (isShown) side.current?.scrollTo(0, place.side)
  }, [isShown])
  return side
}

/** How rewards sort the list: what went badly alone has the worst first, what went well the best. 0 keeps the newest first. */
function signOf(outcomes: Outcome[]): number {
  if (outcomes.length !== 1) return 0
  return outcomes[0] === 'bad' ? 1 : outcomes[0] === 'good' ? -1 : 0
}

/** The results of the search that the filters let through, or everything that they let through. */
function rowsOf(found: Episode[], sign: number, hits: ReturnType<typeof useSearch>['hits'], model: Model): Row[] {
  const row = (episode: Episode, why = '', commit = ''): Row => {
    const { supersededBy } = episode
    return { ...episode, why, commit, episode, replacedBy: supersededBy === null ? '' : (model.bySerial.get(supersededBy.serial)?.name ?? '') }
  }
  if (hits === null) {
    // Equal ones stay newest first.
    const order = sign === 0 ? found : [...found].sort((a, b) => sign * (a.reward - b.reward))
    return order.map((episode) => row(episode))
  }
  const shown = new Set(found.map(({ serial }) => serial))
  return hits.flatMap((hit): Row[] => {
    const episode = model.bySerial.get(hit.id)
    const why = hit.why ?? hit.excerpt ?? ''
    const commit = hit.commit ?? ''
    if (episode !== undefined) return shown.has(hit.id) ? [row(episode, why, commit)] : []
    // The server found an episode that is not loaded.
    return [{ serial: hit.id, name: hit.name, reward: hit.reward, createdAt: hit.created_at, why, commit, episode: null, replacedBy: '' }]
  })
}

const MODES: Mode[] = ['list', 'graph', 'table']

function Modes({ view, layout }: { view: View; layout: Layout }) {
  const isBoth = layout.list && layout.stage
  const shown = view.mode === 'table' ? 'table' : layout.stage ? 'graph' : 'list'
  // Where the list is beside the graph or gives way to the table, it needs no button of its own.
  const isOffered = (mode: Mode) => mode !== 'list' || !(isBoth || (view.mode === 'table' && matchMedia(WIDE_SCREEN).matches))
  return (
    <div class="m-modes" role="group" aria-label={text.show}>
      {MODES.filter(isOffered).map((mode) => (
        <button key={mode} class="m-mode" aria-pressed={shown === mode} data-testid={`show-${mode}`} onClick={() => showView({ ...view, mode })}>
          {text.modeName(mode)}
        </button>
      ))}
    </div>
  )
}
