import { applyPlan, ApiError, canUndo, editPlan, isUnknown, relativeProblems, updatePlan, type PlanEdit } from './api.ts'
import { runDecision } from './inbox.ts'
import { notify, undoOf, type Action } from './notices.ts'
import { withoutFolder, type Plan, type PlanDetail, type PlanProblem } from './plan.ts'
import { text } from './strings.ts'

/** Decisions about plans. Each resolves to null on success, otherwise to the failure to show. */

export interface Failure {
  headline: string
  details: string[]
  problems: PlanProblem[]
}

/** Applies the plan as shown, without the excluded rows, and then marks it as completed. */
export async function confirmPlan(detail: PlanDetail, exclude: number[], sidecars: boolean): Promise<Failure | null> {
  const { plan, etag } = detail
  let applied = false
  try {
    await runDecision(plan, async () => {
      await applyPlan(plan.id, etag, exclude, sidecars)
      applied = true
      await updatePlan(plan.id, 'completed')
    })
  } catch (error) {
    return toFailure(error as ApiError, plan, applied ? text.appliedNotMarked(plan) : text.notApplied(plan))
  }
  const count = plan.files.length - exclude.length
  notify(text.done(plan, count), await undoable(plan, count))
  return null
}

/** Completes a plan that was already applied. */
export async function markDone(plan: Plan): Promise<Failure | null> {
  try {
    await runDecision(plan, () => updatePlan(plan.id, 'completed'))
  } catch (error) {
    return toFailure(error as ApiError, plan, text.notMarkedDone)
  }
  notify(text.markedDone(plan), await undoable(plan, plan.files.length - (plan.excluded ?? []).length))
  return null
}

export async function rejectPlan(plan: Plan, reason: string): Promise<Failure | null> {
  try {
    await runDecision(plan, () => updatePlan(plan.id, 'rejected', reason))
  } catch (error) {
    return toFailure(error as ApiError, plan, text.notRejected)
  }
  notify(text.rejected(plan))
  return null
}

/** Saves a change of rows. It resolves to null on success, otherwise to the text to show. */
export async function saveEdit({ plan, etag }: PlanDetail, edit: PlanEdit): Promise<string | null> {
  try {
    await editPlan(plan.id, etag, edit)
    return null
  } catch (error) {
    const { status, message } = error as ApiError
    if (status === 412) return text.editedMeanwhile
    return isUnknown(error as ApiError) ? `${text.noAnswer} ${message}` : withoutFolder(message, plan.mediaFolderPath)
  }
}

/** Returns the undo of a plan that was applied. A recognition can be undone if its metadata has the version before. */
async function undoable(plan: Plan, applied: number): Promise<Action | null> {
  const isPossible = plan.task === 'rename-files' || (await canUndo(plan.id).catch(() => false))
  return isPossible ? undoOf({ ...plan, applied }) : null
}

function toFailure(error: ApiError, plan: Plan, headline: string): Failure {
  const { status } = error
  const message = withoutFolder(error.message, plan.mediaFolderPath)
  const problems = relativeProblems(error.problems, plan)
  const wholePlan = problems.filter(({ index }) => index === undefined).map((problem) => problem.text)
  if (isUnknown(error)) return { headline: text.noAnswer, details: [message], problems }
  if (status === 412) return { headline, details: [text.changedMeanwhile], problems }
  return { headline, details: [message, ...wholePlan.filter((line) => !message.includes(line))], problems }
}
