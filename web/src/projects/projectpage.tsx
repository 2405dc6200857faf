import { useEffect, useRef, useState } from 'preact/hooks'
import { ageOf, useClock } from '../age.ts'
import type { ApiError } from '../api.ts'
import { FailureNote } from '../components/failurenote.tsx'
import { Lazy } from '../components/lazy.tsx'
import { WIDE_SCREEN } from '../components/plansboard.tsx'
import type { Failure } from '../decisions.ts'
import { useKeys } from '../keys.ts'
import { followLink, navigate, projectUrl } from '../router.ts'
import { session } from '../session.ts'
import { useStore } from '../store.ts'
import { text as common } from '../strings.ts'
import { useLoaded } from './loaded.ts'
import { RequestForm } from './requestform.tsx'
import { toFailure } from './requests.ts'
import { revisionOf, revisions } from './revisions.ts'
import { listProjects, listScenes, projectPath, reorderScenes } from './routes.ts'
import { formatTime, moveItem, type SceneSummary } from './scene.ts'
import { ScenePane } from './scenepane.tsx'
import { text } from './strings.ts'
import { stepThroughScenes, Timeline } from './timeline.tsx'

/** The film is loaded separately, because it includes the preview. */
const loadFilm = () => import('./film.tsx').then((part) => part.Film)

interface Props {
  projectId: string
  sceneId: string | null
  version: number | null
  cause: 'decision' | 'navigation' | 'load'
}

/** One project: its timeline and one scene. */
export function ProjectPage({ projectId, sceneId, version, cause }: Props) {
  const revision = revisionOf(useStore(revisions), projectId)
  const { canChange } = useStore(session)
  const { value, error, loads, reload } = useLoaded(projectPath(projectId) + '/scenes', () => listScenes(projectId), revision)
  const order = useOrder(projectId, value, reload)
  const [adding, setAdding] = useState(false)
  const [film, setFilm] = useState(false)
  const [chosen, setChosen] = useState<object | null>(null)
  const filmButton = useRef<HTMLButtonElement>(null)
  const closeFilm = () => {
    setFilm(false)
    filmButton.current?.focus()
  }
  useKeys({ j: () => stepThroughScenes(1), k: () => stepThroughScenes(-1) })
  // If the address names no scene, open the first one on wide screens.
  const first = value?.[0]?.sceneId
  useEffect(() => {
    if (sceneId === null && first !== undefined && matchMedia(WIDE_SCREEN).matches) navigate(projectUrl(projectId, first), 'load')
  }, [sceneId, first])
  useEffect(() => setAdding(false), [sceneId])
  useEffect(() => {
    if (!matchMedia(WIDE_SCREEN).matches) setFilm(false) // a phone shows the scene or the project
  }, [sceneId])

  const { scenes } = order
  const index = scenes?.findIndex((scene) => scene.sceneId === sceneId) ?? -1
  const openScene = scenes?.[index]
  const isEmpty = scenes?.length === 0
  return (
    <article class="project-page" data-testid="project-page" data-project-id={projectId}>
      <div class="project-top">
        <Head
          projectId={projectId}
          scenes={scenes}
          adding={adding}
          onAdd={canChange ? () => setAdding(!adding) : null}
          film={film}
          filmButton={filmButton}
          onFilm={() => (film ? closeFilm() : setFilm(true))}
        />
        {scenes === null && error === null && <p class="hint">{common.loading}</p>}
        {error !== null && (
          <div class="failed" role="alert" data-testid="scenes-failure">
            <p>
              {text.scenesFailed} {error.message}
            </p>
            <button class="secondary" onClick={() => void reload()}>
              {common.retry}
            </button>
          </div>
        )}
        {film && scenes !== null && !isEmpty && <Lazy load={loadFilm} props={{ projectId, scenes, open: sceneId, chosen, onClose: closeFilm }} />}
        {scenes !== null && !isEmpty && (
          <Timeline projectId={projectId} scenes={scenes} open={sceneId} onMove={canChange ? order.move : null} onChoose={() => setChosen({})} />
        )}
        {!canChange && (
          <p class="muted view-only" data-testid="view-only">
            {text.viewOnly}
          </p>
        )}
        <p class="visually-hidden" role="status" data-testid="order-status">
          {order.announcement}
        </p>
        {order.failure !== null && <FailureNote failure={order.failure} />}
        {isEmpty && (
          <section class="empty" data-testid="no-scene">
            <h3>{text.empty}</h3>
            <p>{text.emptyHint}</p>
          </section>
        )}
        {canChange && scenes !== null && (adding || isEmpty) && (
          <section class="adding">
            <RequestForm subject={{ projectId, sceneId: null }} onClose={isEmpty ? null : () => setAdding(false)} />
          </section>
        )}
      </div>
      {film && !isEmpty ? null : openScene !== undefined ? (
        <ScenePane
          key={sceneId}
          projectId={projectId}
          summary={openScene}
          index={index}
          count={scenes!.length}
          revision={loads}
          version={version}
          cause={cause}
          onMove={canChange ? order.move : null}
          onDeleted={() => navigate(projectUrl(projectId, nextScene(scenes!, index)), 'decision')}
        />
      ) : (
        scenes !== null && !isEmpty && <p class="hint wide-only">{sceneId === null ? text.selectScene : text.notFound}</p>
      )}
    </article>
  )
}

