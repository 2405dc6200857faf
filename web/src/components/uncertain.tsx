import { useState } from 'preact/hooks'
import type { PlanEdit } from '../api.ts'
import { groupBy } from '../grouped.ts'
import { episodeCode, patternOf, splitPath, type PlanDetail, type UncertainFile } from '../plan.ts'
import { numberingFor, reasonText, type Numbering } from '../reasons.ts'
import { focusInMiddle } from '../reveal.ts'
import { text } from '../strings.ts'
import { FileForm, type Edit } from './unrecognised.tsx'

/** How many files of a pattern are drawn at first, and how many patterns. */
const FIRST_FILES = 3
const FIRST_PATTERNS = 30

interface Props {
  planId: string
  files: PlanDetail['uncertain']
  folder: string
  /** Null if the person may not edit. */
  onEdit: Edit | null
}

/** Moves the focus to the heading of the section. */
export function focusUncertain(event: Event): void {
  event.preventDefault() // the fragment would become a page of the history
  const heading = document.getElementById('uncertain')
  focusInMiddle(heading, heading)
}

/** The videos with a guess, by the pattern of their names. Each pattern and each file can be moved up to the rows. */
export function Uncertain({ planId, files, folder, onEdit }: Props) {
  const [all, setAll] = useState(false)
  const patterns = groupsOf(files)
  const shown = all ? patterns : patterns.slice(0, FIRST_PATTERNS)
  return (
    <section class="unrecognised uncertain" aria-labelledby="uncertain" data-testid="uncertain">
      <h3 id="uncertain" tabIndex={-1}>{text.uncertain(files.length)}</h3>
      {onEdit !== null && <p class="muted">{text.uncertainHint}</p>}
      {shown.map((similar) => (
        <Pattern key={similar[0]!.path} planId={planId} files={similar} folder={folder} onEdit={onEdit} />
      ))}
      {shown.length < patterns.length && (
        <button class="secondary small" onClick={() => setAll(true)}>
          {text.showAll(files.length)}
        </button>
      )}
    </section>
  )
}

/** Groups the files whose names differ only in their numbers, and the others of a folder with the same reason. */
function groupsOf(files: UncertainFile[]): UncertainFile[][] {
  const patterns = groupBy(files, ({ path }) => patternOf(path))
  const keyOf = ({ path, why }: UncertainFile) => {
    const pattern = patternOf(path)
    return patterns.get(pattern)!.length > 1 ? pattern : `${path.slice(0, path.lastIndexOf('/') + 1)}\n${why}`
  }
  return [...groupBy(files, keyOf).values()]
}

/** Files with similar names or the same reason. */
function Pattern({ planId, files, folder, onEdit }: Props) {
  const [all, setAll] = useState(false)
  const [remembers, setRemembers] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const whys = [...new Set(files.map(({ why }) => why))]
  const numbering = whys.map(numberingFor).find((one) => one !== null) ?? null
  const remember = remembers && numbering !== null ? { remember: [numbering] satisfies Numbering[] } : {}
  const guessed = files.filter(({ guess }) => guess !== null).length
  const moveAll = async () => {
    if (onEdit === null) return
    setBusy(true)
    setFailure((await onEdit({ up: files.map(({ path }) => ({ path })), ...remember })) ?? '')
    setBusy(false)
  }
  const shown = all ? files : files.slice(0, FIRST_FILES)
  return (
    <div class="pattern" role="group" aria-label={text.pattern(files.length, splitPath(files[0]!.path, folder).name)} data-testid="pattern">
      <div class="pattern-head">
        <p class="why" data-testid="why">{whys.map(reasonText).join(' ')}</p>
        {onEdit !== null && files.length > 1 && guessed === files.length && (
          <button class="secondary small" disabled={busy} data-testid="move-alike" onClick={() => void moveAll()}>
            {text.moveAlike(files.length)}
          </button>
        )}
        {onEdit !== null && numbering !== null && (
          <label class="switch">
            <input
              type="checkbox"
              data-testid="remember"
              checked={remembers}
              onChange={(event) => setRemembers(event.currentTarget.checked)}
            />
            {text.remember[numbering]}
          </label>
        )}
        {failure !== '' && (
          <p class="error" role="alert">
            {failure}
          </p>
        )}
      </div>
      <ul>
        {shown.map((file) => (
          <FileForm
            key={file.path}
            planId={planId}
            path={file.path}
            folder={folder}
            guess={file.guess}
            note={noteOf(file, folder)}
            label={text.moveUp}
            labelOf={text.moveUpFile}
            testid="uncertain-file"
            toEdit={(numbers, isAsGuessed) => upOf(file, numbers, isAsGuessed, remember)}
            onEdit={onEdit}
          />
        ))}
      </ul>
      {shown.length < files.length && (
        <button class="quiet small" data-testid="show-alike" onClick={() => setAll(true)}>
          {text.showAll(files.length)}
        </button>
      )}
    </div>
  )
}

/** Returns the edit that moves a file up. A guess that nobody changed is left to the server: it has both episodes of a double one. */
function upOf({ path }: UncertainFile, numbers: { season: number; episode: number }[], isAsGuessed: boolean, remember: PlanEdit): PlanEdit {
  return { up: isAsGuessed ? [{ path }] : numbers.map((one) => ({ path, ...one })), ...remember }
}

/** Says which further episodes the guess has, and what moving the file up would displace. */
function noteOf({ path, further, displaces }: UncertainFile, folder: string): string {
  const also = further.map((guess) => text.alsoEpisode(episodeCode({ ...guess, path })))
  return [...also, ...displaces.map((other) => text.displaces(splitPath(other, folder).name))].join(' ')
}
