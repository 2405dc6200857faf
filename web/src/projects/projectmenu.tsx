import { Menu } from '../components/menu.tsx'
import { holdBack } from '../heldback.ts'
import { navigate, projectUrl } from '../router.ts'
import type { ApiError } from '../api.ts'
import { notify, type Outcome } from '../notices.ts'
import { cancelAll } from './requests.ts'
import { projectChanged } from './revisions.ts'
import { deleteProject, listProjects, renameProject } from './routes.ts'
import { nameOf } from './scene.ts'
import { text as common } from '../strings.ts'
import { text } from './strings.ts'

interface Props {
  projectId: string
  name: string
  onRename: () => void
}

/** The key of the deletion of a project. */
export function deletionKey(projectId: string): string {
  return `project/${projectId}`
}

/** What can be done with a whole project. */
export function ProjectMenu({ projectId, name, onRename }: Props) {
  const summary = (
    <>
      <span aria-hidden="true">⋯</span>
      <span class="visually-hidden">{text.more(name)}</span>
    </>
  )
  return (
    <Menu class="project-menu" summaryClass="button quiet" summary={summary} testId="project-menu">
      <div class="project-menu-items" onClick={({ currentTarget }) => currentTarget.closest('details')?.removeAttribute('open')}>
        <button class="quiet" data-testid="rename-project" onClick={onRename}>
          {text.rename}
        </button>
        <button class="quiet" data-testid="delete-project" onClick={() => deleteLater(projectId, name)}>
          {text.removeProject.open}
        </button>
      </div>
    </Menu>
  )
}

/** Deletes a project in a while, so that a person can take it back. Requests to a model are cancelled at once. */
function deleteLater(projectId: string, name: string): void {
  const send = async () => {
    await deleteProject(projectId).catch((error: ApiError) => {
      if (error.code !== 'not_found') throw error // someone else was faster
    })
    projectChanged(projectId)
    return text.removeProject.done(name)
  }
  cancelAll(projectId)
  holdBack(deletionKey(projectId), text.removeProject.held(name), send, text.removeProject.failed)
  navigate(projectUrl(), 'decision')
}

/** Renames a project, and says so with a button that takes it back. */
export async function changeName(projectId: string, was: string, name: string): Promise<void> {
  await renameProject(projectId, name).finally(() => projectChanged(projectId))
  const run = async (): Promise<Outcome> => {
    try {
      const now = (await listProjects()).body.find((project) => project.projectId === projectId)
      if (now === undefined || nameOf(now) !== name) return { text: text.renamedSince, isError: true, isFinal: true }
      await renameProject(projectId, was)
      return { text: text.projectRenamed(name, was) }
    } catch (error) {
      return { text: text.projectNotRenamed, isError: true, details: [(error as ApiError).message] }
    } finally {
      projectChanged(projectId)
    }
  }
  notify(text.projectRenamed(was, name), { key: `project-name/${projectId}`, label: common.undo, busyLabel: common.undoing, run, lasts: null })
}
