import type { ApiError } from '../api.ts'
import { Modal } from '../components/modal.tsx'
import { holdBack } from '../heldback.ts'
import { graphChanged } from './changes.ts'
import type { Detail } from './data.ts'
import { text } from './strings.ts'
import { deleteEpisode } from './writes.ts'

interface Props {
  episode: Detail
  onHeld: () => void
  onClose: () => void
}

/** The key of the deletion of an episode. */
export function deletionKey(serial: number): string {
  return `episode/${serial}`
}

/** Asks for confirmation, and says what goes with the episode. */
export function DeleteEpisode({ episode: { id, name, relationship_counts }, onHeld, onClose }: Props) {
  const relationships = Object.values(relationship_counts).reduce((sum, { outgoing, incoming }) => sum + outgoing + incoming, 0)
  const send = async () => {
    const deleted = await deleteEpisode(id).catch((error: ApiError) => {
      if (error.code === 'not_found') return 0 // someone else was faster
      throw error
    })
    graphChanged()
    return text.remove.done(id, name, deleted)
  }
  const remove = () => {
    holdBack(deletionKey(id), text.remove.held(id, name), send, text.remove.failed)
    onHeld()
  }
  return (
    <Modal title={text.remove.title} testid="delete-dialog" onClose={onClose}>
      <p>
        #{id} <bdi>{name}</bdi>
      </p>
      <p class="m-consequence">{text.remove.note(relationships)}</p>
      <div class="buttons">
        <button class="secondary" data-testid="delete-cancel" onClick={onClose}>
          {text.cancel}
        </button>
        <button class="danger" data-testid="delete-confirm" onClick={remove}>
          {text.remove.confirm}
        </button>
      </div>
    </Modal>
  )
}
