import { memo } from '../memo.ts'
import { splitPath, withoutFolder, type RecognizedFile, type RenamedFile } from '../plan.ts'
import { reviewed } from '../problems.ts'
import { text } from '../strings.ts'
import { escapeInvisible } from '../escape.ts'
import type { Toggle } from './plantable.tsx'
import { RenameCells } from './renamecells.tsx'
import { RowForm } from './rowform.tsx'
import type { Edit } from './unrecognised.tsx'
import { Warning } from './warning.tsx'

interface Props {
  planId: string
  index: number
  /** Its place in the table, from 0. */
  place: number
  file: RecognizedFile | RenamedFile
  /** The media folder; names are relative to it. */
  folder: string
  /** The title of its episode; null if the plan has no titles. */
  title: string | null
  /** What it was before a person edited it, empty if it was added, null if nobody did. */
  was: string | null
  selectable: boolean
  included: boolean
  /** Whether it has a tick, but cannot be applied. */
  leftOut: boolean
  hidden: boolean
  /** Its problems, one per line. A string compares equal in memo, where a new list would not. */
  problems: string
  editing: boolean
  onToggle: Toggle | null
  /** Null if rows cannot be edited. */
  onEdit: Edit | null
  onStartEdit: (row: number) => void
  onEndEdit: (row: number) => void
}

const RecognitionCells = memo<{ file: RecognizedFile; folder: string; title: string | null }>(({ file, folder, title }) => {
  const path = splitPath(file.path, folder)
  return (
    <>
      <td role="cell" class="number">
        {file.season}
      </td>
      <td role="cell" class="number">
        {file.episode}
      </td>
      {title !== null && (
        <td role="cell" class="episode-title">
          <bdi>{escapeInvisible(title)}</bdi>
        </td>
      )}
      <td role="cell" class="name" title={escapeInvisible(file.path)}>
        {path.folder !== '' && <bdi class="folder">{path.folder}</bdi>}
        <bdi>{path.name}</bdi>
      </td>
    </>
  )
})

/** One row of a plan. */
export const Row = memo<Props>((props) => {
  const { index, place, file, folder, title, was, selectable, included, leftOut, hidden, problems, editing, onToggle, onEdit } = props
  const name = splitPath('from' in file ? file.from : file.path, folder).name
  const classes = ['row', included ? '' : 'row-excluded', leftOut ? 'row-left-out' : '', problems === '' ? '' : 'row-problem', editing ? 'row-editing' : '']
  const click = (event: MouseEvent) => {
    const control = (event.target as Element).closest('button, input, label, a, form')
    if (control === null && getSelection()?.isCollapsed !== false) onToggle?.(index, !included, event.shiftKey)
  }
  const remedies = { index, name, included, onToggle, onStartEdit: onEdit === null || editing ? null : props.onStartEdit }
  return (
    <tr
      role="row"
      class={classes.join(' ')}
      hidden={hidden}
      aria-rowindex={place + 2}
      data-testid="row"
      data-index={index}
      onClick={onToggle === null ? undefined : click}
    >
      {selectable && (
        <td role="cell" class="check">
          <label class="hit-area">
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={text.includeFile(name)}
              data-testid="row-check"
              disabled={onToggle === null}
              checked={included}
              aria-describedby={leftOut ? `left-out-${index}` : undefined}
              onClick={(event) => onToggle?.(index, event.currentTarget.checked, event.shiftKey)}
            />
          </label>
        </td>
      )}
      {editing && onEdit !== null ? (
        <td role="cell" class="form-cell">
          <RowForm planId={props.planId} row={index} file={file} folder={folder} onEdit={onEdit} onClose={() => props.onEndEdit(index)} />
        </td>
      ) : (
        <>
          {'from' in file ? <RenameCells file={file} folder={folder} /> : <RecognitionCells file={file} folder={folder} title={title} />}
          {onEdit !== null && (
            <td role="cell" class="edit">
              <button class="quiet small" tabIndex={-1} aria-label={text.editRow(name)} data-testid="edit-row" onClick={() => props.onStartEdit(index)}>
                {text.edit}
              </button>
            </td>
          )}
        </>
      )}
      {(problems !== '' || leftOut || was !== null) && (
        <td role="cell" class="problems">
          {was !== null && (
            <p class="was" data-testid="row-was">
              {escapeInvisible(text.edited(withoutFolder(was, folder)))}
            </p>
          )}
          {leftOut && (
            <span id={`left-out-${index}`} class="left-out" data-testid="row-left-out">
              {text.rowLeftOut}
            </span>
          )}
          {problems !== '' &&
            problems.split('\n').map((line, at) => <Problem key={line} line={line} leaves={at === 0} {...remedies} />)}
        </td>
      )}
    </tr>
  )
})

interface ProblemProps extends Pick<Props, 'index' | 'included' | 'onToggle'> {
  line: string
  name: string
  /** Whether it has the button that leaves the row out: one is enough. */
  leaves: boolean
  onStartEdit: Props['onStartEdit'] | null
}

/** A problem of a row, with what solves it. */
function Problem({ line, index, name, included, leaves, onToggle, onStartEdit }: ProblemProps) {
  const { text: said, remedy } = reviewed(line)
  return (
    <p class="error" title={escapeInvisible(line)} data-testid="row-problem">
      <Warning /> {escapeInvisible(said)}
      {included && remedy !== null && onStartEdit !== null && (
        <button
          class="quiet small remedy"
          tabIndex={-1}
          aria-label={text.remedyOf(text.remedy[remedy], name)}
          data-testid="remedy"
          onClick={() => onStartEdit(index)}
        >
          {text.remedy[remedy]}
        </button>
      )}
      {included && leaves && onToggle !== null && (
        <button
          class="quiet small remedy"
          tabIndex={-1}
          aria-label={text.leaveOutFile(name)}
          data-testid="leave-out"
          onClick={() => onToggle(index, false, false)}
        >
          {text.leaveOut}
        </button>
      )}
    </p>
  )
}
