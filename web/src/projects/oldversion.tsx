import { useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import { FailureNote } from '../components/failurenote.tsx'
import type { Failure } from '../decisions.ts'
import { notify } from '../notices.ts'
import { followLink, navigate, projectUrl } from '../router.ts'
import { toFailure } from './requests.ts'
import { projectChanged } from './revisions.ts'
import { restoreScene } from './routes.ts'
import type { Scene } from './scene.ts'
import { text } from './strings.ts'

interface Props {
  projectId: string
  scene: Scene
  canRestore: boolean
}

/** Says that an older version is shown, and offers to restore it. */
export function OldVersion({ projectId, scene, canRestore }: Props) {
  const { sceneId, version, current } = scene
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const restore = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const made = await restoreScene(projectId, sceneId, version)
      notify(text.restored(version, made))
      projectChanged(projectId)
      navigate(projectUrl(projectId, sceneId))
    } catch (error) {
      setFailure(toFailure(error as ApiError, text.notRestored))
      projectChanged(projectId)
    }
    setBusy(false)
  }
  return (
    <div class="version-note" tabIndex={-1} data-testid="version-note">
      <p>
        {text.oldVersion(version, current)}{' '}
        <a href={projectUrl(projectId, sceneId)} onClick={followLink}>
          {text.showNewest}
        </a>
      </p>
      {canRestore && (
        <button class="secondary small" disabled={busy} data-testid="restore" onClick={() => void restore()}>
          {busy ? text.restoring : text.restore}
        </button>
      )}
      {failure !== null && <FailureNote failure={failure} />}
    </div>
  )
}
