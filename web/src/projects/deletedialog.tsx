import { useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import { FailureNote } from '../components/failurenote.tsx'
import { Modal } from '../components/modal.tsx'
import type { Failure } from '../decisions.ts'
import { toFailure } from './requests.ts'
import { deleteScene } from './routes.ts'
import { text } from './strings.ts'

interface Props {
  projectId: string
  sceneId: string
  name: string
  versions: number
  onClose: () => void
  onDeleted: () => void
}

/** Asks for confirmation before it deletes a scene with all its versions. */
export function DeleteDialog({ projectId, sceneId, name, versions, onClose, onDeleted }: Props) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const remove = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await deleteScene(projectId, sceneId)
      onDeleted()
    } catch (error) {
      setFailure(toFailure(error as ApiError, text.remove.failed))
      setBusy(false)
    }
  }
  return (
    <Modal title={text.remove.title(name)} testid="delete-dialog" onClose={onClose}>
      <p>{text.remove.note(versions)}</p>
      {failure !== null && <FailureNote failure={failure} />}
      <div class="buttons">
        <button class="secondary" data-testid="delete-cancel" onClick={onClose}>
          {text.remove.cancel}
        </button>
        <button class="danger" disabled={busy} data-testid="delete-confirm" onClick={() => void remove()}>
          {busy ? text.remove.deleting : text.remove.confirm}
        </button>
      </div>
    </Modal>
  )
}
