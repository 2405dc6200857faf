import { useEffect, useRef, useState } from 'preact/hooks'
import { ageOf, useClock } from '../age.ts'
import type { Refusal } from '../api.ts'
import { FailureNote } from '../components/failurenote.tsx'
import { WIDE } from '../components/plansboard.tsx'
import type { Failure } from '../decisions.ts'
import { useKeys } from '../keys.ts'
import { follow, goTo, projectAddress } from '../router.ts'
import { session } from '../session.ts'
import { useStore } from '../store.ts'
import { text as common } from '../strings.ts'
import { useLoaded } from './loaded.ts'
import { RequestForm } from './requestform.tsx'
import { failureOf } from './requests.ts'
import { revisionOf, revisions } from './revisions.ts'
import { listProjects, listScenes, projectPath, reorderScenes } from './routes.ts'
import { clock, moved, type SceneSummary } from './scene.ts'
import { ScenePane } from './scenepane.tsx'
import { text } from './strings.ts'
import { stepThroughScenes, Timeline } from './timeline.tsx'

interface Props {
  projectId: string
  sceneId: string | null
  version: number | null
  by: 'decision' | 'hand' | 'load'
}

/** One project: its timeline and one scene. */
export function ProjectPage({ projectId, sceneId, version, by }: Props) {
  const revision = revisionOf(useStore(revisions), projectId)
  const { mayChange } = useStore(session)
  const { value, refusal, times, reload } = useLoaded(projectPath(projectId) + '/scenes', () => listScenes(projectId), revision)
  const order = useOrder(projectId, value, reload)
  const [adding, setAdding] = useState(false)
  useKeys({ j: () => stepThroughScenes(1), k: () => stepThroughScenes(-1) })
  // If the address names no scene, open the first one on wide screens.
  const first = value?.[0]?.sceneId
  useEffect(() => {
    if (sceneId === null && first !== undefined && matchMedia(WIDE).matches) goTo(projectAddress(projectId, first), 'load')
  }, [sceneId, first])
  useEffect(() => setAdding(false), [sceneId])

  const { scenes } = order
  const at = scenes?.findIndex((scene) => scene.sceneId === sceneId) ?? -1
  const open = scenes?.[at]
  const isEmpty = scenes?.length === 0
  return (
    <article class="project-page" data-testid="project-page" data-project-id={projectId}>
      <div class="project-top">
        <Head projectId={projectId} scenes={scenes} adding={adding} onAdd={mayChange ? () => setAdding(!adding) : null} />
        {scenes === null && refusal === null && <p class="hint">{common.loading}</p>}
        {refusal !== null && (
          <div class="failed" role="alert" data-testid="scenes-failure">
            <p>
              {text.scenesFailed} {refusal.message}
            </p>
            <button class="secondary" onClick={() => void reload()}>
              {common.retry}
            </button>
          </div>
        )}
        {scenes !== null && !isEmpty && (
          <Timeline projectId={projectId} scenes={scenes} open={sceneId} onMove={mayChange ? order.move : null} />
        )}
        {!mayChange && (
          <p class="muted look-only" data-testid="look-only">
            {text.lookOnly}
          </p>
        )}
        <p class="unseen" role="status" data-testid="order-status">
          {order.said}
        </p>
        {order.failure !== null && <FailureNote failure={order.failure} />}
        {isEmpty && (
          <section class="empty" data-testid="no-scene">
            <h3>{text.empty}</h3>
            <p>{text.emptyHow}</p>
          </section>
        )}
        {mayChange && scenes !== null && (adding || isEmpty) && (
          <section class="adding">
            <RequestForm subject={{ projectId, sceneId: null }} onClose={isEmpty ? null : () => setAdding(false)} />
          </section>
        )}
      </div>
      {open !== undefined ? (
        <ScenePane
          key={sceneId}
          projectId={projectId}
          summary={open}
          at={at}
          count={scenes!.length}
          revision={times}
          version={version}
          by={by}
          onMove={mayChange ? order.move : null}
          onDeleted={() => goTo(projectAddress(projectId, after(scenes!, at)), 'decision')}
        />
      ) : (
        scenes !== null && !isEmpty && <p class="hint only-wide">{sceneId === null ? text.choose : text.gone}</p>
      )}
    </article>
  )
}

/** Returns the scene to show after this one is deleted: the next, otherwise the previous one. */
function after(scenes: SceneSummary[], at: number): string | null {
  return (scenes[at + 1] ?? scenes[at - 1])?.sceneId ?? null
}

interface HeadProps {
  projectId: string
  scenes: SceneSummary[] | null
  adding: boolean
  onAdd: (() => void) | null
}

function Head({ projectId, scenes, adding, onAdd }: HeadProps) {
  const { any } = useStore(revisions)
  const { value: projects } = useLoaded('projects', listProjects, any)
  useClock()
  const since = projects?.find((project) => project.projectId === projectId)?.updatedAt
  const frames = scenes?.reduce((sum, { duration }) => sum + duration, 0) ?? 0
  const facts =
    scenes === null || scenes.length === 0
      ? []
      : [text.scenes(scenes.length), text.total(clock(frames)), since === undefined ? '' : text.changed(ageOf(since))]
  return (
    <header class="project-head">
      <div class="project-title">
        <a class="back-always" href={projectAddress()} onClick={follow}>
          ‹ {text.back}
        </a>
        <h2 tabIndex={-1}>
          <bdi>{projectId}</bdi>
        </h2>
        <p class="facts muted" data-testid="project-facts">
          {facts.filter((fact) => fact !== '').join(' · ')}
        </p>
      </div>
      {onAdd !== null && scenes !== null && scenes.length > 0 && (
        <button class="secondary" aria-expanded={adding} data-testid="add-open" onClick={onAdd}>
          {text.addOpen}
        </button>
      )}
    </header>
  )
}

interface Order {
  /** In the order requested last, whether or not the server has confirmed it. */
  scenes: SceneSummary[] | null
  move: (from: number, to: number) => void
  /** The last move, for screen readers. */
  said: string
  failure: Failure | null
}

/**
 * The order of the scenes. A change is shown at once, and replaced by the server's order when it responds.
 */
function useOrder(projectId: string, loaded: SceneSummary[] | null, reload: () => Promise<void>): Order {
  const [wanted, setWanted] = useState<SceneSummary[] | null>(null)
  const [said, setSaid] = useState('')
  const [failure, setFailure] = useState<Failure | null>(null)
  const last = useRef(Promise.resolve())
  const turns = useRef(0)
  const scenes = wanted ?? loaded
  const now = useRef(scenes)
  now.current = scenes

  const put = async (next: SceneSummary[], turn: number) => {
    try {
      await reorderScenes(projectId, next.map(({ sceneId }) => sceneId))
    } catch (error) {
      setFailure(failureOf(error as Refusal, text.notMoved))
      setSaid('')
    }
    await reload()
    if (turn === turns.current) setWanted(null)
  }
  const move = (from: number, to: number) => {
    const before = now.current
    const scene = before?.[from]
    if (before === null || scene === undefined || before[to] === undefined) return
    const next = moved(before, from, to)
    now.current = next
    setWanted(next)
    setFailure(null)
    setSaid(text.placed(scene.sceneName, to + 1, next.length))
    const turn = ++turns.current
    // One after the other, so that the last request determines the order.
    last.current = last.current.then(() => put(next, turn))
  }
  return { scenes, move, said, failure }
}
