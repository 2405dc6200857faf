import { useEffect } from 'preact/hooks'
import { ageOf } from '../age.ts'
import type { DecidedPlan } from '../api.ts'
import { decided, decidedChanged, forgetDecided, loadMoreDecided } from '../decided.ts'
import { escapeInvisible } from '../escape.ts'
import { act, impossibleUndos, notify, undoOf } from '../notices.ts'
import { baseName } from '../plan.ts'
import { followLink, planUrl } from '../router.ts'
import { session } from '../session.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'

/** The decided plans, newest first, loaded when the list is opened. */
export function DecidedList({ open }: { open: string | null }) {
  const { plans, total, failure } = useStore(decided)
  useEffect(() => forgetDecided, [])
  const onToggle = (event: Event) => {
    if ((event.currentTarget as HTMLDetailsElement).open) loadMoreDecided()
    else forgetDecided()
  }
  return (
    <details class="decided" data-testid="decided-list" onToggle={onToggle}>
      <summary>
        {text.decidedPlans} {total > 0 && <span class="count">{total}</span>}
      </summary>
      {failure !== '' && (
        <p class="error" role="alert">
          {text.decidedFailed} {failure}
        </p>
      )}
      {plans === null && failure === '' && <p class="muted">{text.loading}</p>}
      {plans?.length === 0 && <p class="muted">{text.noDecided}</p>}
      <ul>
        {plans?.map((plan) => (
          <li key={plan.id}>
            <Item plan={plan} open={plan.id === open} />
          </li>
        ))}
      </ul>
      {plans !== null && plans.length < total && (
        <button class="secondary small" data-testid="more-decided" onClick={loadMoreDecided}>
          {text.showMore}
        </button>
      )}
    </details>
  )
}

function Item({ plan, open }: { plan: DecidedPlan; open: boolean }) {
  const { canDecide } = useStore(session)
  const { ids: impossible } = useStore(impossibleUndos)
  const facts = [text.kind(plan.task), text.amount(plan.task, plan.fileCount), plan.decidedAt === undefined ? '' : ageOf(plan.decidedAt)]
  const undoPlan = async () => {
    await act(notify(text.undoing, undoOf({ ...plan, applied: plan.fileCount })))
    decidedChanged()
  }
  return (
    <div class="decided-item">
      <a
        class="item"
        href={planUrl(plan.id)}
        title={escapeInvisible(plan.mediaFolderPath)}
        aria-current={open ? 'true' : undefined}
        data-testid="decided-item"
        data-plan-id={plan.id}
        onClick={followLink}
      >
        <bdi class="item-name">{baseName(plan.mediaFolderPath)}</bdi>
        <span class="item-facts">{facts.filter((fact) => fact !== '').join(' · ')}</span>
        <span class="item-state">
          {text.outcome(plan.status, plan.undoneAt !== undefined, plan.decidedBy)}
          {plan.reason !== undefined && `: ${escapeInvisible(plan.reason)}`}
        </span>
      </a>
      {plan.canUndo && canDecide && !impossible.has(plan.id) && (
        <button class="secondary small" data-testid="undo-listed" aria-label={text.undoOf(plan.task, baseName(plan.mediaFolderPath))} onClick={() => void undoPlan()}>
          {text.undo}
        </button>
      )}
    </div>
  )
}
