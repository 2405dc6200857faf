import { useId, useRef, useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import { FailureNote } from '../components/failurenote.tsx'
import { Modal } from '../components/modal.tsx'
import { MAX_NAME } from '../limits.ts'
import { notify } from '../notices.ts'
import type { Detail } from './data.ts'
import { draftOf, keepDraft } from './drafts.ts'
import { changesOf, conflictsOf, edit, fieldsOf, isReward, type Draft, type Field, type Fields } from './edits.ts'
import { failureOf } from './failures.ts'
import { Reward } from './signs.tsx'
import { text } from './strings.ts'
import { TagsField, withTyped } from './tagsfield.tsx'
import { updateEpisode } from './writes.ts'

interface Props {
  /** As it is stored now. It may change while the dialog is open. */
  episode: Detail
  knownTags: string[]
  onSaved: () => void
  /** The stored episode is newer than this one. */
  onStale: () => void
  onClose: () => void
}

/** Changes an episode. If someone else changes it meanwhile, the dialog shows both versions. */
export function EditDialog({ episode, knownTags, onSaved, onStale, onClose }: Props) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(episode))
  const [typedTag, setTypedTag] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  /** The state that the server no longer has. */
  const [stale, setStale] = useState('')
  const [badReward, setBadReward] = useState(false)
  const reward = useRef<HTMLInputElement>(null)
  const id = useId()
  const stored = fieldsOf(episode)
  const shown: Fields = { ...stored, ...draft.edits }
  const conflicts = conflictsOf(draft, stored)
  const change = <F extends Field>(field: F, value: Fields[F]) => {
    const next = edit(draft, field, value)
    setDraft(next)
    keepDraft(episode.id, next)
  }
  const drop = () => {
    keepDraft(episode.id, null)
    onClose()
  }
  const save = async (event: Event) => {
    event.preventDefault()
    if (busy) return
    const complete = edit(draft, 'tags', withTyped(shown.tags, typedTag))
    setBadReward(!isReward(shown.reward))
    if (!isReward(shown.reward)) return reward.current?.focus()
    const changes = changesOf(complete, stored)
    if (Object.keys(changes).length === 0) return drop()
    setBusy(true)
    setError(null)
    try {
      await updateEpisode(episode.id, changes, episode.updated_at)
      notify(text.edit.saved(episode.id))
      drop()
      onSaved()
    } catch (failure) {
      setBusy(false)
      setError(failure as ApiError)
      if ((failure as ApiError).code !== 'conflict') return
      setStale(episode.updated_at)
      onStale()
    }
  }
  const theirs = (field: Field) =>
    conflicts.includes(field) && <Theirs field={field} value={stored[field]} onTake={() => change(field, stored[field])} />
  return (
    <Modal title={text.edit.title(episode.id)} testid="edit-dialog" onClose={onClose}>
      <form onSubmit={save} noValidate>
        {conflicts.length > 0 && (
          <div class="failure" role="alert" data-testid="conflict">
            <p>
              <strong>{text.edit.changedMeanwhile}</strong>
            </p>
            <p>{text.edit.both}</p>
          </div>
        )}
        <label for={`${id}-name`}>{text.name}</label>
        <input
          id={`${id}-name`}
          class="m-wide"
          data-testid="edit-name"
          maxLength={MAX_NAME}
          dir="auto"
          placeholder={text.edit.nameHint}
          value={shown.name}
          onInput={(event) => change('name', event.currentTarget.value)}
        />
        {theirs('name')}
        <label for={`${id}-reflection`}>{text.reflection}</label>
        <textarea
          id={`${id}-reflection`}
          rows={5}
          data-testid="edit-reflection"
          dir="auto"
          value={shown.reflection}
          onInput={(event) => change('reflection', event.currentTarget.value)}
        />
        {theirs('reflection')}
        <label for={`${id}-reward`}>{text.edit.reward}</label>
        <div class="m-strength">
          <input
            ref={reward}
            id={`${id}-reward`}
            type="number"
            min="-1"
            max="1"
            step="0.1"
            inputMode="text"
            data-testid="edit-reward"
            aria-invalid={badReward}
            aria-describedby={`${id}-reward-hint`}
            value={shown.reward}
            onInput={(event) => change('reward', event.currentTarget.value)}
          />
          {isReward(shown.reward) && <Reward reward={Number(shown.reward)} />}
        </div>
        <p id={`${id}-reward-hint`} class={badReward ? 'error' : 'muted'} role={badReward ? 'alert' : undefined}>
          {badReward ? text.edit.badReward : text.edit.rewardHint}
        </p>
        {theirs('reward')}
        <TagsField tags={shown.tags} known={knownTags} typed={typedTag} onType={setTypedTag} onChange={(tags) => change('tags', tags)} />
        {theirs('tags')}
        {error !== null && error.code !== 'conflict' && <FailureNote failure={failureOf(error, text.edit.failed)} />}
        {stale !== '' && stale !== episode.updated_at && conflicts.length === 0 && (
          <p class="m-theirs" role="status">
            {text.edit.merged}
          </p>
        )}
        <div class="buttons">
          <button type="button" class="secondary" data-testid="edit-cancel" onClick={drop}>
            {text.cancel}
          </button>
          <button class="primary" disabled={busy} data-testid="edit-save">
            {busy ? text.edit.saving : conflicts.length > 0 ? text.edit.saveAnyway : text.save}
          </button>
        </div>
      </form>
    </Modal>
  )
}

/** What someone else has stored in a field that the person is changing. */
function Theirs({ field, value, onTake }: { field: Field; value: Fields[Field]; onTake: () => void }) {
  const written = Array.isArray(value) ? value.join(', ') : value
  return (
    <div class="m-theirs" data-testid={`theirs-${field}`}>
      <p>
        {text.edit.theirs} <bdi class="m-prose">{written === '' ? text.edit.nothing : written}</bdi>
      </p>
      <button type="button" class="secondary small" onClick={onTake}>
        {text.edit.take}
      </button>
    </div>
  )
}
