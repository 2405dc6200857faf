import { useMemo } from 'preact/hooks'
import { number } from '../locale.ts'
import { followLink, showView } from '../router.ts'
import { CloudPainter } from './cloud.ts'
import type { Overview } from './data.ts'
import { GraphView } from './graphview.tsx'
import { groupsOf, type Group } from './groups.ts'
import { counted, type Episode, type Model } from './model.ts'
import { TYPES } from './palette.ts'
import { MOST_LAYERED, planOf, type Plan } from './scene.ts'
import { LineSample } from './signs.tsx'
import { text } from './strings.ts'
import { useScene } from './uselayout.ts'
import { filterOf, isFiltered, toggle, viewUrl, type View } from './view.ts'

interface Props {
  view: View
  model: Model
  /** What the filters let through. */
  found: Episode[]
  overview: Overview | null
  loading: boolean
  grouped: boolean
  lit: ReadonlySet<number> | null
  fresh: ReadonlySet<number>
}

/** The graph of the episodes, or of groups of them, with what it means and what it leaves out. */
export function GraphPane(props: Props) {
  const { view, overview, loading, grouped } = props
  return (
    <>
      {grouped ? overview !== null && <Groups view={view} overview={overview} /> : !loading && <Episodes {...props} />}
      {(grouped ? overview === null : loading) && <p class="hint">{text.placing}</p>}
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
        selected={null}
        lit={null}
        fresh={NONE}
        describe={({ id }) => describeGroup(groups.get(id)!)}
        onOpen={({ id }) => showView(groups.get(id)!.open(view))}
      />
      <div class="m-below">
        <p class="m-extent">
          {text.groupsOf(plan.points.length, overview.episodes - plan.others, overview.episodes, byTime)}{' '}
          {plan.hasOther && (
            <a href={viewUrl({ ...view, picture: byTime ? null : 'months' })} onClick={followLink}>
              {byTime ? text.drawCommunities : text.drawMonths}
            </a>
          )}{' '}
          <a href={viewUrl({ ...view, picture: 'newest' })} onClick={followLink}>
            {text.drawNewest(MOST_LAYERED)}
          </a>{' '}
          {view.episode !== null && (
            <a href={viewUrl({ ...view, community: view.episode, picture: null })} onClick={followLink}>
              {text.drawCommunity(view.episode)}
            </a>
          )}
        </p>
      </div>
    </>
  )
}

function describeGroup({ name, size, reward }: Group): string {
  return text.groupText(name, size, text.rewardText(reward))
}

function Episodes({ view, model, found, overview, lit, fresh }: Props) {
  const { episode, picture } = view
  // The open episode, a path and a walk are drawn even where the filters leave them out.
  const along = useMemo(() => (view.to !== null || view.walk !== null ? lit : episode === null ? null : [episode]), [view.to, view.walk, lit, episode])
  // What the page marks is drawn even if it is older than the newest.
  const drawn = useMemo(() => {
    if (picture !== 'newest' || found.length <= MOST_LAYERED) return [...found, ...missing(found, along ?? [], model)]
    const newest = found.slice(0, MOST_LAYERED)
    const wanted = [...(lit ?? []), ...(episode === null ? [] : [episode])]
    const marked = missing(newest, wanted, model).slice(0, MOST_LAYERED / 6)
    return [...newest.slice(0, MOST_LAYERED - marked.length), ...marked]
  }, [found, picture, along, ...(picture === 'newest' ? [episode, lit, model] : [])])
  const filter = filterOf(view)
  const shown = useMemo(() => (isFiltered(view) ? new Set(found.map(({ serial }) => serial)) : undefined), [filter])
  const plan = useMemo(() => planOf(drawn, model.edges, view.types), [model, drawn, view.types.join(' ')])
  return (
    <>
      <Picture
        key={plan.kind}
        plan={plan}
        selected={episode}
        lit={lit}
        shown={shown}
        fresh={fresh}
        describe={({ id, name }) => {
          const { reward, degree } = model.bySerial.get(id)!
          return text.nodeText(id, name, text.rewardText(reward), degree)
        }}
        onOpen={({ id }) => showView({ ...view, episode: id, to: null, walk: null })}
      />
      <div class="m-below">
        <Extent view={view} model={model} found={found.length} />
        <Legend view={view} plan={plan} overview={overview} />
      </div>
    </>
  )
}

/** Returns the episodes with these numbers that a list lacks. */
function missing(list: Episode[], serials: Iterable<number>, model: Model): Episode[] {
  const listed = new Set(list.map(({ serial }) => serial))
  return [...new Set(serials)].filter((serial) => !listed.has(serial)).flatMap((serial) => model.bySerial.get(serial) ?? [])
}

type PictureProps = { plan: Plan } & Omit<Parameters<typeof GraphView>[0], 'scene'>

function Picture({ plan, ...rest }: PictureProps) {
  const scene = useScene(plan)
  if (scene === 'failed') return <p class="hint">{text.placingFailed}</p>
  if (scene === null) return <p class="hint">{text.placing}</p>
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
  return (
    <div class="m-legend" role="group" aria-label={text.types}>
      {TYPES.filter((type) => drawn.has(type) || all.has(type)).map((type) => (
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

/** Says which part is drawn, and leads to others. */
function Extent({ view, model, found }: { view: View; model: Model; found: number }) {
  const isPart = view.picture === 'newest' && found > MOST_LAYERED
  if (view.community === null && found <= MOST_LAYERED) return null
  return (
    <p class="m-extent">
      {view.community !== null && (
        <>
          {text.communityOf(model.bySerial.get(view.community)?.name ?? `#${view.community}`)}{' '}
          <a href={viewUrl({ ...view, community: null, picture: null })} onClick={followLink}>
            {text.leaveCommunity}
          </a>{' '}
        </>
      )}
      {isPart && text.newestOf(MOST_LAYERED, found)}{' '}
      {found > MOST_LAYERED && (
        <a href={viewUrl({ ...view, picture: isPart ? null : 'newest' })} onClick={followLink}>
          {isPart ? text.drawAll(found) : text.drawNewest(MOST_LAYERED)}
        </a>
      )}
    </p>
  )
}
