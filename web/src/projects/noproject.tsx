import { followLink, projectUrl } from '../router.ts'
import { session } from '../session.ts'
import { useStore } from '../store.ts'
import { useModelStatus } from './modelstatus.ts'
import { RequestForm } from './requestform.tsx'
import { text } from './strings.ts'

/** Says that there is no project with this name. Where a model can write its first scene, that creates it. */
export function NoProject({ projectId }: { projectId: string }) {
  const { canChange } = useStore(session)
  const model = useModelStatus()
  return (
    <article class="project-page" data-testid="project-page" data-project-id={projectId}>
      <div class="project-top">
        <section class="empty" role="alert" data-testid="project-missing">
          <h2>
            <bdi>{text.noProject(projectId)}</bdi>
          </h2>
          <p>{text.noProjectHint}</p>
          <a href={projectUrl()} onClick={followLink}>
            {text.back}
          </a>
        </section>
        {canChange && model?.configured === true && (
          <section class="adding">
            <p>{text.createByScene}</p>
            <RequestForm subject={{ projectId, sceneId: null }} />
          </section>
        )}
      </div>
    </article>
  )
}
