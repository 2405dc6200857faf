import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { memo } from '../memo.ts'
import { episodeCode, type Plan, type RecognizedFile, type RenamedFile } from '../plan.ts'
import { toggleRows, withRows } from '../rows.ts'
import { text } from '../strings.ts'
import { Row } from './row.tsx'

/** Shorter plans need no filter. */
const FILTER_MIN_ROWS = 9
const FIRST_ROWS = 100
const MORE_ROWS = 500

interface Props {
  plan: Plan
  problems: ReadonlyMap<number, string[]>
  excluded: ReadonlySet<number>
  /** Null if rows cannot be excluded. */
  onExclude: ((excluded: ReadonlySet<number>) => void) | null
}

/** The rows of a plan. */
export const PlanTable = memo<Props>(({ plan, problems, excluded, onExclude }) => {
  const [filter, setFilter] = useState('')
  const [problemsOnly, setProblemsOnly] = useState(false)
  const onlyProblems = problemsOnly && problems.size > 0
  const rowTexts = useMemo(() => searchable(plan), [plan.files])
  const shown = useMemo(() => {
    const query = filter.trim().toLowerCase()
    const matches = (row: number) =>
      (!onlyProblems || problems.has(row)) && (query === '' || rowTexts[row]!.includes(query))
    return [...rowTexts.keys()].filter(matches)
  }, [rowTexts, filter, onlyProblems, onlyProblems && problems])
  const isShown = useMemo(() => new Set(shown), [shown])
  const onToggle = useToggle(shown, excluded, onExclude)
  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => ensureTabStop(body.current), [shown])

  const drawnRows = useGradualCount(plan.files.length)
  const kind = plan.task === 'rename-files' ? 'rename' : 'recognition'
  const selectable = onExclude !== null || excluded.size > 0
  return (
    <>
      <div class="tools">
        {plan.files.length >= FILTER_MIN_ROWS && (
          <label class="filter">
            <span>{text.filter}</span>
            <input
              type="search"
              placeholder={text.filterHint}
              data-testid="filter"
              value={filter}
              onInput={(event) => setFilter(event.currentTarget.value)}
            />
          </label>
        )}
        {problems.size > 0 && (
          <label class="switch">
            <input
              type="checkbox"
              data-testid="problems-only"
              checked={problemsOnly}
              onChange={(event) => setProblemsOnly(event.currentTarget.checked)}
            />
            {text.onlyProblems}
          </label>
        )}
        {problems.size > 0 && onExclude !== null && (
          <button
            class="secondary small"
            data-testid="leave-out-problems"
            disabled={[...problems.keys()].every((row) => excluded.has(row))}
            onClick={() => onExclude(withRows(excluded, problems.keys(), false))}
          >
            {text.excludeProblems}
          </button>
        )}
        <span class="shown muted" role="status">
          {shown.length < plan.files.length && text.shown(shown.length, plan.files.length)}
        </span>
      </div>
      <table
        role="table"
        class={`rows ${kind} ${selectable ? '' : 'no-checkbox'}`}
        aria-label={text.rowsOf(plan.mediaFolderPath)}
        aria-rowcount={plan.files.length + 1}
      >
        <thead role="rowgroup">
          <tr role="row">
            {selectable && (
              <th role="columnheader" scope="col" class="check">
                <CheckAll
                  shown={shown}
                  excluded={excluded}
                  filtered={shown.length < plan.files.length}
                  onSet={onExclude && ((include) => onExclude(withRows(excluded, shown, include)))}
                />
              </th>
            )}
            {(kind === 'rename' ? [text.from, text.to] : [text.season, text.episode, text.file]).map((name) => (
              <th key={name} role="columnheader" scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body} onKeyDown={moveFocus} onFocusIn={moveTabStop}>
          {(plan.files as (RecognizedFile | RenamedFile)[]).slice(0, drawnRows).map((file, index) => (
            <Row
              key={index}
              index={index}
              file={file}
              folder={plan.mediaFolderPath}
              selectable={selectable}
              included={!excluded.has(index)}
              hidden={!isShown.has(index)}
              problems={problems.get(index)?.join('\n') ?? ''}
              onToggle={onToggle}
            />
          ))}
        </tbody>
      </table>
      {shown.length === 0 && plan.files.length > 0 && <p class="hint">{text.noMatch}</p>}
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

/** Returns the text that the filter searches, for each row. */
function searchable(plan: Plan): string[] {
  const start = plan.mediaFolderPath.length
  const inside = (path: string) => (path.startsWith(plan.mediaFolderPath) ? path.slice(start) : path)
  const lines =
    plan.task === 'rename-files'
      ? plan.files.map(({ from, to }) => `${inside(from)}\n${inside(to)}`)
      : plan.files.map((file) => `${episodeCode(file)}\n${inside(file.path)}`)
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
  shown: number[]
  excluded: ReadonlySet<number>
  filtered: boolean
  onSet: ((include: boolean) => void) | null
}

function CheckAll({ shown, excluded, filtered, onSet }: CheckAllProps) {
  const checkbox = useRef<HTMLInputElement>(null)
  const included = shown.filter((row) => !excluded.has(row)).length
  useEffect(() => {
    if (checkbox.current !== null) checkbox.current.indeterminate = included > 0 && included < shown.length
  })
  return (
    <label class="hit-area">
      <input
        ref={checkbox}
        type="checkbox"
        aria-label={filtered ? text.allShownRows : text.allRows}
        data-testid="check-all"
        disabled={onSet === null || shown.length === 0}
        checked={shown.length > 0 && included === shown.length}
        onChange={(event) => onSet?.(event.currentTarget.checked)}
      />
      <span class="check-label">{text.all}</span>
    </label>
  )
}

const CHECKBOXES = 'tr:not([hidden]) input'

/** Makes the rows a single tab stop: the row that had the focus last. */
function ensureTabStop(body: HTMLElement | null): void {
  if (body?.querySelector('tr:not([hidden]) input[tabindex="0"]') === null) {
    body.querySelector<HTMLInputElement>(CHECKBOXES)?.setAttribute('tabindex', '0')
  }
}

function moveTabStop({ target, currentTarget }: { target: EventTarget | null; currentTarget: HTMLElement }): void {
  if (!(target instanceof HTMLInputElement)) return
  for (const checkbox of currentTarget.querySelectorAll('input[tabindex="0"]')) checkbox.setAttribute('tabindex', '-1')
  target.tabIndex = 0
}

/** Moves the focus between visible rows with the arrow keys. */
function moveFocus(event: KeyboardEvent): void {
  const row = (event.target as HTMLElement).closest('tr')
  if (row === null || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
  event.preventDefault()
  const neighbour = event.key === 'ArrowDown' ? 'nextElementSibling' : 'previousElementSibling'
  let next = row[neighbour] as HTMLElement | null
  while (next?.hidden) next = next[neighbour] as HTMLElement | null
  next?.querySelector('input')?.focus()
}
