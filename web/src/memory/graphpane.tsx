import { useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { WIDE_SCREEN } from '../screen.ts'
import { number } from '../locale.ts'
import { followLink, showView } from '../router.ts'
import { AreaTable } from './areas.tsx'
import { CloudPainter } from './cloud.ts'
import type { Overview, Recalled } from './data.ts'
import { drawnOf, type Drawn } from './drawn.ts'
import { GraphView } from './graphview.tsx'
import { groupsOf, type Group } from './groups.ts'
import { hover, useHovered } from './hover.ts'
import { counted, type Episode, type Model } from './model.ts'
import { TYPES } from './palette.ts'
import { columnsIn, MOST_LAYERED, planOf, type Plan } from './scene.ts'
import { LineSample } from './signs.tsx'
import { text } from './strings.ts'
import { useScene } from './uselayout.ts'
import type { Opening } from './usememory.ts'
import { filterOf, toggle, viewUrl, type View } from './view.ts'

interface Props {
  view: View
  model: Model
  opening: Opening | null
  openAgain: () => void
  /** What the filters let through. */
  found: Episode[]
  /** The results of a search that the filters let through, best first. Null without one. */
  hits: Recalled[] | null
  /** The episodes of a path or a walk. */
  along: ReadonlySet<number> | null
  overview: Overview | null
  loading: boolean
  /** Too many episodes to draw all of them one by one. */
  grouped: boolean
  fresh: ReadonlySet<number>
}

/** The graph of the episodes, or of groups of them, with what it means and what it leaves out. */
export function GraphPane(props: Props) {
  const { view, model, opening, overview, loading, grouped, hits, along } = props
  const { episode, picture } = view
  const isAll = picture === 'all' || picture === 'months'
  if (grouped && isAll && hits === null && along === null) {
    return overview === null ? <Placing /> : <Groups view={view} overview={overview} />
  }
  const isDefault = filterOf(view) === '' && picture === null && hits === null && along === null
  const isOpen = opening !== null && (episode === null || opening.model.bySerial.has(episode) || model.bySerial.has(episode))
  if (loading && !(isDefault && isOpen) && hits === null) return <Placing />
  if (isDefault && episode === null && opening?.areas !== undefined) {
    return (
      <>
        <AreaTable areas={opening.areas} view={view} />
        <p class="m-below">
          <Others view={view} total={opening.total} />
        </p>
      </>
    )
  }
  return <Episodes {...props} />
}

/** While there is no picture, what is around it has its place already. */
function Placing() {
  return (
    <>
      <p class="m-canvas-frame hint">{text.placing}</p>
      <div class="m-below" />
    </>
  )
}

const NONE: ReadonlySet<number> = new Set()

function Groups({ view, overview }: { view: View; overview: Overview }) {
  const wanted = view.picture === 'months'
  const plan = useMemo(() => groupsOf(overview, wanted), [overview, wanted])
  const { byTime } = plan
  const groups = useMemo(() => new Map(plan.points.map((group) => [group.id, group])), [plan])
  return (
    <>
      <Picture
        key={byTime ? 'months' : 'communities'}
        plan={plan}
        room={0}
        selected={null}
        lit={null}
        fresh={NONE}
        describe={({ id }) => describeGroup(groups.get(id)!)}
        onOpen={({ id }) => showView(groups.get(id)!.open(view))}
      />
      <p class="m-extent">
        {text.groupsOf(plan.points.length, overview.episodes - plan.others, overview.episodes, byTime)}{' '}
        {plan.hasOther && (
          <a href={viewUrl({ ...view, picture: byTime ? 'all' : 'months' })} onClick={followLink}>
            {byTime ? text.drawCommunities : text.drawMonths}
          </a>
        )}{' '}
        <a href={viewUrl({ ...view, picture: null })} onClick={followLink}>
          {text.backToOpening}
        </a>{' '}
        {view.episode !== null && (
          <a href={viewUrl({ ...view, community: view.episode, picture: null })} onClick={followLink}>
            {text.drawCommunity(view.episode)}
          </a>
        )}
      </p>
    </>
  )
}

function describeGroup({ name, size, reward }: Group): string {
  return text.groupText(name, size, text.rewardText(reward))
}

function Episodes({ view, model, opening, openAgain, found, hits, along, overview, fresh }: Props) {
  const { episode } = view
  const room = useRoom()
  const isNarrow = episode !== null && columnsIn(room.beside) < FEW_COLUMNS
  const question = [filterOf(view), view.query, view.picture].join(' ')
  const [whole, setWhole] = useState('')
  const [waiting, showArrived] = useArrivals(question, found, fresh, episode)
  const settled = useMemo(() => (waiting.size === 0 ? found : found.filter(({ serial }) => !waiting.has(serial))), [found, waiting])
  const drawn = useMemo(
    () => drawnOf({ view, model, opening: opening?.model ?? null, found: settled, hits, along, isWhole: whole === question, isNarrow }),
    [question, episode, view.community, model, opening, settled, hits, along, whole, isNarrow],
  )
  const byMonth = drawn.isOpening && opening?.by_month === true
  const plan = useMemo(() => {
    const plan = planOf(drawn.episodes, drawn.edges, view.types)
    return { ...plan, byMonth, points: plan.points.map((point) => ({ ...point, place: drawn.places.get(point.id) })) }
  }, [drawn, byMonth, view.types.join(' ')])
  return (
    <>
      <Picture
        key={plan.kind}
        plan={plan}
        room={along !== null || drawn.isAround || (isNarrow && drawn.episodes.length <= MOST_NARROW) ? room.beside : room.whole}
        selected={episode}
        lit={drawn.lit}
        fresh={fresh}
        pointed={useHovered()}
        onHover={hover}
        unlinked={drawn.isOpening ? Math.max(opening?.unlinked ?? 0, plan.points.filter(({ rank }) => rank === 0).length) : plan.points.filter(({ rank }) => rank === 0).length}
        describe={({ id, name, rank }) => {
          const reward = model.bySerial.get(id)?.reward ?? 0
          return text.nodeText(id, name, text.rewardText(reward), rank)
        }}
        onOpen={({ id }) => showView({ ...view, episode: id, to: null, walk: null })}
      />
      {waiting.size > 0 && (
        <button
          class="m-arrived"
          data-testid="arrived"
          onClick={() => {
            showArrived()
            openAgain()
          }}
        >
          {text.arrived(waiting.size)}
        </button>
      )}
      <Extent {...{ view, model, drawn, found: found.length, total: opening?.total ?? found.length, byMonth }} onMore={() => setWhole(question)} />
      <div class="m-below">
        <Legend view={view} plan={plan} overview={overview} />
      </div>
    </>
  )
}

/**
 * Returns the episodes that came while a person looks at one picture, and a function that shows them. The picture changes
 * only when the person asks for them. The open episode is never left out.
 */
function useArrivals(question: string, found: Episode[], fresh: ReadonlySet<number>, open: number | null): [ReadonlySet<number>, () => void] {
  const newest = Math.max(0, ...fresh)
  const [shown, setShown] = useState({ question, newest })
  const upTo = shown.question === question ? shown.newest : newest
  if (shown.question !== question) setShown({ question, newest })
  const waiting = useMemo(() => {
    const late = found.filter(({ serial }) => serial > upTo && serial !== open && fresh.has(serial))
    // The first ones do not wait.
    return new Set(late.length === found.length ? [] : late.map(({ serial }) => serial))
  }, [found, fresh, upTo, open])
  return [waiting, () => setShown({ question, newest })]
}

/** The width of the list beside the graph, in pixels, as in page.css. */
const LIST = 360

/** Fewer columns than this beside an open episode show no more than its neighbours. */
const FEW_COLUMNS = 4
/** So many episodes are laid out for few columns. */
const MOST_NARROW = 24

/**
 * Returns the widths that pictures are laid out for, in pixels: of the graph without an open episode, so that opening one
 * moves nothing, and of the graph as it is.
 */
function useRoom(): { whole: number; beside: number } {
  const read = () => {
    const whole = innerWidth - (matchMedia(WIDE_SCREEN).matches ? LIST : 0)
    return { whole, beside: document.querySelector('.m-stage')?.clientWidth || whole }
  }
  const [room, setRoom] = useState(read)
  useLayoutEffect(() => {
    const take = () => setRoom((before) => (JSON.stringify(before) === JSON.stringify(read()) ? before : read()))
    take()
    const observer = new ResizeObserver(take)
    for (const element of [document.body, document.querySelector('.m-stage')]) if (element !== null) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return room
}

type PictureProps = { plan: Plan; room: number } & Omit<Parameters<typeof GraphView>[0], 'scene'>

function Picture({ plan, room, ...rest }: PictureProps) {
  const scene = useScene(plan, room)
  if (scene === 'failed') return <p class="hint">{text.placingFailed}</p>
  if (scene === null) return <p class="m-canvas-frame hint">{text.placing}</p>
  return <GraphView {...rest} scene={scene} createCloud={createCloud} />
}

const createCloud = (onPicture: () => void) => new CloudPainter(onPicture)

/** The types of relationships, which also filter, with how many of them are drawn. */
function Legend({ view, plan, overview }: { view: View; plan: Plan; overview: Overview | null }) {
  const drawn = useMemo(() => new Map(counted(plan.joints.map(({ type }) => type))), [plan])
  const all = new Map(overview?.types.map((row) => [row.relationship_type, row.count]))
  const countOf = (type: string) => {
    const [n, of] = [drawn.get(type) ?? 0, all.get(type) ?? 0]
    const isDrawn = view.types.length === 0 || view.types.includes(type)
    return isDrawn && n < of ? text.partOf(n, of) : number.format(Math.max(n, of))
  }
  const isChosen = view.types.length > 0 // the others can be added
  if (drawn.size === 0 && !isChosen) return null
  return (
    <div class="m-legend" role="group" aria-label={text.types}>
      {TYPES.filter((type) => drawn.has(type) || (isChosen && (all.has(type) || view.types.includes(type)))).map((type) => (
        <button
          key={type}
          class="m-chip"
          aria-pressed={view.types.includes(type)}
          onClick={() => showView({ ...view, types: toggle(view.types, type) })}
        >
          <LineSample type={type} />
          {text.typeName(type)} <span class="m-count">{countOf(type)}</span>
        </button>
      ))}
    </div>
  )
}

interface ExtentProps {
  view: View
  model: Model
  drawn: Drawn
  /** How many episodes the filters let through. */
  found: number
  total: number
  byMonth: boolean
  onMore: () => void
}

/** Says which part is drawn, and leads to others. */
function Extent({ view, model, drawn, found, total, byMonth, onMore }: ExtentProps) {
  const { episodes, isOpening, isAround, more } = drawn
  const isNewest = view.picture === 'newest' && found > MOST_LAYERED
  const isPart = isOpening && episodes.length < total
  if (more === 0 && view.community === null && view.picture === null && !isAround && !isPart) return null
  return (
    <p class="m-extent">
      {more > 0 && (
        <button class="secondary small" data-testid="more-results" onClick={onMore}>
          {text.moreResults(more)}
        </button>
      )}
      {view.community !== null && (
        <>
          {text.communityOf(model.bySerial.get(view.community)?.name ?? `#${view.community}`)}{' '}
          <a href={viewUrl({ ...view, community: null, picture: 'all' })} onClick={followLink}>
            {text.leaveCommunity}
          </a>{' '}
        </>
      )}
      {isAround && text.aroundOf(view.episode!)}
      {isPart && (byMonth ? text.newestPart : text.openingOf)(episodes.length, total)}
      {isNewest && text.newestOf(MOST_LAYERED, found)}{' '}
      {more === 0 && view.community === null && <Others view={view} total={total} />}
    </p>
  )
}

/** Leads to other parts of everything. */
function Others({ view, total }: { view: View; total: number }) {
  return (
    <>
      {view.picture !== null && (
        <a href={viewUrl({ ...view, picture: null })} onClick={followLink}>
          {text.backToOpening}
        </a>
      )}{' '}
      {view.picture !== 'newest' && total > MOST_LAYERED && (
        <a href={viewUrl({ ...view, picture: 'newest' })} onClick={followLink}>
          {text.drawNewest(MOST_LAYERED)}
        </a>
      )}{' '}
      {view.picture !== 'all' && (
        <a href={viewUrl({ ...view, picture: 'all' })} onClick={followLink}>
          {text.drawAll(total)}
        </a>
      )}
    </>
  )
}
