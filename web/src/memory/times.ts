import type { QuestionTime } from './question.ts'

/** In milliseconds: how long a question waits for the server to read its time. After that its words are searched. */
const PATIENCE = 250

/** The number of questions whose times are kept, enough for going back and forth. */
const KEPT = 30

type Load = (question: string, signal: AbortSignal) => Promise<QuestionTime | null>

/** The times in the last questions, as the server read them. */
export class Times {
  #load: Load
  #answers = new Map<string, QuestionTime | null>()

  constructor(load: Load) {
    this.#load = load
  }

  /** Returns the time in a question that was read before. */
  known(question: string): QuestionTime | null {
    return this.#answers.get(question) ?? null
  }

  has(question: string): boolean {
    return question.trim() === '' || this.#answers.has(question)
  }

  /** Reads the time in a question. It rejects without an answer. */
  async ask(question: string, signal: AbortSignal): Promise<QuestionTime | null> {
    if (question.trim() === '') return null
    const time = await this.#load(question, signal)
    this.#answers.delete(question)
    this.#answers.set(question, time)
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > KEPT) this.#answers.delete(oldest!)
    return time
  }

  /** Reads the time in a question. It is null if the answer is late or fails. */
  read(question: string, signal: AbortSignal, patience = PATIENCE): Promise<QuestionTime | null> {
    const late = new Promise<null>((go) => setTimeout(go, patience, null))
    return Promise.race([this.ask(question, signal).catch(() => null), late])
  }
}
