import { useLoaded } from '../projects/loaded.ts'
import { followLink, showView } from '../router.ts'
import { whenOf } from '../age.ts'
import { loadNeighbours, type Detail } from './data.ts'
import { DATED, edgesTowards, NEXT, sideOf, walk, type Model } from './model.ts'
import { Reward } from './signs.tsx'
import { text } from './strings.ts'
import { viewUrl, type View, type Walk } from './view.ts'

interface Props {
  view: View
  episode: Detail
  model: Model
  revision: unknown
}

/** What led to an episode and what came of it, side by side. Each can be followed further, in words and in the graph. */
export function Causes(props: Props) {
  const { view, episode, model } = props
  return (
    <>
      <div class="m-columns">
        <Column {...props} direction="back" />
        <Column {...props} direction="forward" />
      </div>
      {view.walk !== null && <Steps view={view} serial={episode.id} model={model} direction={view.walk} />}
    </>
  )
}

/** A column is short: the others are a click away. */
const MOST = 4

interface Cause {
  serial: number
  name: string
  type: string
  verb: string
  strength: number
}

function Column({ view, episode, model, revision, direction }: Props & { direction: Walk }) {
  const all = DATED.reduce((sum, type) => sum + countOf(episode, type, direction), 0)
  const known = causesIn(model, episode.id, direction)
  // The model may have only the newest episodes.
  const isMissing = known.length < Math.min(all, 2 * (MOST + 1))
  const loaded = useLoaded(isMissing ? `causes/${episode.id}/${direction}` : null, () => loadCauses(episode, direction), revision)
  const causes = unique(loaded.value ?? known)
  const toggle = () => showView({ ...view, to: null, walk: view.walk === direction ? null : direction })
  return (
    <section class="m-column" data-testid={`column-${direction}`}>
      {all === 0 ? (
        <h3>{text.walkTitle[direction]}</h3>
      ) : (
        <h3>
          <button class="secondary small" aria-pressed={view.walk === direction} title={text.walkHint[direction]} onClick={toggle}>
            {text.walkTitle[direction]}
          </button>
        </h3>
      )}
      {all === 0 && <p class="muted">{text.walkNone[direction]}</p>}
      <ul>
        {causes.slice(0, MOST).map(({ serial, name, verb }) => (
          <li key={serial}>
            <span class="muted">{verb}</span>{' '}
            <a href={viewUrl({ ...view, episode: serial, to: null, walk: null })} onClick={followLink}>
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
      {causes.length > MOST && <p class="muted">{text.furtherOf(all - MOST)}</p>}
    </section>
  )
}

/** Sorts the strongest first, and what merely comes next last. Between two episodes, what causes says more than the order of events. */
function unique(causes: Cause[]): Cause[] {
  const isNext = ({ type }: Cause) => Number(type === NEXT)
  const sorted = [...causes].sort((a, b) => isNext(a) - isNext(b) || b.strength - a.strength || b.serial - a.serial)
  const first = new Map<number, Cause>()
  for (const cause of [...sorted.filter(({ type }) => type === 'causes'), ...sorted]) if (!first.has(cause.serial)) first.set(cause.serial, cause)
  return sorted.filter((cause) => first.get(cause.serial) === cause)
}

function countOf(episode: Detail, type: string, direction: Walk): number {
  return episode.relationship_counts[type]?.[sideOf(type, direction)] ?? 0
}

function causesIn(model: Model, serial: number, direction: Walk): Cause[] {
  const here = model.bySerial.get(serial)
  if (here === undefined) return []
  return edgesTowards(model, here.index, direction).map(({ edge: { type, strength }, there }): Cause => {
    const { serial, name } = model.episodes[there]!
    return { serial, name, type, verb: text.verb(type, sideOf(type, direction)), strength }
  })
}

async function loadCauses(episode: Detail, direction: Walk) {
  const types = DATED.filter((type) => countOf(episode, type, direction) > 0)
  const pages = await Promise.all(types.map((type) => loadNeighbours(episode.id, { type, direction: sideOf(type, direction) }, '', MOST + 1)))
  const body = pages.flatMap(({ body }) => body.neighbours.map(({ id, name, relationship_type: type, direction, strength }): Cause => ({ serial: id, name, type, verb: text.verb(type, direction), strength })))
  return { ...pages[0]!, body, etag: null }
}

function Steps({ view, serial, model, direction }: { view: View; serial: number; model: Model; direction: Walk }) {
  const found = walk(model, serial, direction)
  if (found.length === 0) return null // the column says so
  return (
    <div role="status" class="m-steps" data-testid="walk">
      <ol class="m-walk">
        {found.map(({ episode, type, via, distance }) => (
          <li key={episode.serial} style={{ '--depth': Math.min(distance, 5) - 1 }}>
            <a href={viewUrl({ ...view, episode: episode.serial, walk: null })} onClick={followLink}>
              #{episode.serial} <bdi>{episode.name}</bdi>
            </a>
            <span class="m-facts">
              <Reward reward={episode.reward} />
              <span>{text.walkStep(type, sideOf(type, direction) === 'outgoing' ? 'incoming' : 'outgoing', via, whenOf(episode.createdAt))}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
