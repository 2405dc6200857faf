import { useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import { FailureNote } from '../components/failurenote.tsx'
import { Modal } from '../components/modal.tsx'
import { notify } from '../notices.ts'
import type { Detail } from './data.ts'
import { failureOf } from './failures.ts'
import { text } from './strings.ts'
import { deleteEpisode } from './writes.ts'

interface Props {
  episode: Detail
  onDeleted: () => void
  onClose: () => void
}

/** Asks for confirmation, and says what goes with the episode. */
export function DeleteEpisode({ episode, onDeleted, onClose }: Props) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const counts = Object.values(episode.relationship_counts)
  const relationships = counts.reduce((sum, { outgoing, incoming }) => sum + outgoing + incoming, 0)
  const remove = async () => {
    setBusy(true)
    setError(null)
    try {
      notify(text.remove.done(episode.id, episode.name, await deleteEpisode(episode.id)))
      onDeleted()
    } catch (failure) {
      setError(failure as ApiError)
      setBusy(false)
    }
  }
  return (
    <Modal title={text.remove.title} testid="delete-dialog" onClose={onClose}>
      <p>
        #{episode.id} <bdi>{episode.name}</bdi>
      </p>
      <p class="m-consequence">{text.remove.note(relationships)}</p>
      {error !== null && <FailureNote failure={failureOf(error, text.remove.failed)} />}
      <div class="buttons">
        <button class="secondary" data-testid="delete-cancel" onClick={onClose}>
          {text.cancel}
        </button>
        <button class="danger" disabled={busy} data-testid="delete-confirm" onClick={() => void remove()}>
          {busy ? text.remove.deleting : text.remove.confirm}
        </button>
      </div>
    </Modal>
  )
}
