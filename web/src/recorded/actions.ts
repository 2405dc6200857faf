import { isUnknown, type ApiError } from '../api.ts'
import { heldBack, holdBack, keepHeld } from '../heldback.ts'
import { notifyFailure } from '../notices.ts'
import { text as common } from '../strings.ts'
import { forget, judge, pin, recorded, type Line, type Pin, type Task, type Verdict } from './data.ts'
import { text } from './strings.ts'

/** What a person does to a task or a line, by button or key. The same again takes it back. */

export function toggleVerdict(task: Task, verdict: Verdict): void {
  if (task.gone || task.unread) return
  judge(task.id, task.verdict === verdict ? 'none' : verdict).catch(failedWith(text.notJudged))
}

export function togglePin(line: Line, chosen: Pin): void {
  if (line.id === undefined) return
  pin(line.id, line.pin === chosen ? 'none' : chosen).catch(failedWith(text.notPinned))
}

function failedWith(message: string): (error: ApiError) => void {
  return (error) => notifyFailure(isUnknown(error) ? common.noAnswer : message, [error.message])
}

/** The key of a task that is to be forgotten. */
export function forgetKey(task: Task): string {
  return `recorded/${task.id}`
}

/** Forgets a task in half a minute, or keeps one that is to be forgotten. */
export function toggleForget(task: Task): void {
  const key = forgetKey(task)
  if (heldBack.value.byKey.has(key)) return keepHeld(key)
  const name = nameOf(task)
  const send = async () => {
    await forget(task.id).catch((error: ApiError) => {
      if (error.code !== 'not_found') throw error // someone else was faster
    })
    return text.forgotten(name)
  }
  holdBack(key, text.held(name), send, text.notForgotten)
}

export function nameOf(task: Task): string {
  return task.name ?? (task.gone ? text.gone : text.unread)
}

const ITEMS = '[data-item]'

/** Moves the focus to the task or line after (1) or before (-1) the focused one. */
function step(by: 1 | -1): void {
  const items = [...document.querySelectorAll<HTMLElement>(ITEMS)].filter((item) => item.checkVisibility())
  const own = document.activeElement?.closest('[data-line], [data-task]')?.querySelector(ITEMS) ?? null
  const current = items.indexOf(own as HTMLElement)
  const start = current < 0 && by < 0 ? 0 : current
  items[Math.min(items.length - 1, Math.max(0, start + by))]?.focus()
}

/** Returns what an attribute of the focused element, or of one around it, names. */
function focused(name: string): string | null {
  return document.activeElement?.closest(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? null
}

function focusedTask(): Task | undefined {
  const id = focused('task')
  return recorded.value.list?.sessions.flatMap(({ tasks }) => tasks).find((task) => task.id === id)
}

function withTask(act: (task: Task) => void): () => void {
  return () => {
    const task = focusedTask()
    if (task !== undefined) act(task)
  }
}

function fold(task: Task): HTMLDetailsElement | null {
  return document.querySelector<HTMLDetailsElement>(`[data-task="${task.id}"] > details`)
}

/** Pins the focused line. With the focus on a task it shows the lines of that. */
function withLine(chosen: Pin): () => void {
  return () => {
    const id = focused('line')
    const { sessions = [] } = recorded.value.list ?? {}
    const task = focusedTask()
    const all = sessions.flatMap(({ tasks, told = [] }) => [...tasks.flatMap(({ lines = [] }) => lines), ...told.flatMap(({ lines }) => lines)])
    const line = all.find((one) => one.id !== undefined && one.id === id)
    if (line !== undefined) return togglePin(line, chosen)
    if (task === undefined) return
    const details = fold(task)
    if (details === null) return
    details.open = true
    requestAnimationFrame(() => details.querySelector<HTMLElement>(ITEMS)?.focus())
  }
}

export const keys = {
  j: () => step(1),
  k: () => step(-1),
  g: withTask((task) => toggleVerdict(task, 'good')),
  b: withTask((task) => toggleVerdict(task, 'bad')),
  p: withLine('always'),
  n: withLine('never'),
  x: withTask(toggleForget),
  o: withTask((task) => {
    const details = fold(task)
    if (details !== null) details.open = !details.open
  }),
}