/** Returns the scene to show after this one is deleted: the next, otherwise the previous one. */
function nextScene(scenes: SceneSummary[], index: number): string | null {
  return (scenes[index + 1] ?? scenes[index - 1])?.sceneId ?? null
}

interface HeadProps {
  projectId: string
  scenes: SceneSummary[] | null
  adding: boolean
  onAdd: (() => void) | null
  film: boolean
  filmButton: { current: HTMLButtonElement | null }
  onFilm: () => void
}

function Head({ projectId, scenes, adding, onAdd, film, filmButton, onFilm }: HeadProps) {
  const { total } = useStore(revisions)
  const { value: projects } = useLoaded('projects', listProjects, total)
  useClock()
  const since = projects?.find((project) => project.projectId === projectId)?.updatedAt
  const frames = scenes?.reduce((sum, { duration }) => sum + duration, 0) ?? 0
  const facts =
    scenes === null || scenes.length === 0
      ? []
      : [text.scenes(scenes.length), text.total(formatTime(frames)), since === undefined ? '' : text.changed(ageOf(since))]
  return (
    <header class="project-head">
      <div class="project-title">
        <a class="back-link" href={projectUrl()} onClick={followLink}>
          ‹ {text.back}
        </a>
        <h2 tabIndex={-1}>
          <bdi>{projectId}</bdi>
        </h2>
        <p class="facts muted" data-testid="project-facts">
          {facts.filter((fact) => fact !== '').join(' · ')}
        </p>
      </div>
      {scenes !== null && scenes.length > 0 && (
        <div class="project-actions">
          <button class="secondary" ref={filmButton} aria-pressed={film} data-testid="play-all" onClick={onFilm}>
            {text.playAll}
          </button>
          {onAdd !== null && (
            <button class="secondary" aria-expanded={adding} data-testid="add-open" onClick={onAdd}>
              {text.addOpen}
            </button>
          )}
        </div>
      )}
    </header>
  )
}

interface Order {
  /** In the order requested last, whether or not the server has confirmed it. */
  scenes: SceneSummary[] | null
  move: (from: number, to: number) => void
  /** The last move, for screen readers. */
  announcement: string
  failure: Failure | null
}

/**
 * The order of the scenes. A change is shown at once, and replaced by the server's order when it responds.
 */
function useOrder(projectId: string, loaded: SceneSummary[] | null, reload: () => Promise<void>): Order {
  const [localOrder, setLocalOrder] = useState<SceneSummary[] | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const [failure, setFailure] = useState<Failure | null>(null)
  const queue = useRef(Promise.resolve())
  const moveCount = useRef(0)
  const scenes = localOrder ?? loaded
  const latest = useRef(scenes)
  latest.current = scenes

  const saveOrder = async (next: SceneSummary[], moveNumber: number) => {
    try {
      await reorderScenes(projectId, next.map(({ sceneId }) => sceneId))
    } catch (error) {
      setFailure(toFailure(error as ApiError, text.notMoved))
      setAnnouncement('')
    }
    await reload()
    if (moveNumber === moveCount.current) setLocalOrder(null)
  }
  const move = (from: number, to: number) => {
    const before = latest.current
    const scene = before?.[from]
    if (before === null || scene === undefined || before[to] === undefined) return
    const next = moveItem(before, from, to)
    latest.current = next
    setLocalOrder(next)
    setFailure(null)
    setAnnouncement(text.moved(scene.sceneName, to + 1, next.length))
    const moveNumber = ++moveCount.current
    // One after the other, so that the last request determines the order.
    queue.current = queue.current.then(() => saveOrder(next, moveNumber))
  }
  return { scenes, move, announcement, failure }
}
