import { useState } from 'preact/hooks'
import { numberOf, offsetOf } from '../numbers.ts'
import { episodeCode, type RecognizedFile } from '../plan.ts'
import { text } from '../strings.ts'
import { Modal } from './modal.tsx'
import { Field, type Edit } from './unrecognised.tsx'

/** How many rows the preview names. */
const PREVIEW = 3

/** A choice of rows. */
export interface Scope {
  name: string
  rows: number[]
}

interface Props {
  files: RecognizedFile[]
  scopes: Scope[]
  onEdit: Edit
  onClose: () => void
}

/** Adds to the season or the episode of many rows. */
export function ShiftDialog({ files, scopes, onEdit, onClose }: Props) {
  const [choice, setChoice] = useState(0)
  const [season, setSeason] = useState('')
  const [episode, setEpisode] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const rows = scopes[choice]?.rows ?? []
  const [seasons, episodes] = [offsetOf(season), offsetOf(episode)]
  const shifted = (file: RecognizedFile) => ({ ...file, season: file.season + (seasons ?? 0), episode: file.episode + (episodes ?? 0) })
  const nothing = seasons === null || episodes === null || (seasons === 0 && episodes === 0)
  const negative = rows.some((row) => shifted(files[row]!).season < 0 || shifted(files[row]!).episode < 0)
  const examples = rows.slice(0, PREVIEW).map((row) => `${episodeCode(files[row]!)} → ${episodeCode(shifted(files[row]!))}`)
  const shift = async (event: Event) => {
    event.preventDefault()
    if (busy || nothing || negative) return
    setBusy(true)
    const failed = await onEdit({ shiftRows: rows, shiftSeason: seasons, shiftEpisode: episodes })
    setBusy(false)
    if (failed === null) onClose()
    else setFailure(failed)
  }
  return (
    <Modal title={text.shift.title} testid="shift-dialog" onClose={onClose}>
      <form onSubmit={shift}>
        <label for="shift-rows">{text.shift.rows}</label>
        <select id="shift-rows" data-testid="shift-rows" value={choice} onChange={(event) => setChoice(numberOf(event.currentTarget.value) ?? 0)}>
          {scopes.map(({ name }, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </select>
        <div class="fields">
          <Field label={text.shift.addEpisode} value={episode} onInput={setEpisode} testid="shift-episode" signed />
          <Field label={text.shift.addSeason} value={season} onInput={setSeason} testid="shift-season" signed />
        </div>
        <p class={negative ? 'error' : 'muted'} role="status" data-testid="shift-preview">
          {negative ? text.shift.negative : nothing ? text.shift.nothing : text.shift.preview(examples, rows.length)}
        </p>
        {failure !== '' && (
          <p class="error" role="alert">
            {failure}
          </p>
        )}
        <div class="buttons">
          <button type="button" class="secondary" onClick={onClose}>
            {text.shift.cancel}
          </button>
          <button class="primary" disabled={busy || nothing || negative || rows.length === 0} data-testid="shift-confirm">
            {text.shift.confirm(rows.length)}
          </button>
        </div>
      </form>
    </Modal>
  )
}
