import { ageOf, useClock } from '../age.ts'
import { followLink, projectUrl } from '../router.ts'
import { useStore } from '../store.ts'
import { useLoaded } from './loaded.ts'
import { revisions } from './revisions.ts'
import { listProjects } from './routes.ts'
import { formatTime, type SceneSummary } from './scene.ts'
import { text } from './strings.ts'

interface Props {
  projectId: string
  scenes: SceneSummary[] | null
  adding: boolean
  onAdd: (() => void) | null
  film: boolean
  filmButton: { current: HTMLButtonElement | null }
  onFilm: () => void
}

/** The title of a project, its facts, and the buttons for the whole of it. */
export function ProjectHead({ projectId, scenes, adding, onAdd, film, filmButton, onFilm }: Props) {
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
