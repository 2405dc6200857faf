import { useEffect, useRef, useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import { FailureNote } from '../components/failurenote.tsx'
import type { Failure } from '../decisions.ts'
import { MAX_SCENE_NAME } from '../limits.ts'
import { toFailure } from './requests.ts'
import { projectChanged } from './revisions.ts'
import { renameScene } from './routes.ts'
import type { Scene } from './scene.ts'
import { text } from './strings.ts'

interface Props {
  projectId: string
  scene: Scene
  onClose: () => void
}

/** Edits the name of a scene, in place of its heading. */
export function NameForm({ projectId, scene, onClose }: Props) {
  const [name, setName] = useState(scene.sceneName)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const submit = async (event: Event) => {
    event.preventDefault()
    const next = name.trim()
    if (busy || next === '') return
    if (next === scene.sceneName) return onClose()
    setBusy(true)
    setFailure(null)
    try {
      await renameScene(projectId, scene.sceneId, next)
      onClose()
    } catch (error) {
      setFailure(toFailure(error as ApiError, text.notRenamed))
      setBusy(false)
    }
    projectChanged(projectId)
  }
  return (
    <form class="name-form" onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && onClose()} data-testid="name-form">
      <h3 id="scene-name" class="visually-hidden">
        {scene.sceneName}
      </h3>
      <input
        ref={field}
        aria-label={text.name}
        required
        maxLength={MAX_SCENE_NAME}
        autocomplete="off"
        data-testid="new-name"
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <button class="primary small" disabled={busy} data-testid="save-name">
        {busy ? text.savingName : text.saveName}
      </button>
      <button type="button" class="quiet small" onClick={onClose}>
        {text.cancelName}
      </button>
      {failure !== null && <FailureNote failure={failure} />}
    </form>
  )
}
