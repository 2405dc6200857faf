import { useState } from 'preact/hooks'
import { ageOf, useClock } from '../age.ts'
import type { ApiError } from '../api.ts'
import { FailureNote } from '../components/failurenote.tsx'
import type { Failure } from '../decisions.ts'
import { heldBack } from '../heldback.ts'
import { MAX_PROJECT_ID } from '../limits.ts'
import { followLink, navigate, projectUrl } from '../router.ts'
import { session } from '../session.ts'
import { useStore } from '../store.ts'
import { text as common } from '../strings.ts'
import { useLoaded } from './loaded.ts'
import { CONFLICT, toFailure } from './requests.ts'
import { projectChanged, revisions } from './revisions.ts'
import { createProject, listProjects } from './routes.ts'
import { deletionKey } from './projectmenu.tsx'
import { formatTime, nameOf, type Project } from './scene.ts'
import { text } from './strings.ts'

/** The id of the example project. scenes/example.go says so; web/repeated_test.go compares. */
const EXAMPLE_ID = 'what-a-memory-is'

/** All projects, the most recently changed first. */
export function ProjectList() {
  const { total } = useStore(revisions)
  const { canChange } = useStore(session)
  const { value, error, reload } = useLoaded('projects', listProjects, total)
  useClock()
  const { byKey } = useStore(heldBack)
  const projects = value && value.filter(({ projectId }) => !byKey.has(deletionKey(projectId))).sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  return (
    <div class="projects">
      <h2 class={projects?.length === 0 ? 'visually-hidden' : ''}>{common.projects}</h2>
      {error !== null && (
        <div class="failed" role="alert" data-testid="projects-failure">
          <p>
            {text.listFailed} {error.message}
          </p>
          <button class="secondary" onClick={() => void reload()}>
            {common.retry}
          </button>
        </div>
      )}
      {projects === null && error === null && <p class="hint">{common.loading}</p>}
      {projects?.length === 0 && value?.length === 0 && <NoProject />}
      <ul data-testid="projects">
        {projects?.map((project) => (
          <li key={project.projectId}>
            <Item project={project} />
          </li>
        ))}
      </ul>
      {projects !== null && canChange && <NewProject />}
    </div>
  )
}

function Item({ project }: { project: Project }) {
  const { projectId, scenes, duration, updatedAt } = project
  return (
    <a class="project" href={projectUrl(projectId)} data-testid="project" data-project-id={projectId} onClick={followLink}>
      <bdi class="item-name">{nameOf(project)}</bdi>
      <span class="project-time">{formatTime(duration)}</span>
      <span class="item-facts">
        {text.scenes(scenes)} · {text.changed(ageOf(updatedAt))}
      </span>
    </a>
  )
}

function NoProject() {
  const { canChange } = useStore(session)
  return (
    <section class="empty" data-testid="no-project">
      <h3>{text.none}</h3>
      {text.noneHint.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {canChange && <OpenExample />}
    </section>
  )
}

/** Creates the example project and opens it. It needs no model. */
function OpenExample() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const open = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await createProject(EXAMPLE_ID, true)
    } catch (error) {
      if ((error as ApiError).status !== CONFLICT) { // it exists if someone else created it a moment ago
        setFailure(toFailure(error as ApiError, text.exampleFailed))
        return setBusy(false)
      }
    }
    projectChanged(EXAMPLE_ID)
    navigate(projectUrl(EXAMPLE_ID))
  }
  return (
    <div class="example">
      <button class="primary" disabled={busy} data-testid="open-example" onClick={() => void open()}>
        {busy ? text.openingExample : text.openExample}
      </button>
      <p class="muted">{text.exampleHint}</p>
      {failure !== null && <FailureNote failure={failure} />}
    </div>
  )
}

/** Creates a project. This needs no model, because a project starts with a welcome scene. */
function NewProject() {
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const create = async (event: Event) => {
    event.preventDefault()
    const id = name.trim()
    if (busy || id === '') return
    setBusy(true)
    setFailure(null)
    try {
      await createProject(id)
      projectChanged(id)
      navigate(projectUrl(id))
    } catch (error) {
      setFailure(toFailure(error as ApiError, text.notCreated, null))
      setBusy(false)
    }
  }
  return (
    <form class="new-project" onSubmit={create} data-testid="new-project">
      <h3>{text.newProject}</h3>
      <div class="new-line">
        <label for="project-name">{text.projectName}</label>
        <input
          id="project-name"
          required
          maxLength={MAX_PROJECT_ID}
          autocomplete="off"
          spellcheck={false}
          placeholder={text.projectHint}
          data-testid="project-name"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <button class="secondary" disabled={busy} data-testid="create-project">
          {busy ? text.creating : text.create}
        </button>
      </div>
      {failure !== null && <FailureNote failure={failure} />}
    </form>
  )
}
