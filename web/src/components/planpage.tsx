import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { after } from '../inbox.ts'
import { confirmPlan, markDone, rejectPlan, type Failure } from '../decisions.ts'
import { useKeys } from '../keys.ts'
import { usePause } from '../pause.ts'
import { baseName, isReady, problemsByRow } from '../plan.ts'
import { follow, goTo, planAddress } from '../router.ts'
import { session } from '../session.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'
import { usePlan } from '../useplan.ts'
import { DecidedBar } from './decidedbar.tsx'
import { DecisionBar } from './decisionbar.tsx'
import { PlanHead } from './planhead.tsx'
import { PlanTable } from './plantable.tsx'
import { RejectDialog } from './rejectdialog.tsx'

interface Props {
  id: string
  by: 'decision' | 'hand' | 'load'
}

/** One plan: its rows and the decision about it. */
export function PlanPage({ id, by }: Props) {
  const { detail, refusal, reload } = usePlan(id)
  if (detail !== null) return <Shown key={id} {...{ detail, by, reload }} />
  if (refusal === null) return <p class="hint">{text.loading}</p>
  return (
    <section class="empty" role="alert" data-testid="plan-failure">
      <h2>{refusal.status === 404 ? text.gone : text.planFailed}</h2>
      {refusal.status !== 404 && <p>{refusal.message}</p>}
      <a href="/" onClick={follow}>
        {text.toList}
      </a>
    </section>
  )
}

type ShownProps = Pick<Props, 'by'> & {
  detail: NonNullable<ReturnType<typeof usePlan>['detail']>
  reload: () => Promise<void>
}

function Shown({ detail, by, reload }: ShownProps) {
  const { plan } = detail
  const { mayDecide } = useStore(session)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set<number>())
  const [sidecars, setSidecars] = useState(true)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const [rejecting, setRejecting] = useState(false)
  const paused = usePause(by === 'decision')
  const waited = useRef(plan.status === 'pending')
  const page = useRef<HTMLElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    page.current?.parentElement?.scrollTo(0, 0)
  }, [])

  const open = plan.status === 'pending' && isReady(plan) && plan.appliedAt === undefined
  // For an applied or decided plan, the current problems on disk no longer matter.
  const problems = plan.status === 'pending' && plan.appliedAt === undefined ? detail.problems : []
  const excluded = useMemo(() => (open ? left : new Set(plan.excluded)), [open, left, plan])
  const rows = useMemo(() => problemsByRow([...problems, ...(failure?.problems ?? [])]), [detail, failure])
  const may = open && mayDecide && !busy && !paused
  const chosen = plan.files.length - excluded.size

  /** Runs a decision. On success it opens the next plan, otherwise it reloads this one. */
  const decide = async (decision: () => Promise<Failure | null>): Promise<Failure | null> => {
    const next = after(plan.id)
    setBusy(true)
    setFailure(null)
    const failed = await decision()
    if (failed === null) {
      goTo(planAddress(next), 'decision')
      return null
    }
    await reload()
    setBusy(false)
    return failed
  }
  const confirm = async () => {
    if (!may || chosen === 0) return
    setFailure(await decide(() => confirmPlan(detail, [...left].sort((a, b) => a - b), sidecars)))
  }
  const complete = async () => setFailure(await decide(() => markDone(plan)))
  useKeys({
    c: (event) => !event.repeat && void confirm(),
    x: (event) => may && !event.repeat && setRejecting(true),
    '/': () => page.current?.querySelector<HTMLInputElement>('[data-testid="filter"]')?.focus(),
  })

  return (
    <article class="plan" ref={page} data-testid="plan" data-plan-id={plan.id}>
      <PlanHead
        plan={plan}
        problems={problems}
        problemRows={rows.size}
        leftOut={excluded.size}
        takeFocus={by !== 'load'}
        sidecars={open && plan.task === 'rename-files' ? { on: sidecars, set: setSidecars } : null}
      />
      <PlanTable plan={plan} problems={rows} excluded={excluded} onExclude={open ? setLeft : null} />
      {plan.status === 'pending' ? (
        <DecisionBar
          plan={plan}
          failure={failure}
          mayDecide={mayDecide}
          busy={busy}
          ready={!busy && !paused}
          chosen={chosen}
          chosenProblems={[...rows.keys()].filter((row) => !excluded.has(row)).length}
          markedRows={failure === null ? 0 : problemsByRow(failure.problems).size}
          onConfirm={confirm}
          onReject={() => setRejecting(true)}
          onDone={complete}
        />
      ) : (
        <DecidedBar plan={plan} elsewhere={waited.current} failure={failure && { ...failure, headline: text.late }} onUndone={reload} />
      )}
      {rejecting && plan.status === 'pending' && (
        <RejectDialog
          name={baseName(plan.mediaFolderPath)}
          onReject={(reason) => decide(() => rejectPlan(plan, reason))}
          onClose={() => setRejecting(false)}
        />
      )}
    </article>
  )
}
