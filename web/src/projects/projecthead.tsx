import { useEffect, useRef, useState } from 'preact/hooks'
import { ageOf, useClock } from '../age.ts'
import { Countdown } from '../components/countdown.tsx'
import { heldBack, keepHeld } from '../heldback.ts'
import { MAX_PROJECT_ID } from '../limits.ts'
import { followLink, projectUrl } from '../router.ts'
import { useStore } from '../store.ts'
import { text as common } from '../strings.ts'
import { NameForm } from './nameform.tsx'
import { changeName, deletionKey, ProjectMenu } from './projectmenu.tsx'
import { NoModel } from './requestform.tsx'
import type { ModelStatus } from './routes.ts'
import { formatTime, type SceneSummary } from './scene.ts'
import { text } from './strings.ts'

interface Props {
  projectId: string
  /** What people call it. */
  name: string
  scenes: SceneSummary[] | null
  /** When the project was last changed, if known. */
  since: string | undefined
  adding: boolean
  /** Null while it is not known, or if the person may not add scenes. */
  model: ModelStatus | null
  onAdd: (() => void) | null
  film: boolean
  filmButton: { current: HTMLButtonElement | null }
  onFilm: () => void
}

/** The title of a project, its facts, and the buttons for the whole of it. */
export function ProjectHead({ projectId, name, scenes, since, adding, model, onAdd, film, filmButton, onFilm }: Props) {
  useClock()
  const [renaming, setRenaming] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const wasRenaming = useRef(false)
  useEffect(() => {
    if (wasRenaming.current && !renaming) heading.current?.focus()
    wasRenaming.current = renaming
  }, [renaming])
  const held = useStore(heldBack).byKey.get(deletionKey(projectId))
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
        {renaming ? (
          <NameForm
            was={name}
            label={text.renameProject}
            maxLength={MAX_PROJECT_ID}
            failed={text.projectNotRenamed}
            save={(next) => changeName(projectId, name, next)}
            onClose={() => setRenaming(false)}
          />
        ) : (
          <h2 ref={heading} tabIndex={-1}>
            <bdi>{name}</bdi>
          </h2>
        )}
        {held !== undefined && (
          <p class="project-held" data-testid="project-held">
            {text.removeProject.held(name)} <Countdown until={held.until} />
            <button class="secondary small" onClick={() => keepHeld(held.key)}>
              {common.keep}
            </button>
          </p>
        )}
        <p class="facts muted" data-testid="project-facts">
          {facts.filter((fact) => fact !== '').join(' · ')}
        </p>
      </div>
      {scenes !== null && (
        <div class="project-actions">
          {model?.configured === false && <NoModel details={model.details ?? ''} />}
          {scenes.length > 0 && (
            <button class="secondary" ref={filmButton} aria-pressed={film} data-testid="play-all" onClick={onFilm}>
              {text.playAll}
            </button>
          )}
          {scenes.length > 0 && onAdd !== null && (
            <button
              class="secondary"
              aria-expanded={adding}
              disabled={model?.configured === false}
              title={model?.configured === false ? text.addNeedsModel : undefined}
              data-testid="add-open"
              onClick={onAdd}
            >
              {text.addOpen}
            </button>
          )}
          {onAdd !== null && held === undefined && <ProjectMenu projectId={projectId} name={name} onRename={() => setRenaming(true)} />}
        </div>
      )}
    </header>
  )
}
