import { useEffect, useRef, useState } from 'preact/hooks'
import type { PlanEdit } from '../api.ts'
import { folderStart, splitPath, type RecognizedFile, type RenamedFile } from '../plan.ts'
import { text } from '../strings.ts'
import { Field, type Edit } from './unrecognised.tsx'
import { numberOf } from '../numbers.ts'
import { useUnsaved } from '../unsaved.ts'

interface Props {
  row: number
  file: RecognizedFile | RenamedFile
  folder: string
  onEdit: Edit
  onClose: () => void
}

/** The fields of a row that a person edits. Escape leaves them. */
export function RowForm({ row, file, folder, onEdit, onClose }: Props) {
  const rename = 'from' in file
  const [season, setSeason] = useState(rename ? '' : String(file.season))
  const [episode, setEpisode] = useState(rename ? '' : String(file.episode))
  const [target, setTarget] = useState(rename ? file.to.slice(folderStart(folder).length) : '')
  const saved = rename ? file.to.slice(folderStart(folder).length) : `${file.season} ${file.episode}`
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useUnsaved(form, saved !== (rename ? target : `${season.trim()} ${episode.trim()}`))
  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    field?.focus({ preventScroll: true })
    form.current?.scrollIntoView({ block: 'nearest' })
    if (field instanceof HTMLInputElement) field.select()
  }, [])

  const read = (): PlanEdit | string => {
    if (rename) return target.trim() === '' ? text.nameNeeded : { changes: [{ row, to: folderStart(folder) + target.trim() }] }
    const [s, e] = [numberOf(season), numberOf(episode)]
    return s === null || e === null ? text.numberNeeded : { changes: [{ row, season: s, episode: e }] }
  }
  const save = async (event: Event) => {
    event.preventDefault()
    const change = read()
    if (busy) return
    if (typeof change === 'string') return setFailure(change)
    setBusy(true)
    const failed = await onEdit(change)
    setBusy(false)
    if (failed === null) onClose()
    else setFailure(failed)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation() // the table moves between rows with the arrow keys
    if (event.key === 'Escape') onClose()
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
            value={target}
            onInput={(event) => setTarget(event.currentTarget.value.replace(/\n/g, ''))}
          />
        </label>
      ) : (
        <span class="fields">
          <Field label={text.season} value={season} onInput={setSeason} testid="edit-season" />
          <Field label={text.episode} value={episode} onInput={setEpisode} testid="edit-episode" />
        </span>
      )}
      {failure !== '' && (
        <p class="error" role="alert" data-testid="edit-failure">
          {failure}
        </p>
      )}
      <span class="row-form-buttons">
        <button type="button" class="secondary small" data-testid="edit-cancel" onClick={onClose}>
          {text.reject.cancel}
        </button>
        <button class="primary small" disabled={busy} data-testid="edit-save">
          {busy ? text.saving : text.save}
        </button>
      </span>
    </form>
  )
}
