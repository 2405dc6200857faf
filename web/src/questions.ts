import { notify } from './notices.ts'
import type { RenamedFile } from './plan.ts'
import { Store } from './store.ts'
import { text } from './strings.ts'

/** Renames that an agent asks about and waits for, one after the other. */

/** The agent gives up after this time, so the question is withdrawn here too. */
const ANSWER_TIMEOUT = 5 * 60_000

export interface RenameQuestion {
  taskId: string
  mediaFolderPath: string
  files: RenamedFile[]
  problems: string[]
}

export interface PendingQuestion extends RenameQuestion {
  key: number
  expiry: ReturnType<typeof setTimeout>
  answer: (confirmed: boolean) => void
}

export const questions = new Store<{ queue: PendingQuestion[] }>({ queue: [] })

let lastKey = 0

export function addQuestion(question: RenameQuestion, acknowledge: (answer: { confirmed: boolean }) => void): void {
  const key = ++lastKey
  const expiry = setTimeout(() => {
    withdraw(key)
    notify(text.question.expired)
  }, ANSWER_TIMEOUT)
  const answer = (confirmed: boolean) => {
    withdraw(key)
    acknowledge({ confirmed })
  }
  const pending = { ...question, files: question.files ?? [], problems: question.problems ?? [], key, expiry, answer }
  questions.update(({ queue }) => ({ queue: [...queue, pending] }))
}

/** Withdraws a question that another client has answered or that the agent no longer waits for. */
export function closeQuestion(taskId: string): void {
  for (const { key } of questions.value.queue.filter((pending) => pending.taskId === taskId)) withdraw(key)
}

/** Withdraws all questions, because an answer cannot be sent once the connection is lost. */
export function withdrawQuestions(): void {
  const { queue } = questions.value
  if (queue.length === 0) return
  for (const { key } of queue) withdraw(key)
  notify(text.question.lost)
}

function withdraw(key: number): void {
  clearTimeout(questions.value.queue.find((pending) => pending.key === key)?.expiry)
  questions.update(({ queue }) => ({ queue: queue.filter((pending) => pending.key !== key) }))
}
