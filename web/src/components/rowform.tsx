import { useEffect, useRef, useState } from 'preact/hooks'
import type { PlanEdit } from '../api.ts'
import { folderStart, splitPath, type RecognizedFile, type RenamedFile } from '../plan.ts'
import { text } from '../strings.ts'
import { Field, type Edit } from './unrecognised.tsx'
import { draftOf, keepDraft } from '../drafts.ts'
import { episodesOf, numberOf } from '../numbers.ts'
import { useUnsaved } from '../unsaved.ts'

interface Props {
  planId: string
  row: number
  file: RecognizedFile | RenamedFile
  folder: string
  onEdit: Edit
  onClose: () => void
}

/** The key of the draft of a row. Its file names it, because an agent may add rows. A file without a row has a draft of its own. */
export function rowKey(planId: string, file: RecognizedFile | RenamedFile): string {
  return `plan/${planId}/row/${'from' in file ? file.from : file.path}`
}

/** The fields of a row that a person edits. Escape leaves them. A draft is there again after a reload. */
export function RowForm({ planId, row, file, folder, onEdit, onClose }: Props) {
  const rename = 'from' in file
  const key = rowKey(planId, file)
  const saved = rename ? [file.to.slice(folderStart(folder).length)] : [String(file.season), String(file.episode)]
  const [draft] = useState(() => draftOf<string[]>(key))
  const [typed, setTyped] = useState(draft?.value ?? saved)
  const type = (place: number, value: string) => setTyped((now) => now.map((old, i) => (i === place ? value : old)))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useUnsaved(form, key, saved.every((value, i) => value === (rename ? typed[i] : typed[i]?.trim())) ? null : typed)
  const close = () => {
    keepDraft(key, null)
    onClose()
  }
  useEffect(() => {
    if (draft !== null) return // nobody has asked for the form now
    const field = form.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    field?.focus({ preventScroll: true })
    form.current?.scrollIntoView({ block: 'nearest' })
    if (field instanceof HTMLInputElement) field.select()
  }, [])

  const read = (): PlanEdit | string => {
    const [first = '', second = ''] = typed.map((value) => value.trim())
    if (rename) return first === '' ? text.nameNeeded : { changes: [{ row, to: folderStart(folder) + first }] }
    const [season, episodes] = [numberOf(first), episodesOf(second)]
    if (season === null || episodes === null) return text.numberNeeded
    const [episode, ...others] = episodes
    return { changes: [{ row, season, episode: episode! }], add: others.map((other) => ({ season, episode: other, path: file.path })) }
  }
  const save = async (event: Event) => {
    event.preventDefault()
    const change = read()
    if (busy) return
    if (typeof change === 'string') return setFailure(change)
    setBusy(true)
    const failed = await onEdit(change)
    setBusy(false)
    if (failed === null) close()
    else setFailure(failed)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation() // the table moves between rows with the arrow keys
    if (event.key === 'Escape') close()
    if (rename && event.key === 'Enter' && !event.shiftKey) void save(event)
  }
  const name = splitPath(rename ? file.from : file.path, folder)
  return (
    <form class="row-form" ref={form} onSubmit={save} onKeyDown={onKeyDown} data-testid="row-form">
      <span class="name">
        {name.folder !== '' && <bdi class="folder">{name.folder}</bdi>}
        <bdi>{name.name}</bdi>
      </span>
      {rename ? (
        <label class="target">
          <span class="visually-hidden">{text.target}</span>
          <textarea
            rows={2}
            spellcheck={false}
            data-testid="edit-target"
            value={typed[0]}
            onInput={(event) => type(0, event.currentTarget.value.replace(/\n/g, ''))}
          />
        </label>
      ) : (
        <span class="fields">
          <Field label={text.season} value={typed[0]!} onInput={(value) => type(0, value)} testid="edit-season" />
          <Field label={text.episode} value={typed[1]!} onInput={(value) => type(1, value)} testid="edit-episode" />
        </span>
      )}
      {draft !== null && (
        <p class="muted" data-testid="row-draft">
          {text.draftFrom(draft.at)}
        </p>
      )}
      {failure !== '' && (
        <p class="error" role="alert" data-testid="edit-failure">
          {failure}
        </p>
      )}
      <span class="row-form-buttons">
        <button type="button" class="secondary small" data-testid="edit-cancel" onClick={close}>
          {text.reject.cancel}
        </button>
        <button class="primary small" disabled={busy} data-testid="edit-save">
          {busy ? text.saving : text.save}
        </button>
      </span>
    </form>
  )
}
