import { useEffect, useRef, useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import { FailureNote } from '../components/failurenote.tsx'
import { Lazy } from '../components/lazy.tsx'
import { WIDE_SCREEN } from '../screen.ts'
import { useKeys } from '../keys.ts'
import { notifyFailure } from '../notices.ts'
import { navigate, projectUrl } from '../router.ts'
import { session } from '../session.ts'
import { useStore } from '../store.ts'
import { text as common } from '../strings.ts'
import type { Chosen } from './film.tsx'
import { useLoaded } from './loaded.ts'
import { useModelStatus } from './modelstatus.ts'
import { NoProject } from './noproject.tsx'
import { ProjectHead } from './projecthead.tsx'
import { RequestForm } from './requestform.tsx'
import type { Resized } from './resize.ts'
import { projectChanged, revisionOf, revisions } from './revisions.ts'
import { changeDuration, listProjects, listScenes, projectPath } from './routes.ts'
import { nameOf, secondsOf, type SceneSummary } from './scene.ts'
import { ScenePane } from './scenepane.tsx'
import { text } from './strings.ts'
import { stepThroughScenes, Timeline } from './timeline.tsx'
import { useOrder } from './useorder.ts'

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
  const changes = useStore(revisions)
  const revision = revisionOf(changes, projectId)
  const { value: projects } = useLoaded('projects', listProjects, changes.total)
  const project = projects?.find((one) => one.projectId === projectId)
  const name = project === undefined ? projectId : nameOf(project)
  useEffect(() => {
    document.title = [name, common.projects, common.product].join(' · ')
  }, [name])
  const { canChange } = useStore(session)
  const model = useModelStatus()
  const { value, error, loads, reload } = useLoaded(projectPath(projectId) + '/scenes', () => listScenes(projectId), revision)
  const order = useOrder(projectId, value, reload)
  const [adding, setAdding] = useState(false)
  const [film, setFilm] = useState(false)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [renaming, setRenaming] = useState<object | null>(null)
  const resize = async ({ sceneId, frames }: Resized) => {
    try {
      await changeDuration(projectId, sceneId, secondsOf(frames))
    } catch (error) {
      notifyFailure(text.notSet, [(error as ApiError).message])
    }
    projectChanged(projectId)
    await reload()
  }
  const filmButton = useRef<HTMLButtonElement>(null)
  const closeFilm = () => {
    setFilm(false)
    filmButton.current?.focus()
  }
  const toggleAdding = () => {
    setFilm(false) // the form would be below it
    setAdding(!adding)
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
  if (isEmpty && projects !== null && project === undefined) return <NoProject projectId={projectId} />
  return (
    <article class="project-page" data-testid="project-page" data-project-id={projectId}>
      <div class="project-top">
        <ProjectHead
          projectId={projectId}
          name={name}
          scenes={scenes}
          since={project?.updatedAt}
          adding={adding}
          model={canChange ? model : null}
          onAdd={canChange ? toggleAdding : null}
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
          <Timeline
            projectId={projectId}
            scenes={scenes}
            open={sceneId}
            onMove={canChange ? order.move : null}
            onResize={canChange ? resize : null}
            onRename={canChange && !film ? () => setRenaming({}) : null}
            onChoose={() => setChosen({ frame: null })}
            onSeek={film ? (frame) => setChosen({ frame }) : null}
          />
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
          renamed={renaming}
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
