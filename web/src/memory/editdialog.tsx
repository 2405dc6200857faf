import { useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import { FailureNote } from '../components/failurenote.tsx'
import { Modal } from '../components/modal.tsx'
import { draftOf, keepDraft } from '../drafts.ts'
import { notify, type Action } from '../notices.ts'
import { text as common } from '../strings.ts'
import { graphChanged } from './changes.ts'
import type { Detail } from './data.ts'
import { changesOf, conflictsOf, edit, fieldsOf, objectIn, problemsOf, revertOf, type Draft, type Field, type Fields } from './edits.ts'
import { EpisodeFields, useProblems } from './episodefields.tsx'
import { failureOf } from './failures.ts'
import { Gone } from './gone.tsx'
import { text } from './strings.ts'
import { withTyped } from './tagsfield.tsx'
import { updateEpisode, type Changes } from './writes.ts'

interface Props {
  /** As it is stored now. It may change while the dialog is open. */
  episode: Detail
  /** When the page saw that the episode was deleted; null if it was not. */
  goneAt: number | null
  knownTags: string[]
  onSaved: () => void
  /** The stored episode is newer than this one, or was deleted. */
  onStale: () => void
  onClose: () => void
}

/** The key of the draft of an episode. */
export function draftKey(serial: number): string {
  return `episode/${serial}`
}

/** In milliseconds: how long a saved change can be undone. */
const UNDO_TIME = 30_000

/** Changes an episode. If someone else changes it meanwhile, the dialog shows both versions. */
export function EditDialog({ episode, goneAt, knownTags, onSaved, onStale, onClose }: Props) {
  const key = draftKey(episode.id)
  const [draft, setDraft] = useState<Draft>(() => draftOf<Draft>(key)?.value ?? { base: fieldsOf(episode), edits: {} })
  const [typedTag, setTypedTag] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  /** The state that the server no longer has. */
  const [stale, setStale] = useState('')
  const stored = fieldsOf(episode)
  const shown: Fields = { ...stored, ...draft.edits }
  const conflicts = conflictsOf(draft, stored)
  const { shown: problems, check } = useProblems(problemsOf(shown))
  const change = <F extends Field>(field: F, value: Fields[F]) => {
    const next = edit(draft, field, value)
    setDraft(next)
    keepDraft(key, Object.keys(next.edits).length === 0 ? null : next)
  }
  const drop = () => {
    keepDraft(key, null)
    onClose()
  }
  const save = async (event: Event) => {
    event.preventDefault()
    if (busy || goneAt !== null || !check(event.currentTarget)) return
    const changes = changesOf(edit(draft, 'tags', withTyped(shown.tags, typedTag)), stored)
    if (Object.keys(changes).length === 0) return drop()
    setBusy(true)
    setError(null)
    try {
      const saved = await updateEpisode(episode.id, changes, episode.updated_at)
      notify(text.edit.saved(episode.id), undoOf(saved, revertOf(changes, stored, fieldsOf(saved))))
      drop()
      onSaved()
    } catch (failure) {
      setBusy(false)
      setError(failure as ApiError)
      const { code } = failure as ApiError
      if (code === 'conflict') setStale(episode.updated_at)
      if (code === 'conflict' || code === 'not_found') onStale()
    }
  }
  const theirs = (field: Field) =>
    conflicts.includes(field) && <Theirs field={field} value={stored[field]} onTake={() => change(field, stored[field])} />
  const failed = error !== null && error.code !== 'conflict' && goneAt === null
  return (
    <Modal title={text.edit.title(episode.id)} testid="edit-dialog" onClose={onClose}>
      <form class="m-form" onSubmit={save} noValidate>
        {goneAt !== null && <Gone episode={withFields(episode, shown)} at={goneAt} onLeave={drop} />}
        {conflicts.length > 0 && (
          <div class="failure" role="alert" data-testid="conflict">
            <p>
              <strong>{text.edit.changedMeanwhile}</strong>
            </p>
            <p>{text.edit.both}</p>
          </div>
        )}
        <EpisodeFields {...{ problems, knownTags, typedTag }} fields={shown} onTypeTag={setTypedTag} onChange={change} below={theirs} />
        {failed && <FailureNote failure={failureOf(error, text.edit.failed)} />}
        {stale !== '' && stale !== episode.updated_at && conflicts.length === 0 && (
          <p class="m-theirs" role="status">
            {text.edit.merged}
          </p>
        )}
        <div class="buttons">
          <button type="button" class="secondary" data-testid="edit-cancel" onClick={drop}>
            {text.cancel}
          </button>
          <button class="primary" disabled={busy || goneAt !== null} data-testid="edit-save">
            {busy ? text.edit.saving : conflicts.length > 0 ? text.edit.saveAnyway : text.save}
          </button>
        </div>
      </form>
    </Modal>
  )
}

/** Returns the episode as the form has it, as far as the form can be read. */
function withFields(episode: Detail, { reward, metadata, ...fields }: Fields): Detail {
  return { ...episode, ...fields, reward: Number(reward) || 0, metadata: objectIn(metadata) ?? {} }
}

/** Takes a saved change back, unless the episode has changed since. */
function undoOf({ id, updated_at }: Detail, revert: Changes): Action {
  const run = async () => {
    try {
      await updateEpisode(id, revert, updated_at)
      graphChanged()
      return { text: text.edit.undone(id) }
    } catch (error) {
      const { headline, details } = failureOf(error as ApiError, text.edit.undoRefused(id))
      const isStale = (error as ApiError).code === 'conflict'
      return { isError: true, isFinal: isStale, text: headline, details: isStale ? [text.edit.changedSince] : details }
    }
  }
  return { key: `saved/${id}`, label: common.undo, busyLabel: common.undoing, run, lasts: UNDO_TIME }
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
