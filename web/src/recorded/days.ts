import type { Recorded, Session, Task, Told } from './data.ts'

/** The tasks of one session that began on one day, newest first. */
export interface Part {
  session: Session
  tasks: Task[]
  /** What was told at the start, and at prompts that were not kept. */
  told: Told[]
}

export interface Project {
  name: string
  workspace: string
  count: number
  parts: Part[]
}

export interface Day {
  /** When it began, in milliseconds. */
  at: number
  projects: Project[]
}

/** Groups tasks by day, project and session, newest first. A session that lasts beyond midnight is in both days. */
export function daysOf(list: Recorded): Day[] {
  const days = new Map<number, Day>()
  for (const session of list.sessions) {
    const others = (session.told ?? []).filter((told) => told.task === undefined)
    const starts = new Set([...session.tasks.map((task) => dayOf(task.started)), ...others.map((told) => dayOf(told.at))])
    for (const at of starts) {
      const tasks = session.tasks.filter((task) => dayOf(task.started) === at).reverse()
      const day = days.get(at) ?? { at, projects: [] }
      days.set(at, day)
      const workspace = session.workspace ?? ''
      let project = day.projects.find((one) => one.workspace === workspace)
      if (project === undefined) day.projects.push((project = { name: session.project, workspace, count: 0, parts: [] }))
      project.count += tasks.length
      project.parts.push({ session, tasks, told: others.filter((told) => dayOf(told.at) === at) })
    }
  }
  return [...days.values()].sort((a, b) => b.at - a.at)
}

export function dayOf(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0)
}

/** A reason of a reward, such as "tests_passed +0.5: go test ./...". */
export interface Reason {
  rule: string
  value: number
  what: string
}

export function readReason(text: string): Reason {
  const [, rule = text, value = '0', what = ''] = /^([a-z_]+)(?: ([+-][\d.]+))?(?:: (.*))?$/s.exec(text) ?? []
  return { rule, value: Number(value), what }
}
