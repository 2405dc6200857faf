import { useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import { Modal } from '../components/modal.tsx'
import { notify } from '../notices.ts'
import type { Detail } from './data.ts'
import { EpisodeField, type Choice } from './episodefield.tsx'
import { LinkFailure } from './linkfailure.tsx'
import type { Model } from './model.ts'
import { StrengthField } from './strengthfield.tsx'
import { SENTENCES, text } from './strings.ts'
import { VerbField } from './verbfield.tsx'
import type { View } from './view.ts'
import { addRelationship } from './writes.ts'

interface Props {
  view: View
  episode: Detail
  model: Model
  /** The other episode that is chosen at first. */
  initial?: Choice
  onAdded: () => void
  onClose: () => void
}

/** Adds a relationship as a sentence: this episode, a verb, another episode. */
export function AddRelationship({ view, episode, model, initial, onAdded, onClose }: Props) {
  const [verb, setVerb] = useState(SENTENCES[0]!)
  const [other, setOther] = useState<Choice | null>(initial ?? null)
  const [strength, setStrength] = useState(1)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const [incomplete, setIncomplete] = useState(false)
  const { type, direction } = verb
  const submit = async (event: Event) => {
    event.preventDefault()
    setIncomplete(other === null)
    if (busy || other === null) return
    setBusy(true)
    setError(null)
    const [from, to] = direction === 'outgoing' ? [episode.id, other.serial] : [other.serial, episode.id]
    try {
      await addRelationship(from, to, type, strength)
      notify(text.relate.added(episode.id, text.verb(type, direction), other.serial))
      onAdded()
    } catch (failure) {
      setError(failure as ApiError)
      setBusy(false)
    }
  }
  return (
    <Modal title={text.relate.title} testid="add-dialog" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <p class="muted">
          #{episode.id} <bdi>{episode.name}</bdi> …
        </p>
        <VerbField value={verb} testid="sentence" onChange={setVerb} />
        <EpisodeField label={text.relate.other} model={model} except={episode.id} initial={initial ?? null} testid="other" onPick={setOther} />
        {incomplete && other === null && (
          <p class="error" role="alert">
            {text.relate.incomplete}
          </p>
        )}
        <StrengthField value={strength} onChange={setStrength} />
        <LinkFailure view={view} error={error} type={type} failed={text.relate.failed} />
        <div class="buttons">
          <button type="button" class="secondary" onClick={onClose}>
            {text.cancel}
          </button>
          <button class="primary" disabled={busy} data-testid="add-confirm">
            {busy ? text.relate.adding : text.relate.confirm}
          </button>
        </div>
      </form>
    </Modal>
  )
}
