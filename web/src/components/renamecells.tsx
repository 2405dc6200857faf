import { diffNames, type Piece } from '../diff.ts'
import { escapeInvisible } from '../escape.ts'
import { memo } from '../memo.ts'
import { splitPath, type RenamedFile } from '../plan.ts'

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

function removed({ text, changed }: Piece) {
  return changed ? <del>{text}</del> : text
}

function added({ text, changed }: Piece) {
  return changed ? <ins>{text}</ins> : text
}
