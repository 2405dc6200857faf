import type { Failure } from '../decisions.ts'
import { nextPlan } from '../inbox.ts'
import { act, notify, undoOf } from '../notices.ts'
import type { Plan } from '../plan.ts'
import { followLink, planUrl } from '../router.ts'
import { text } from '../strings.ts'
import { FailureNote } from './failurenote.tsx'

interface Props {
  plan: Plan
  /** Whether the plan was still pending when it was opened here. */
  elsewhere: boolean
  failure: Failure | null
  onUndone: () => Promise<void>
}

/** Shows the outcome of a decided plan. */
export function DecidedBar({ plan, elsewhere, failure, onUndone }: Props) {
  const next = nextPlan(plan.id)
  const undoable =
    plan.task === 'rename-files' && plan.status === 'completed' && plan.appliedAt !== undefined && plan.undoneAt === undefined
  const undoRename = async () => {
    await act(notify(text.undoing, undoOf(plan)))
    await onUndone()
  }
  return (
    <div class="bar">
      {failure !== null && <FailureNote failure={failure} />}
      <div class="bar-line">
        <p class="bar-note" role="status" data-testid="decided">
          <strong>{text.decided(plan.status, elsewhere)}</strong> {plan.undoneAt !== undefined && text.undone}
          {plan.reason !== undefined && plan.reason !== '' && <span class="reason">{text.givenReason(plan.reason)}</span>}
        </p>
        {undoable && (
          <button class="secondary" data-testid="undo-decided" onClick={() => void undoRename()}>
            {text.undo}
          </button>
        )}
        <a class="button secondary" href={planUrl(next)} onClick={followLink}>
          {next === null ? text.backToList : text.next}
        </a>
      </div>
    </div>
  )
}
