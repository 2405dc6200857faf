import { diffNames, type Piece } from '../diff.ts'
import { memo } from '../memo.ts'
import { splitPath, type RecognizedFile, type RenamedFile } from '../plan.ts'
import { text } from '../strings.ts'
import { escapeInvisible } from '../escape.ts'
import type { Toggle } from './plantable.tsx'
import { Warning } from './warning.tsx'

interface Props {
  index: number
  file: RecognizedFile | RenamedFile
  /** The media folder; names are relative to it. */
  folder: string
  selectable: boolean
  included: boolean
  hidden: boolean
  /** Its problems, one per line. A string compares equal in memo, where a new list would not. */
  problems: string
  onToggle: Toggle | null
}

const RecognitionCells = memo<{ file: RecognizedFile; folder: string }>(({ file, folder }) => {
  const path = splitPath(file.path, folder)
  return (
    <>
      <td role="cell" class="number">
        {file.season}
      </td>
      <td role="cell" class="number">
        {file.episode}
      </td>
      <td role="cell" class="name" title={escapeInvisible(file.path)}>
        {path.folder !== '' && <bdi class="folder">{path.folder}</bdi>}
        <bdi>{path.name}</bdi>
      </td>
    </>
  )
})

/** The old and the new name with their differences marked. Read-only lists use it too. */
export const RenameCells = memo<{ file: RenamedFile; folder: string }>(({ file, folder }) => {
  const [from, to] = [splitPath(file.from, folder), splitPath(file.to, folder)]
  const [folders, names] = [diffNames(from.folder, to.folder), diffNames(from.name, to.name)]
  return (
    <>
      <td role="cell" class="name from" title={escapeInvisible(file.from)}>
        {from.folder !== '' && <bdi class="folder">{folders.from.map(removed)}</bdi>}
        <bdi>{names.from.map(removed)}</bdi>
      </td>
      <td role="cell" class="name to" title={escapeInvisible(file.to)}>
        {to.folder !== '' && <bdi class="folder">{folders.to.map(added)}</bdi>}
        <bdi>{names.to.map(added)}</bdi>
      </td>
    </>
  )
})

/** One row of a plan. */
export const Row = memo<Props>(({ index, file, folder, selectable, included, hidden, problems, onToggle }) => {
  const name = splitPath('from' in file ? file.from : file.path, folder).name
  const classes = ['row', included ? '' : 'row-excluded', problems === '' ? '' : 'row-problem']
  return (
    <tr role="row" class={classes.join(' ')} hidden={hidden} aria-rowindex={index + 2} data-testid="row" data-index={index}>
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
              onClick={(event) => onToggle?.(index, event.currentTarget.checked, event.shiftKey)}
            />
          </label>
        </td>
      )}
      {'from' in file ? <RenameCells file={file} folder={folder} /> : <RecognitionCells file={file} folder={folder} />}
      {problems !== '' && (
        <td role="cell" class="problems">
          {problems.split('\n').map((line) => (
            <p key={line} class="error" data-testid="row-problem">
              <Warning /> {escapeInvisible(line)}
            </p>
          ))}
        </td>
      )}
    </tr>
  )
})

function removed({ text, changed }: Piece) {
  return changed ? <del>{text}</del> : text
}

function added({ text, changed }: Piece) {
  return changed ? <ins>{text}</ins> : text
}
