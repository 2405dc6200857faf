import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { draftOf } from '../drafts.ts'
import { memo } from '../memo.ts'
import { episodeCode, rowOrder, type Part, type Plan, type PlanDetail } from '../plan.ts'
import { toggleRows, withRows } from '../rows.ts'
import { text } from '../strings.ts'
import { NameFilter } from './namefilter.tsx'
import { Row } from './row.tsx'
import { rowKey } from './rowform.tsx'
import { ShiftDialog, type Scope } from './shiftdialog.tsx'
import type { Edit } from './unrecognised.tsx'

/** Shorter plans need no filter. */
const FILTER_MIN_ROWS = 9
const FIRST_ROWS = 100
const MORE_ROWS = 500

interface Props {
  detail: PlanDetail
  problems: ReadonlyMap<number, string[]>
  /** The part of each row. */
  parts: Part[]
  /** The only part that is shown; null shows all. */
  part: Part | null
  excluded: ReadonlySet<number>
  /** The rows with a tick that cannot be applied. */
  leftOut: ReadonlySet<number>
  /** Null if rows cannot be excluded. */
  onExclude: ((excluded: ReadonlySet<number>) => void) | null
  /** Null if rows cannot be edited. */
  onEdit: Edit | null
}

/** The rows of a plan. */
export const PlanTable = memo<Props>((props) => {
  const { detail, problems, parts, excluded, leftOut, onExclude, onEdit } = props
  const { plan, titles, edited } = detail
  // A draft stays open: nothing else would show that it is there.
  const isDraft = (row: number) => draftOf(rowKey(plan.id, plan.files[row]!)) !== null
  const [editing, setEditing] = useState<ReadonlySet<number>>(() => new Set(plan.files.map((_, row) => row).filter(isDraft)))
  const [shifting, setShifting] = useState(false)
  const [filter, setFilter] = useState('')
  const part = props.part !== null && parts.includes(props.part) ? props.part : null // it may have become empty
  const rowTexts = useMemo(() => searchable(plan, titles), [plan.files, titles])
  const groups = useMemo(() => groupsOf(plan, problems), [plan.files]) // not by the problems: no row moves while one reads
  const order = useMemo(() => groups.flatMap(({ rows }) => rows), [groups])
  const was = useMemo(() => new Map(edited.map((row) => [row.row, row.was ?? ''])), [edited])
  const shown = useMemo(() => {
    const query = filter.trim().toLowerCase()
    const matches = (row: number) =>
      (part === null || parts[row] === part) && (query === '' || rowTexts[row]!.includes(query))
    return order.filter((row) => editing.has(row) || matches(row)) // a hidden form could not be saved
  }, [rowTexts, order, filter, editing, part, part && parts])
  const isShown = useMemo(() => new Set(shown), [shown])
  const onToggle = useToggle(shown, excluded, onExclude)
  const body = useRef<HTMLTableSectionElement>(null)
  const latestIsDraft = useRef(isDraft)
  latestIsDraft.current = isDraft
  const startEdit = useCallback((row: number) => setEditing((rows) => new Set([...rows].filter(latestIsDraft.current)).add(row)), [])
  const endEdit = useCallback((row: number) => {
    setEditing((rows) => new Set([...rows].filter((other) => other !== row)))
    setTimeout(() => focusRow(body.current, row))
  }, [])
  useEffect(() => ensureTabStop(body.current), [shown])

  const drawnRows = useGradualCount(plan.files.length)
  const kind = plan.task === 'rename-files' ? 'rename' : 'recognition'
  const selectable = onExclude !== null || excluded.size > 0
  const titled = titles.length > 0
  const names = kind === 'rename' ? [text.from, text.to] : [text.season, text.episode, ...(titled ? [text.episodeTitle] : []), text.file]
  const firsts = useMemo(() => new Map(groups.length > 1 ? groups.map((group) => [group.rows[0]!, group]) : []), [groups])
  return (
    <>
      <div class="tools">
        {plan.files.length >= FILTER_MIN_ROWS && (
          <NameFilter value={filter} onChange={setFilter} testId="filter" />
        )}
        {onEdit !== null && plan.task === 'recognize-media-file' && plan.files.length > 1 && (
          <button class="secondary small" data-testid="shift" onClick={() => setShifting(true)}>
            {text.shift.open}
          </button>
        )}
        <span class="shown muted" role="status">
          {shown.length < plan.files.length && text.shown(shown.length, plan.files.length)}
        </span>
      </div>
      <table
        role="table"
        class={['rows', kind, selectable ? '' : 'no-checkbox', titled ? 'titled' : '', onEdit === null ? '' : 'editable'].join(' ')}
        aria-label={text.rowsOf(plan.mediaFolderPath)}
        aria-rowcount={plan.files.length + 1}
      >
        <thead role="rowgroup">
          <tr role="row">
            {selectable && (
              <th role="columnheader" scope="col" class="check">
                <CheckAll
                  label={shown.length < plan.files.length ? text.allShownRows : text.allRows}
                  rows={shown}
                  excluded={excluded}
                  onExclude={onExclude}
                  testid="check-all"
                />
              </th>
            )}
            {names.map((name) => (
              <th key={name} role="columnheader" scope="col" class={name === text.file ? 'file' : undefined}>
                {name}
              </th>
            ))}
            {onEdit !== null && (
              <th role="columnheader" scope="col">
                <span class="visually-hidden">{text.edit}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body} onKeyDown={moveFocus} onFocusIn={moveTabStop}>
          {order.slice(0, drawnRows).flatMap((index, place) => {
            const file = plan.files[index]!
            const group = firsts.get(index)
            return [
              group !== undefined && <GroupRow key={`group ${group.name}`} {...{ group, shown: isShown, selectable, excluded, onExclude }} />,
              <Row
                key={index}
                planId={plan.id}
                index={index}
                place={place}
                file={file}
                folder={plan.mediaFolderPath}
                title={titled ? (titles[index] ?? '') : null}
                was={was.get(index) ?? null}
                selectable={selectable}
                included={!excluded.has(index)}
                leftOut={leftOut.has(index) && !excluded.has(index)}
                hidden={!isShown.has(index)}
                problems={problems.get(index)?.join('\n') ?? ''}
                editing={editing.has(index)}
                onToggle={onToggle}
                onEdit={onEdit}
                onStartEdit={startEdit}
                onEndEdit={endEdit}
              />,
            ]
          })}
        </tbody>
      </table>
      {shown.length === 0 && plan.files.length > 0 && <p class="hint">{text.noMatch}</p>}
      {shifting && onEdit !== null && plan.task === 'recognize-media-file' && (
        <ShiftDialog
          files={plan.files}
          scopes={scopesOf(plan, order, excluded, shown)}
          onEdit={onEdit}
          onClose={() => setShifting(false)}
        />
      )}
    </>
  )
})

/**
 * Returns how many rows to draw: first enough for any screen, then more in steps, so that the page stays
 * responsive.
 */
function useGradualCount(all: number): number {
  const [drawnRows, setDrawn] = useState(FIRST_ROWS)
  useEffect(() => {
    if (drawnRows >= all) return
    const timer = setTimeout(() => setDrawn(drawnRows + MORE_ROWS))
    return () => clearTimeout(timer)
  }, [drawnRows, all])
  return drawnRows
}

/** Rows below one heading. */
interface Group {
  name: string
  rows: number[]
}

/** Groups the rows: first those with problems, then by season. */
function groupsOf(plan: Plan, problems: Props['problems']): Group[] {
  const order = rowOrder(plan)
  const [bad, good] = [order.filter((row) => problems.has(row)), order.filter((row) => !problems.has(row))]
  const seasons = [...seasonsOf(plan, good)].map(([season, rows]) => ({ name: text.seasonGroup(season), rows }))
  const rest = plan.task === 'rename-files' ? [{ name: text.restGroup, rows: good }] : seasons
  return [{ name: text.problemGroup, rows: bad }, ...rest].filter(({ rows }) => rows.length > 0)
}

/** Returns the rows of each season, in the order of the table. A rename has none. */
function seasonsOf(plan: Plan, order: number[]): Map<number, number[]> {
  const seasons = new Map<number, number[]>()
  if (plan.task === 'rename-files') return seasons
  for (const row of order) {
    const { season } = plan.files[row]!
    const rows = seasons.get(season)
    if (rows === undefined) seasons.set(season, [row])
    else rows.push(row)
  }
  return seasons
}

/** Returns the choices of rows whose numbers can be shifted together. */
function scopesOf(plan: Plan, order: number[], excluded: ReadonlySet<number>, shown: number[]): Scope[] {
  const seasons = seasonsOf(plan, order)
  const ticked = order.filter((row) => !excluded.has(row))
  const scopes = [{ name: text.shift.ticked(ticked.length), rows: ticked }]
  if (shown.length < order.length) scopes.unshift({ name: text.shift.shown(shown.length), rows: shown })
  if (seasons.size > 1) {
    for (const [season, rows] of seasons) scopes.push({ name: text.shift.season(text.seasonGroup(season), rows.length), rows })
  }
  return scopes
}

interface GroupRowProps {
  group: Group
  shown: ReadonlySet<number>
  selectable: boolean
  excluded: ReadonlySet<number>
  onExclude: Props['onExclude']
}

/** The heading of a group with a tick for its rows, hidden while none of them is shown. */
function GroupRow({ group, shown, selectable, excluded, onExclude }: GroupRowProps) {
  const rows = group.rows.filter((row) => shown.has(row))
  return (
    <tr role="row" class="group" hidden={rows.length === 0} data-testid="group-row">
      {selectable && (
        <td role="cell" class="check">
          <CheckAll label={text.includeGroup(group.name)} rows={rows} excluded={excluded} onExclude={onExclude} testid="check-group" inGrid />
        </td>
      )}
      <th role="rowheader" scope="rowgroup">
        {group.name} <span class="count">{text.files(rows.length)}</span>
      </th>
    </tr>
  )
}

/** Returns the text that the filter searches, for each row. */
function searchable(plan: Plan, titles: string[]): string[] {
  const start = plan.mediaFolderPath.length
  const inside = (path: string) => (path.startsWith(plan.mediaFolderPath) ? path.slice(start) : path)
  const lines =
    plan.task === 'rename-files'
      ? plan.files.map(({ from, to }) => `${inside(from)}\n${inside(to)}`)
      : plan.files.map((file, row) => `${episodeCode(file)}\n${titles[row] ?? ''}\n${inside(file.path)}`)
  return lines.map((line) => line.toLowerCase())
}

export type Toggle = (row: number, include: boolean, range: boolean) => void

/** Returns the same function at every draw, so that a click redraws one row instead of all. */
function useToggle(shown: number[], excluded: ReadonlySet<number>, onExclude: Props['onExclude']): Toggle | null {
  const anchor = useRef<number | null>(null)
  const latest = useRef({ shown, excluded, onExclude })
  latest.current = { shown, excluded, onExclude }
  const toggle = useCallback<Toggle>((row, include, range) => {
    const { shown, excluded, onExclude } = latest.current
    onExclude?.(toggleRows(excluded, shown, row, include, range ? anchor.current : null))
    anchor.current = row
  }, [])
  return onExclude === null ? null : toggle
}

interface CheckAllProps {
  label: string
  rows: number[]
  excluded: ReadonlySet<number>
  onExclude: Props['onExclude']
  testid: string
  /** Whether it stands among the rows, which are one tab stop. */
  inGrid?: boolean
}

/** One tick for several rows. */
function CheckAll({ label, rows, excluded, onExclude, testid, inGrid = false }: CheckAllProps) {
  const checkbox = useRef<HTMLInputElement>(null)
  const included = rows.filter((row) => !excluded.has(row)).length
  useEffect(() => {
    if (checkbox.current !== null) checkbox.current.indeterminate = included > 0 && included < rows.length
  })
  return (
    <label class="hit-area">
      <input
        ref={checkbox}
        type="checkbox"
        tabIndex={inGrid ? -1 : 0}
        aria-label={label}
        data-testid={testid}
        disabled={onExclude === null || rows.length === 0}
        checked={rows.length > 0 && included === rows.length}
        onChange={(event) => onExclude?.(withRows(excluded, rows, event.currentTarget.checked))}
      />
      {!inGrid && <span class="check-label">{text.all}</span>}
    </label>
  )
}

const CHECKBOX = 'input[type="checkbox"]'
const CHECKBOXES = `tr:not([hidden]) ${CHECKBOX}`

/** Returns the focus to a row after it was edited. */
function focusRow(body: HTMLElement | null, row: number): void {
  body?.querySelector<HTMLElement>(`tr[data-index="${row}"] ${CHECKBOX}`)?.focus()
}

/** Makes the rows a single tab stop: the row that had the focus last. */
function ensureTabStop(body: HTMLElement | null): void {
  if (body?.querySelector('tr:not([hidden]) input[tabindex="0"]') === null) {
    body.querySelector<HTMLInputElement>(CHECKBOXES)?.setAttribute('tabindex', '0')
  }
}

function moveTabStop({ target, currentTarget }: { target: EventTarget | null; currentTarget: HTMLElement }): void {
  if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox') return
  for (const checkbox of currentTarget.querySelectorAll('input[tabindex="0"]')) checkbox.setAttribute('tabindex', '-1')
  target.tabIndex = 0
}

/** Moves the focus between visible rows with the arrow keys. */
function moveFocus(event: KeyboardEvent): void {
  const row = (event.target as HTMLElement).closest('tr')
  if (event.key === 'e' && !event.ctrlKey && !event.metaKey && !event.altKey) row?.querySelector<HTMLElement>('[data-testid="edit-row"]')?.click()
  if (row === null || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
  event.preventDefault()
  const neighbour = event.key === 'ArrowDown' ? 'nextElementSibling' : 'previousElementSibling'
  let next = row[neighbour] as HTMLElement | null
  while (next !== null && (next.hidden || next.querySelector(CHECKBOX) === null)) next = next[neighbour] as HTMLElement | null
  next?.querySelector<HTMLElement>(CHECKBOX)?.focus()
}
