import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { nextPlan } from '../inbox.ts'
import type { PlanCheck, PlanEdit } from '../api.ts'
import { confirmPlan, markDone, rejectPlan, saveEdit, type Failure } from '../decisions.ts'
import { forgetRows, keepRows, keptRows } from '../excluded.ts'
import { useKeys } from '../keys.ts'
import { refusedUndos } from '../notices.ts'
import { usePause } from '../pause.ts'
import { baseName, isReady, partsOf, problemsByRow, type Part, type Plan, type PlanDetail, type PlanProblem } from '../plan.ts'
import { markedRows } from '../problems.ts'
import { followLink, navigate, planUrl } from '../router.ts'
import { relativeProblems } from '../api.ts'
import { withRows } from '../rows.ts'
import { session } from '../session.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'
import { focusUnsaved, unsaved } from '../unsaved.ts'
import { useCheck } from '../usecheck.ts'
import { usePlan } from '../useplan.ts'
import { DecidedBar } from './decidedbar.tsx'
import { DecisionBar } from './decisionbar.tsx'
import { focusFirstProblem } from './failurenote.tsx'
import { PlanHead } from './planhead.tsx'
import { PlanTable } from './plantable.tsx'
import { RejectDialog } from './rejectdialog.tsx'
import { focusUncertain, Uncertain } from './uncertain.tsx'
import { Unrecognised } from './unrecognised.tsx'

interface Props {
  id: string
  cause: 'decision' | 'navigation' | 'load'
}

/** One plan: its rows and the decision about it. */
export function PlanPage({ id, cause }: Props) {
  const { detail, error, reload } = usePlan(id)
  if (detail !== null) return <PlanContent key={id} {...{ detail, cause, reload }} />
  if (error === null) return <p class="hint">{text.loading}</p>
  return (
    <section class="empty" role="alert" data-testid="plan-failure">
      <h2>{error.status === 404 ? text.notFound : text.planFailed}</h2>
      {error.status !== 404 && <p>{error.message}</p>}
      <a href={planUrl(null)} onClick={followLink}>
        {text.backToList}
      </a>
    </section>
  )
}

type ContentProps = Pick<Props, 'cause'> & {
  detail: NonNullable<ReturnType<typeof usePlan>['detail']>
  reload: () => Promise<void>
}

