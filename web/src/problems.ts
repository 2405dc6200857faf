import type { PlanDetail, PlanProblem } from './plan.ts'
import { text } from './strings.ts'

/** What a person can do about a problem, besides leaving the row out. */
export type Remedy = 'name' | 'numbers' | null

/** Says the problem of a row as a reviewer needs it, and how to solve it. The texts are those of plans/problems.go. */
export function reviewed(problem: string): { text: string; remedy: Remedy } {
  if (/^Source file ".*" does not exist in the media folder$/.test(problem)) return { text: text.gone, remedy: null }
  const taken = /^Target file "(.*)" already exists in the filesystem$/.exec(problem)
  if (taken !== null) return { text: text.taken(taken[1]!), remedy: 'name' }
  if (/^Season \d+ episode \d+ is given to two files/.test(problem)) return { text: problem, remedy: 'numbers' }
  return { text: problem, remedy: /^(Target|Source and target)/.test(problem) || problem === text.blocked ? 'name' : null }
}

/** Why rows of a decided plan are marked: they had problems, an undo left them, or they cannot be undone. */
export type Marked = 'had' | 'kept' | 'changed'

/** Returns the marked rows of a decided plan. `refused` are those that the last undo could not take back. */
export function markedRows({ plan, leftOut }: PlanDetail, refused: PlanProblem[]): { marked: Marked; rows: PlanProblem[] } {
  if (plan.undoneAt === undefined) return refused.length > 0 ? { marked: 'changed', rows: refused } : { marked: 'had', rows: leftOut }
  const kept = plan.kept ?? []
  return kept.length > 0 ? { marked: 'kept', rows: kept.map((index) => ({ index, text: text.keptName })) } : { marked: 'had', rows: leftOut }
}
