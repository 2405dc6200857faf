import { ageOf, useClock } from '../age.ts'
import { followLink, projectUrl } from '../router.ts'
import { formatTime, type SceneSummary } from './scene.ts'
import { text } from './strings.ts'

interface Props {
  projectId: string
  scenes: SceneSummary[] | null
  /** When the project was last changed, if known. */
  since: string | undefined
  adding: boolean
  onAdd: (() => void) | null
  film: boolean
  filmButton: { current: HTMLButtonElement | null }
  onFilm: () => void
}

/** The title of a project, its facts, and the buttons for the whole of it. */
export function ProjectHead({ projectId, scenes, since, adding, onAdd, film, filmButton, onFilm }: Props) {
  useClock()
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
