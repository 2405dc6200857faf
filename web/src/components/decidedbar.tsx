import { useEffect, useState } from 'preact/hooks'
import { canUndo } from '../api.ts'
import type { Failure } from '../decisions.ts'
import { nextPlan } from '../inbox.ts'
import { ageOf, useClock } from '../age.ts'
import { act, impossibleUndos, notify, undoOf } from '../notices.ts'
import type { Part, Plan, PlanEvent, PlanProblem } from '../plan.ts'
import { followLink, planUrl } from '../router.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'
import { FailureNote } from './failurenote.tsx'
import { RenameButton } from './renamebutton.tsx'

interface Props {
  plan: Plan
  history: PlanEvent[]
  /** The part of each row. */
  parts: Part[]
  /** The rows that the last undo could not give their old names. */
  refused: PlanProblem[]
  /** Whether the plan was still pending when it was opened here. */
  elsewhere: boolean
  failure: Failure | null
  onUndone: () => Promise<void>
}

/** Reports whether the server can undo a plan, as far as it says. */
function useCanUndo({ id, task, undoneAt }: Plan): boolean {
  const isRename = task === 'rename-files'
  const [isPossible, setPossible] = useState(isRename)
  useEffect(() => {
    if (!isRename) void canUndo(id).then(setPossible, () => setPossible(false))
  }, [id, isRename, undoneAt])
  return isPossible
}

/** Shows the outcome of a decided plan. */
export function DecidedBar({ plan, history, parts, refused, elsewhere, failure, onUndone }: Props) {
  useClock()
  const decisions = history.filter(({ did }) => did !== 'proposed' && did !== 'edited')
  const event = decisions.filter(({ did }) => did !== 'completed').at(-1) ?? decisions.at(-1) // a rename completes its plan
  const applied = plan.files.length - (plan.excluded ?? []).length
  const count = (part: Part) => parts.filter((of) => of === part).length
  const next = nextPlan(plan.id)
  const { ids: impossible } = useStore(impossibleUndos)
  const isPossible = useCanUndo(plan)
  const undoable = isPossible && plan.status === 'completed' && plan.appliedAt !== undefined && plan.undoneAt === undefined && !impossible.has(plan.id)
  const left = [...new Set(refused.flatMap(({ index }) => index ?? []))]
  const undo = undoOf({ ...plan, applied }, left.length < applied ? left : [])
  const undoPlan = async () => {
    await act(notify(text.undoing, undo))
    await onUndone()
  }
  return (
    <div class="bar">
      {failure !== null && <FailureNote failure={failure} />}
      <div class="bar-line">
        <p class="bar-note" role="status" data-testid="decided">
          <strong>
            {text.decidedThen(
              event === undefined ? text.decided(plan.status) : text.happened(plan, event),
              elsewhere && (event?.by ?? '') === '',
              event === undefined ? '' : ageOf(event.at),
            )}
          </strong>{' '}
          {plan.appliedAt !== undefined && plan.undoneAt === undefined && refused.length === 0 && text.leftOutThen(count('out'), count('problem'))}
          {plan.reason !== undefined && plan.reason !== '' && <span class="reason">{text.givenReason(plan.reason)}</span>}
        </p>
        {plan.task === 'recognize-media-file' && plan.status === 'completed' && plan.undoneAt === undefined && (
          <RenameButton folder={plan.mediaFolderPath} class="primary" />
        )}
        {undoable && (
          <button class="secondary" data-testid="undo-decided" onClick={() => void undoPlan()}>
            {undo.label}
          </button>
        )}
        <a class="button secondary" href={planUrl(next)} onClick={followLink}>
          {next === null ? text.backToList : text.next}
        </a>
      </div>
    </div>
  )
}
