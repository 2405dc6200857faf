import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { nextPlan } from '../inbox.ts'
import { confirmPlan, markDone, rejectPlan, type Failure } from '../decisions.ts'
import { useKeys } from '../keys.ts'
import { usePause } from '../pause.ts'
import { baseName, isReady, problemsByRow } from '../plan.ts'
import { followLink, navigate, planUrl } from '../router.ts'
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
  const [excludedRows, setExcludedRows] = useState<ReadonlySet<number>>(new Set<number>())
  const [sidecars, setSidecars] = useState(true)
  const [failure, setFailure] = useState<Failure | null>(null)
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
  // For an applied or decided plan, the current problems on disk no longer matter.
  const problems = plan.status === 'pending' && plan.appliedAt === undefined ? detail.problems : []
  const excluded = useMemo(() => (open ? excludedRows : new Set(plan.excluded)), [open, excludedRows, plan])
  const rows = useMemo(() => problemsByRow([...problems, ...(failure?.problems ?? [])]), [detail, failure])
  const canAct = open && canDecide && !busy && !paused
  const selected = plan.files.length - excluded.size

  /** Runs a decision. On success it opens the next plan, otherwise it reloads this one. */
  const decide = async (decision: () => Promise<Failure | null>): Promise<Failure | null> => {
    const next = nextPlan(plan.id)
    setBusy(true)
    setFailure(null)
    const failed = await decision()
    if (failed === null) {
      navigate(planUrl(next), 'decision')
      return null
    }
    await reload()
    setBusy(false)
    return failed
  }
  const confirm = async () => {
    if (!canAct || selected === 0) return
    setFailure(await decide(() => confirmPlan(detail, [...excludedRows].sort((a, b) => a - b), sidecars)))
  }
  const complete = async () => setFailure(await decide(() => markDone(plan)))
  useKeys({
    c: (event) => !event.repeat && void confirm(),
    x: (event) => canAct && !event.repeat && setRejecting(true),
    '/': () => page.current?.querySelector<HTMLInputElement>('[data-testid="filter"]')?.focus(),
  })

  return (
    <article class="plan" ref={page} data-testid="plan" data-plan-id={plan.id}>
      <PlanHead
        plan={plan}
        problems={problems}
        problemRows={rows.size}
        excluded={excluded.size}
        takeFocus={cause !== 'load'}
        sidecars={open && plan.task === 'rename-files' ? { on: sidecars, set: setSidecars } : null}
      />
      <PlanTable plan={plan} problems={rows} excluded={excluded} onExclude={open ? setExcludedRows : null} />
      {plan.status === 'pending' ? (
        <DecisionBar
          plan={plan}
          failure={failure}
          canDecide={canDecide}
          busy={busy}
          enabled={!busy && !paused}
          selected={selected}
          selectedProblems={[...rows.keys()].filter((row) => !excluded.has(row)).length}
          markedRows={failure === null ? 0 : problemsByRow(failure.problems).size}
          onConfirm={confirm}
          onReject={() => setRejecting(true)}
          onDone={complete}
        />
      ) : (
        <DecidedBar plan={plan} elsewhere={wasPending.current} failure={failure && { ...failure, headline: text.decidedByOther }} onUndone={reload} />
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