function PlanContent({ detail, cause, reload }: ContentProps) {
  const { plan } = detail
  const { canDecide } = useStore(session)
  const [excludedRows, setExcludedRows] = useExcludedRows(plan)
  const [sidecars, setSidecars] = useState(true)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [part, setPart] = useState<Part | null>(null)
  const [warned, setWarned] = useState(false)
  const edits = useStore(unsaved).forms.size
  const [busy, setBusy] = useState(false)
  const [rejecting, setRejecting] = useState(false)
  const paused = usePause(cause === 'decision')
  const wasPending = useRef(plan.status === 'pending')
  const page = useRef<HTMLElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    page.current?.parentElement?.scrollTo(0, 0)
  }, [])

  const open = plan.status === 'pending' && isReady(plan) && plan.appliedAt === undefined
  const excluded = useMemo(() => (open ? excludedRows : new Set(plan.excluded)), [open, excludedRows, plan])
  useEffect(() => {
    if (edits === 0) setWarned(false)
  }, [edits])
  const check = useCheck(detail, excludedRows, open, reload)
  const refused = useStore(refusedUndos).byPlan.get(plan.id)
  const { marked, rows: markedThen } = useMemo(() => markedRows(detail, relativeProblems(refused ?? [], plan)), [detail, refused])
  // For an applied or decided plan, the current problems on disk no longer matter.
  const problems = useMemo(
    () => (plan.status === 'pending' && plan.appliedAt === undefined ? shownProblems(detail, check, open, excludedRows) : markedThen),
    [detail, check.problems, check.leaveOut, open, excludedRows, markedThen],
  )
  useEffect(() => {
    if (refused !== undefined && refused.length > 0) showProblems()
  }, [refused])
  const rows = useMemo(() => problemsByRow([...problems, ...(failure?.problems ?? [])]), [problems, failure])
  const canAct = open && canDecide && !busy && !paused
  const canReject = canAct || (plan.status === 'pending' && !isReady(plan) && canDecide && !busy && !paused)
  const blocked = check.problems.some(({ index }) => index === undefined)
  const selected = blocked ? 0 : plan.files.length - excluded.size - check.leaveOut.length
  const leftOutRows = useMemo(() => new Set(open ? check.leaveOut : []), [open, check.leaveOut])
  const parts = useMemo(() => partsOf(plan, open ? excluded : withRows(excluded, rows.keys(), true), rows), [plan, open, excluded, rows])
  const leftOut = blocked ? plan.files.length - excluded.size : check.leaveOut.length

  const edit = async (change: PlanEdit): Promise<string | null> => {
    const failed = await saveEdit(detail, change)
    setFailure(null)
    await reload()
    return failed
  }
  const latestEdit = useRef(edit)
  latestEdit.current = edit
  const onEdit = useMemo(() => (open && canDecide ? (change: PlanEdit) => latestEdit.current(change) : null), [open, canDecide])

  /** Runs a decision. On success it opens the next plan, otherwise it reloads this one. */
  const decide = async (decision: () => Promise<Failure | null>): Promise<Failure | null> => {
    const next = nextPlan(plan.id)
    setBusy(true)
    setFailure(null)
    const failed = await decision()
    if (failed === null) {
      forgetRows(plan.id)
      navigate(planUrl(next), 'decision')
      return null
    }
    await reload()
    setBusy(false)
    return failed
  }
  const confirm = async () => {
    if (!canAct || selected === 0) return
    const stopped = focusUnsaved()
    setWarned(stopped)
    if (stopped) return setFailure(null)
    setFailure(
      await decide(async () => {
        const { leaveOut } = await check.update().catch(() => check)
        if (leaveOut.join() !== check.leaveOut.join()) return { headline: text.notApplied(plan), details: [text.changedMeanwhile], problems: [] }
        return confirmPlan(detail, [...new Set([...excludedRows, ...leaveOut])].sort((a, b) => a - b), sidecars)
      }),
    )
  }
  const showProblems = () => {
    setPart('problem')
    setTimeout(focusFirstProblem) // once the other rows are hidden
  }
  const complete = async () => setFailure(await decide(() => markDone(plan)))
  useKeys({
    c: (event) => !event.repeat && !isOtherFocused(plan.id) && void confirm(),
    x: (event) => canReject && !event.repeat && !isOtherFocused(plan.id) && setRejecting(true),
    u: focusUncertain,
    '/': () => page.current?.querySelector<HTMLInputElement>('[data-testid="filter"]')?.focus(),
  })

  return (
    <article class="plan" ref={page} data-testid="plan" data-plan-id={plan.id}>
      <PlanHead
        plan={plan}
        warnings={open ? detail.warnings : []}
        remember={open ? detail.remember : []}
        problems={problems}
        history={detail.history}
        marked={marked}
        parts={parts}
        part={part}
        onPart={setPart}
        uncertain={open ? detail.uncertain.length : 0}
        unrecognised={open ? detail.unrecognised.length : 0}
        takeFocus={cause !== 'load'}
        sidecars={open && plan.task === 'rename-files' ? { on: sidecars, set: setSidecars } : null}
      />
      {plan.files.length > 0 && (
        <PlanTable
          detail={detail}
          problems={rows}
          parts={parts}
          part={part}
          excluded={excluded}
          leftOut={leftOutRows}
          onExclude={open ? setExcludedRows : null}
          onEdit={onEdit}
        />
      )}
      {open && detail.uncertain.length > 0 && (
        <Uncertain planId={plan.id} files={detail.uncertain} folder={plan.mediaFolderPath} onEdit={onEdit} />
      )}
      {open && detail.unrecognised.length > 0 && (
        <Unrecognised planId={plan.id} files={detail.unrecognised} reasons={detail.reasons} guesses={detail.guesses} folder={plan.mediaFolderPath} onAdd={onEdit} />
      )}
      {plan.status === 'pending' ? (
        <DecisionBar
          plan={plan}
          failure={failure ?? (warned && edits > 0 ? { headline: text.unsaved(edits), details: [], problems: [] } : null)}
          canDecide={canDecide}
          busy={busy}
          enabled={!busy && !paused}
          selected={selected}
          leftOut={leftOut}
          onShowProblems={rows.size === 0 ? null : showProblems}
          markedRows={failure === null ? 0 : problemsByRow(failure.problems).size}
          onConfirm={confirm}
          onReject={() => setRejecting(true)}
          onDone={complete}
        />
      ) : (
        <DecidedBar
          plan={plan}
          history={detail.history}
          parts={parts}
          refused={refused ?? []}
          elsewhere={wasPending.current}
          failure={failure && { ...failure, headline: text.decidedByOther }}
          onUndone={reload}
        />
      )}
      {rejecting && plan.status === 'pending' && (
        <RejectDialog
          planId={plan.id}
          name={baseName(plan.mediaFolderPath)}
          unfinished={!isReady(plan)}
          onReject={(reason) => decide(() => rejectPlan(plan, reason))}
          onClose={() => setRejecting(false)}
        />
      )}
    </article>
  )
}

/** Returns the excluded rows and their setter. They survive a look at another plan and a reload. */
function useExcludedRows({ id, status, files }: Plan): [ReadonlySet<number>, (rows: ReadonlySet<number>) => void] {
  const [rows, setRows] = useState<ReadonlySet<number>>(() => keptRows(id, files.length))
  useEffect(() => {
    if (status !== 'pending') forgetRows(id)
  }, [id, status])
  const change = useCallback(
    (rows: ReadonlySet<number>) => {
      setRows(rows)
      keepRows(id, rows)
    },
    [id],
  )
  return [rows, change]
}

/** Whether the focus is on another plan in the list. A key that decides would seem to mean that one. */
function isOtherFocused(planId: string): boolean {
  const focused = document.activeElement?.closest<HTMLElement>('[data-plan-id]') ?? null
  return focused !== null && focused.dataset['planId'] !== planId
}

/** The problems of the selected rows as checked, and those that excluded rows have in the whole plan. */
function shownProblems({ problems }: PlanDetail, check: PlanCheck, open: boolean, excluded: ReadonlySet<number>): PlanProblem[] {
  if (!open) return problems
  const own = new Set(check.problems.map(({ index }) => index))
  return [
    ...check.problems,
    ...check.leaveOut.filter((row) => !own.has(row)).map((index) => ({ index, text: text.blocked })),
    ...problems.filter(({ index }) => index !== undefined && excluded.has(index)),
  ]
}
