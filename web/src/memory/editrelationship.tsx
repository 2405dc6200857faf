import { useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import { FailureNote } from '../components/failurenote.tsx'
import { Modal } from '../components/modal.tsx'
import { holdBack } from '../heldback.ts'
import { notify } from '../notices.ts'
import { graphChanged } from './changes.ts'
import type { Detail, Neighbour } from './data.ts'
import { failureOf } from './failures.ts'
import { StrengthField } from './strengthfield.tsx'
import { text } from './strings.ts'
import { removeRelationship, setStrength } from './writes.ts'

interface Props {
  episode: Detail
  neighbour: Neighbour
  onChanged: () => void
  onHeld: () => void
  onClose: () => void
}

/** The key of the removal of a relationship. */
export function removalKey(id: string): string {
  return `relationship/${id}`
}

/** Changes the strength of a relationship, or removes it. */
export function EditRelationship({ episode, neighbour, onChanged, onHeld, onClose }: Props) {
  const [value, setValue] = useState(neighbour.strength)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const run = async (work: () => Promise<void>, done: () => void) => {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      await work()
      done()
    } catch (failure) {
      setError(failure as ApiError)
      setBusy(false)
    }
  }
  const save = (event: Event) => {
    event.preventDefault()
    if (value === neighbour.strength) return onClose()
    void run(() => setStrength(neighbour.relationship_id, value), () => {
      notify(text.relation.changed)
      onChanged()
    })
  }
  const remove = () => {
    const { relationship_id: id, relationship_type: type, direction, id: other } = neighbour
    const sentence = text.verb(type, direction)
    const send = async () => {
      await removeRelationship(id).catch((error: ApiError) => {
        if (error.code !== 'not_found') throw error // someone else was faster
      })
      graphChanged()
      return text.relation.removed(episode.id, sentence, other)
    }
    holdBack(removalKey(id), text.relation.held(episode.id, sentence, other), send, text.relation.removeFailed)
    onHeld()
  }
  return (
    <Modal title={text.relation.title} testid="relation-dialog" onClose={onClose}>
      <form onSubmit={save}>
        <p>
          #{episode.id} <bdi>{episode.name}</bdi> <strong>{text.verb(neighbour.relationship_type, neighbour.direction)}</strong> #{neighbour.id} <bdi>{neighbour.name}</bdi>
        </p>
        <StrengthField value={value} onChange={setValue} />
        {error !== null && <FailureNote failure={failureOf(error, text.relation.failed)} />}
        <div class="buttons">
          <button type="button" class="danger" disabled={busy} data-testid="remove-relationship" onClick={remove}>
            {text.relation.remove}
          </button>
          <button type="button" class="secondary" onClick={onClose}>
            {text.cancel}
          </button>
          <button class="primary" disabled={busy} data-testid="relation-confirm">
            {text.save}
          </button>
        </div>
      </form>
    </Modal>
  )
}
