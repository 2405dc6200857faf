import { useRef, useState } from 'preact/hooks'
import type { PlanEdit } from '../api.ts'
import { escapeInvisible } from '../escape.ts'
import { episodeCode, splitPath, type PlanDetail } from '../plan.ts'
import { reasonText } from '../reasons.ts'
import { focusInMiddle } from '../reveal.ts'
import { text } from '../strings.ts'
import { draftOf, keepDraft } from '../drafts.ts'
import { episodesOf, numberOf } from '../numbers.ts'
import { useUnsaved } from '../unsaved.ts'

/** Longer lists are drawn in full on demand. */
const FIRST_FILES = 50

export type Edit = (change: PlanEdit) => Promise<string | null>

interface Props {
  planId: string
  files: string[]
  /** As long as the files; empty if an older program made the plan. */
  reasons: string[]
  guesses: PlanDetail['guesses']
  folder: string
  /** Null if the person may not edit. */
  onAdd: Edit | null
}

/** Moves the focus to the heading of the section. */
export function focusUnrecognised(event: Event): void {
  event.preventDefault() // the fragment would become a page of the history
  const heading = document.getElementById('unrecognised')
  focusInMiddle(heading, heading)
}

/** The videos without a row, each with the reason and with fields to add it. */
export function Unrecognised({ planId, files, reasons, guesses, folder, onAdd }: Props) {
  const [all, setAll] = useState(false)
  const shown = all ? files : files.slice(0, FIRST_FILES)
  return (
    <section class="unrecognised" aria-labelledby="unrecognised" data-testid="unrecognised">
      <h3 id="unrecognised" tabIndex={-1}>{text.unrecognised(files.length)}</h3>
      {onAdd !== null && <p class="muted">{text.unrecognisedHint}</p>}
      <ul>
        {shown.map((path, at) => (
          <FileForm
            key={path}
            planId={planId}
            path={path}
            folder={folder}
            guess={guesses.get(path) ?? null}
            note={reasonText(reasons[at] ?? '')}
            label={text.add}
            labelOf={text.addFile}
            testid="unrecognised-file"
            toEdit={(numbers) => ({ add: numbers.map((one) => ({ ...one, path })) })}
            onEdit={onAdd}
          />
        ))}
      </ul>
      {shown.length < files.length && (
        <button class="secondary small" onClick={() => setAll(true)}>
          {text.showAll(files.length)}
        </button>
      )}
    </section>
  )
}

interface Numbers {
  season: number
  episode: number
}

interface FileProps {
  planId: string
  path: string
  folder: string
  /** What it may be, typed in already. */
  guess: Numbers | null
  /** What is known of it. */
  note: string
  /** The button, and its name for screen readers. */
  label: string
  labelOf: (name: string) => string
  testid: string
  /** Returns the edit that gives the file a row for each of its episodes. */
  toEdit: (numbers: Numbers[], isAsGuessed: boolean) => PlanEdit
  /** Null if the person may not edit. */
  onEdit: Edit | null
}

/** A file without a row, with fields for its season and episode. */
export function FileForm({ planId, path, folder, guess, note, label, labelOf, testid, toEdit, onEdit }: FileProps) {
  const first = (): [string, string] => (guess === null ? ['', ''] : [String(guess.season), String(guess.episode)])
  const key = `plan/${planId}/${path}`
  const [typed, setTyped] = useState(() => draftOf<[string, string]>(key)?.value ?? first())
  const [season, episode] = typed
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const file = splitPath(path, folder)
  const form = useRef<HTMLFormElement>(null)
  useUnsaved(form, key, isAsGiven(typed, first()) ? null : typed)
  const save = async (event: Event) => {
    event.preventDefault()
    const [s, episodes] = [numberOf(season), episodesOf(episode)]
    if (busy || onEdit === null) return
    if (s === null || episodes === null) return setFailure(text.numberNeeded)
    setBusy(true)
    const isAsGuessed = s === guess?.season && episodes.length === 1 && episodes[0] === guess.episode
    const failed = await onEdit(toEdit(episodes.map((e) => ({ season: s, episode: e })), isAsGuessed))
    setBusy(false)
    setFailure(failed ?? '')
    if (failed === null) keepDraft(key, null)
  }
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    setTyped(first())
    setFailure('')
  }
  return (
    <li data-testid={testid}>
      <form ref={form} onSubmit={save} onKeyDown={cancel}>
        <span class="name" title={escapeInvisible(path)}>
          {file.folder !== '' && <bdi class="folder">{file.folder}</bdi>}
          <bdi>{file.name}</bdi>
          {note !== '' && (
            <span class="note" data-testid="file-note">
              {note}
            </span>
          )}
        </span>
        {onEdit !== null ? (
          <span class="fields">
            {guess !== null && (
              <span class="muted" data-testid="guess">
                {text.guess(episodeCode({ ...guess, path }))}
              </span>
            )}
            <Field label={text.season} value={season} onInput={(value) => setTyped([value, episode])} testid="add-season" />
            <Field label={text.episode} value={episode} onInput={(value) => setTyped([season, value])} testid="add-episode" />
            <button class="secondary small" disabled={busy} aria-label={labelOf(file.name)} data-testid="add-file">
              {label}
            </button>
          </span>
        ) : (
          guess !== null && <span class="muted">{text.guess(episodeCode({ ...guess, path }))}</span>
        )}
        {failure !== '' && (
          <p class="error" role="alert">
            {failure}
          </p>
        )}
      </form>
    </li>
  )
}

/** Whether nothing was typed: a guess that is cleared is no edit. */
function isAsGiven(typed: [string, string], given: [string, string]): boolean {
  const values = typed.map((value) => value.trim())
  return values.join('') === '' || values.every((value, at) => value === given[at])
}

interface FieldProps {
  label: string
  value: string
  onInput: (value: string) => void
  testid: string
  /** Whether it may be negative. */
  signed?: boolean
}

/** What offsetOf reads. */
const SIGNED = '\\s*[+\\-−]?[0-9]*\\s*'

/** A whole number with its label beside it. */
export function Field({ label, value, onInput, testid, signed = false }: FieldProps) {
  return (
    <label class="field">
      {label}
      <input
        inputMode={signed ? 'text' : 'numeric'} // the numeric keyboard of a phone has no minus
        pattern={signed ? SIGNED : undefined}
        class="digits"
        data-testid={testid}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  )
}
